import { selectQuestion } from "../../../machines/feedback.ts"
import { AskedModal } from "../../../src/app/questions.tsx"
import { MODAL_CANCEL_COLOR } from "../../../src/domain/limits.ts"
import type { Modal } from "../../../src/events/feedback.ts"
import { feedbackOver } from "../adapters/feedback.ts"
import { frameworkCall, observeCall } from "../adapters/framework-call.ts"
import type { Plain } from "../area.ts"
import { isPlain } from "../plain.ts"
import type { Mount } from "./mount.ts"

const OPTIONS = [
  "title",
  "content",
  "showCancel",
  "confirmText",
  "cancelText",
  "confirmColor",
  "cancelColor",
  "editable",
]

/** The product's options from those of a case. */
const optionsOf = (asked: Plain): Plain => ({
  ...Object.fromEntries(OPTIONS.filter((name) => name in asked).map((name) => [name, asked[name]])),
  ...("placeholderText" in asked && { placeholder: asked.placeholderText }),
})

const shown = () => {
  const dialog = document.querySelector("dialog[open]")
  const field = dialog?.querySelector("input, textarea")
  const buttons = [...(dialog?.querySelectorAll("button") ?? [])].map((button) => button.textContent)
  const text = document.getElementById(dialog?.getAttribute("aria-describedby") ?? "")?.textContent ?? ""
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return {
    isOpen: dialog !== null,
    title: dialog?.querySelector("h2")?.textContent ?? null,
    editable: isField,
    content: isField ? field.value : text,
    showCancel: buttons.length > 1,
    confirmText: buttons.at(-1) ?? null,
    cancelText: buttons.length > 1 ? buttons[0] : null,
    buttons,
    ...(isField && {
      placeholder: field.labels?.[0]?.textContent,
      placeholderText: field.labels?.[0]?.textContent,
    }),
  }
}

/** The requested colours, if they are shown as they are or in a readable tone. */
const coloursOf = ({ confirmColor, cancelColor }: Modal) => {
  const buttons = [...document.querySelectorAll<HTMLElement>("dialog[open] button")]
  const inked = buttons.some(({ style }) => style.getPropertyValue("--text").startsWith("light-dark("))
  return { confirmColor, cancelColor: inked ? cancelColor : MODAL_CANCEL_COLOR }
}

/**
 * The product's modal over its machine. `ask` opens one, `standing` returns the screen and the
 * answers.
 */
export const mount: Mount = (mountPoint) => {
  const { actor, feedback } = feedbackOver()
  const answers: Plain[] = []
  const draw = () => {
    const question = selectQuestion(actor.getSnapshot())
    if (question?.kind !== "modal") return mountPoint.show(null)
    const { key } = question
    mountPoint.show(
      <AskedModal
        key={key}
        question={question}
        onCancel={() => actor.send({ type: "feedback.cancel", key })}
        onConfirm={(content) =>
          actor.send({ type: "feedback.confirm", key, ...(content !== undefined && { content }) })
        }
      />,
    )
  }
  actor.subscribe(draw)
  actor.start()
  const called: string[] = []
  const ask = frameworkCall("showModal", async (asked: Plain) => {
    const { confirmed, content } = await feedback.modal(optionsOf(asked))
    return { confirm: confirmed, cancel: !confirmed, ...(content !== null && { content }) }
  })
  return {
    ask: (asked) => {
      const { callbacks, ...options } = isPlain(asked) ? asked : {}
      const names = Array.isArray(callbacks) ? callbacks.map(String) : []
      // answered once it is closed, which the case does later
      void observeCall(names, (given) => ask({ ...options, ...given })).then((observed) => {
        answers.push(observed.seen)
        called.push(...observed.called)
      })
    },
    standing: () => {
      const question = selectQuestion(actor.getSnapshot())
      return {
        shown: { ...shown(), ...(question?.kind === "modal" && coloursOf(question)) },
        answers,
        called,
      }
    },
  }
}
