/** Modals: the real machine and the app's own way to it; taps and typing are what its view sends. */
import { createActor } from "xstate"
import { feedbackMachine, selectQuestion } from "../../../machines/feedback.ts"
import { createFeedback, type ModalOptions } from "../../../src/actors/feedback.ts"
import { errMsgOf } from "../../../src/domain/facade.ts"
import type { Area, Case, Plain } from "../area.ts"
import { betterThan } from "../better.ts"
import { onlyKnown, textOf } from "../notation.ts"

const OPTIONS =
  /^(open|call|title|content|showCancel|confirmText|cancelText|confirmColor|editable|placeholderText)$/
const STEP = /^(tap|type|press|waitMs|await)$/

const wanted = (testCase: Case): Plain | undefined =>
  testCase.adopt === "quirk" ? betterThan(testCase, []) : testCase.then

const optionsOf = (given: Plain): ModalOptions => {
  const texts = ["title", "content", "confirmText", "cancelText", "confirmColor"] as const
  const switches = ["showCancel", "editable"] as const
  return {
    ...Object.fromEntries(texts.filter((name) => name in given).map((name) => [name, textOf(given[name])])),
    ...Object.fromEntries(
      switches.filter((name) => name in given).map((name) => [name, given[name] === true]),
    ),
    ...("placeholderText" in given && { placeholder: textOf(given.placeholderText) }),
  }
}

/** How a step ends the question: true confirms, false cancels, null goes on. */
const answerOf = (step: Plain): boolean | null => {
  onlyKnown("when", step, STEP)
  const done = textOf(step.tap ?? step.press)
  if (done === "confirm" || done === "Enter") return true
  if (done === "cancel" || done === "Escape" || done === "Esc") return false
  if (done !== "") throw new Error(`nothing is called ${done} on a modal`)
  return null
}

const observe = async ({ given, when }: Case): Promise<Plain> => {
  const asked = when[0]?.call === "showModal" ? when[0] : null
  const options = { ...given, ...asked }
  onlyKnown("given", options, OPTIONS)
  const actor = createActor(feedbackMachine)
  actor.start()
  const onEmit = (listener: Parameters<typeof actor.on<"*">>[1]) => actor.on("*", listener)
  const feedback = createFeedback({
    boot: { feedback: { send: actor.send.bind(actor), onEmit } },
    mint: () => "modal",
  })
  try {
    const answer = feedback.modal(optionsOf(options))
    const question = selectQuestion(actor.getSnapshot())
    if (question?.kind !== "modal") throw new Error("no modal is open")
    let content = question.content
    const { key, editable, showCancel, confirmColor } = question
    const shown = { showCancel, confirmColor, editable }
    for (const step of asked ? when.slice(1) : when) {
      if (step.type !== undefined) content = textOf(step.type)
      const isConfirmed = answerOf(step)
      if (isConfirmed === null) continue
      if (isConfirmed) actor.send({ type: "feedback.confirm", key, ...(editable && { content }) })
      else actor.send({ type: "feedback.cancel", key })
      const told = await answer
      const isOpen = selectQuestion(actor.getSnapshot()) !== null
      return {
        ...shown,
        isOpen,
        confirm: told.confirmed,
        cancel: !told.confirmed,
        ...(told.content !== null && { content: told.content }),
        errMsg: errMsgOf("showModal", null),
      }
    }
    return { ...shown, isOpen: true }
  } finally {
    actor.stop()
  }
}

export const modalArea: Area = { observe, wanted }
