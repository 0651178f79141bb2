import { afterEach, describe, expect, it } from "vitest"
import { feedbackMachine, selectLoading, selectQuestion } from "../../machines/feedback.ts"
import { MODAL_CONFIRM_COLOR, TOAST_DURATION_MS } from "../../src/domain/limits.ts"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { createAppFeedback, createFeedback } from "../../src/runtime/hooks/use-feedback.ts"
import { countedListeners } from "../support/counted-listeners.ts"

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/** The functions over an actor of the app, which counts what listens to it. Keys are k1, k2 and so on. */
const openFeedback = (open = createFeedback) => {
  const actor = createHostedActor("feedback", feedbackMachine, undefined)
  actor.start(null, null)
  ended.push(actor.stop)
  const { onEmit, listeners } = countedListeners(actor.onEmit)
  let keys = 0
  const createKey = () => {
    keys += 1
    return `k${keys}`
  }
  return {
    ...open({ boot: { feedback: { send: actor.send, onEmit } }, createKey }),
    send: actor.send,
    toasts: () => actor.getSnapshot().context.toasts,
    shownLoading: () => selectLoading(actor.getSnapshot()),
    question: () => selectQuestion(actor.getSnapshot()),
    listeners,
  }
}

const nothingYet = "nothing yet"
/** What a promise has resolved to by now. */
const stateOf = <T>(promise: Promise<T>): Promise<T | typeof nothingYet> =>
  Promise.race([promise, new Promise<typeof nothingYet>((resolve) => setTimeout(resolve, 0, nothingYet))])

describe("a toast", () => {
  it("has the success icon and the usual duration unless it is given others", () => {
    const { toast, toasts } = openFeedback()
    toast("Copied")
    toast("Refused", { icon: "error", durationMs: 3_000 })
    toast("Won", { image: "/cup.png" })
    expect(toasts()).toEqual([
      { key: "k1", text: "Copied", icon: "success", durationMs: TOAST_DURATION_MS },
      { key: "k2", text: "Refused", icon: "error", durationMs: 3_000 },
      { key: "k3", text: "Won", icon: "success", durationMs: TOAST_DURATION_MS, image: "/cup.png" },
    ])
  })
})

describe("a toast of the app", () => {
  it("stays as long as its text takes to read, in Chinese too, unless it names a duration", () => {
    const { toast, toasts } = openFeedback(createAppFeedback)
    toast("Password changed")
    toast("Update: your earlier request went through, and nothing was sent twice.")
    toast("最新消息：您之前的请求已成功，且没有重复发送任何内容。")
    toast("Copied", { durationMs: 1_000 })
    expect(toasts().map(({ durationMs }) => durationMs)).toEqual([3_000, 4_650, 5_145, 1_000])
  })
})

describe("a loading indicator", () => {
  it("is shown, with a text if it is given one, for as long as a caller has not hidden its own", () => {
    const { loading, shownLoading } = openFeedback()
    const hideFirst = loading()
    expect(shownLoading()).toBe("")
    const hideSecond = loading("two")
    expect(shownLoading()).toBe("two")
    hideFirst()
    hideFirst()
    expect(shownLoading()).not.toBeNull()
    hideSecond()
    expect(shownLoading()).toBeNull()
  })
})

describe("a modal", () => {
  it("is cancellable, plain and not editable unless it is asked otherwise", () => {
    const { modal, question, send } = openFeedback()
    void modal({ title: "Leave?" })
    expect(question()).toEqual({
      kind: "modal",
      key: "k1",
      title: "Leave?",
      content: "",
      showCancel: true,
      confirmColor: MODAL_CONFIRM_COLOR,
      editable: false,
      danger: false,
    })
    send({ type: "feedback.cancel", key: "k1" })
    const asked = {
      content: "A name",
      showCancel: false,
      confirmText: "Save",
      cancelText: "Leave",
      confirmColor: "#ff0000",
      cancelColor: "#00ff00",
      editable: true,
      placeholder: "Ada",
      danger: true,
    }
    void modal(asked)
    expect(question()).toEqual({ kind: "modal", key: "k2", title: "", ...asked })
  })

  it("resolves with the text of a confirmation, and with nothing where it is cancelled", async () => {
    const { modal, send } = openFeedback()
    const named = modal({ editable: true })
    send({ type: "feedback.confirm", key: "k1", content: "Ada" })
    expect(await named).toEqual({ confirmed: true, content: "Ada" })
    const agreed = modal({})
    send({ type: "feedback.confirm", key: "k2" })
    expect(await agreed).toEqual({ confirmed: true, content: null })
    const cancelled = modal({ editable: true })
    send({ type: "feedback.cancel", key: "k3" })
    expect(await cancelled).toEqual({ confirmed: false, content: null })
  })

  it("resolves with its own answer alone, and listens no longer than that", async () => {
    const { modal, send, loading, listeners } = openFeedback()
    const [first, second] = [modal({ title: "one" }), modal({ title: "two" })]
    expect(listeners()).toBe(2)
    // hiding a toast behind an indicator emits a warning, which is no answer
    loading()
    send({ type: "feedback.hideToast" })
    send({ type: "feedback.confirm", key: "k2" })
    expect(await second).toEqual({ confirmed: true, content: null })
    expect(await stateOf(first)).toBe(nothingYet)
    expect(listeners()).toBe(1)
    send({ type: "feedback.cancel", key: "k1" })
    expect(await first).toEqual({ confirmed: false, content: null })
    expect(listeners()).toBe(0)
  })

  it("is cancelled by the end of the session", async () => {
    const { modal, actionSheet, send } = openFeedback()
    const answers = Promise.all([modal({}), actionSheet({ title: "", items: [] })])
    send({ type: "feedback.clear" })
    expect(await answers).toEqual([{ confirmed: false, content: null }, null])
  })
})

it("an action sheet shows its items, and resolves with the picked one, or with null when closed", async () => {
  const { actionSheet, question, send } = openFeedback()
  const items = [
    { id: "copy", label: "Copy", chosen: true },
    { id: "remove", label: "Remove", danger: true },
  ]
  const picked = actionSheet({ title: "Card", items })
  expect(question()).toEqual({ kind: "sheet", key: "k1", title: "Card", items })
  send({ type: "feedback.pick", key: "k1", id: "remove" })
  expect(await picked).toBe("remove")
  const closed = actionSheet({ title: "Card", items })
  send({ type: "feedback.cancel", key: "k2" })
  expect(await closed).toBeNull()
})
