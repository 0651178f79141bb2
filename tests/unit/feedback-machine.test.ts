import { describe, expect, it } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import {
  feedbackMachine,
  hasToastOrLoading,
  selectLoading,
  selectQuestion,
  selectToast,
} from "../../machines/feedback.ts"
import { TOAST_DURATION_MS } from "../../src/domain/limits.ts"
import type { FeedbackEmitted, Modal } from "../../src/events/feedback.ts"

const run = () => {
  const clock = new SimulatedClock()
  const actor = createActor(feedbackMachine, { clock })
  const emitted: FeedbackEmitted[] = []
  actor.on("*", (event) => emitted.push(event))
  actor.start()
  const toast = (text: string, durationMs = TOAST_DURATION_MS) =>
    actor.send({ type: "feedback.showToast", toast: { key: text, text, icon: "none", durationMs } })
  const shown = () => {
    const snapshot = actor.getSnapshot()
    const loading = selectLoading(snapshot)
    return loading === null ? (selectToast(snapshot)?.text ?? null) : `loading:${loading}`
  }
  const warnings = () => emitted.filter(({ type }) => type === "feedback.warned").length
  const load = (text: string) => actor.send({ type: "feedback.showLoading", text })
  const unload = () => actor.send({ type: "feedback.hideLoading" })
  return { clock, actor, emitted, toast, shown, warnings, load, unload }
}

const modal = (key: string): Modal => ({
  kind: "modal",
  key,
  title: key,
  content: "",
  showCancel: true,
  confirmColor: "#007aff",
  editable: false,
  danger: false,
})

describe("toasts and loading indicators", () => {
  it("shows each toast for its whole duration", () => {
    const { clock, toast, shown } = run()
    toast("A")
    clock.increment(1_000)
    toast("B")
    expect(shown()).toBe("B")
    clock.increment(TOAST_DURATION_MS - 1)
    expect(shown()).toBe("B")
    clock.increment(1)
    expect(shown()).toBeNull()
  })

  it("shows the earlier toast again while its time is not over", () => {
    const { clock, toast, shown } = run()
    toast("long", 3_000)
    toast("short", 1_000)
    clock.increment(1_000)
    expect(shown()).toBe("long")
  })

  it("shows a toast for its whole duration after one with its key was hidden", () => {
    const { actor, clock, toast, shown } = run()
    toast("A", 1_000)
    actor.send({ type: "feedback.hideToast" })
    clock.increment(600)
    toast("A", 1_000)
    clock.increment(999)
    expect(shown()).toBe("A")
    clock.increment(1)
    expect(shown()).toBeNull()
  })

  it("keeps five toasts: a sixth one drops the oldest", () => {
    const { actor, toast } = run()
    const texts = () => actor.getSnapshot().context.toasts.map(({ text }) => text)
    for (const text of ["1", "2", "3", "4", "5"]) toast(text)
    expect(texts()).toEqual(["1", "2", "3", "4", "5"])
    toast("6")
    expect(texts()).toEqual(["2", "3", "4", "5", "6"])
  })

  it("counts loading indicators", () => {
    const { load, unload, shown, clock } = run()
    load("1")
    load("2")
    unload()
    expect(shown()).toBe("loading:1")
    clock.increment(600_000)
    expect(shown()).toBe("loading:1")
    unload()
    expect(shown()).toBeNull()
  })

  it("warns of hides that do not match what is in front, and of no others", () => {
    const { load, unload, toast, warnings, shown, actor, clock, emitted } = run()
    unload()
    actor.send({ type: "feedback.hideToast" })
    expect(warnings()).toBe(0)
    load("L")
    actor.send({ type: "feedback.hideToast" })
    expect([warnings(), shown()]).toEqual([1, "loading:L"])
    expect(emitted.at(-1)).toMatchObject({ message: expect.stringContaining("hideToast") })
    toast("T", 800)
    expect(shown()).toBe("T")
    unload()
    unload()
    expect([warnings(), shown()]).toEqual([3, "T"])
    expect(emitted.at(-1)).toMatchObject({ message: expect.stringContaining("hideLoading") })
    clock.increment(800)
    expect(shown()).toBeNull()
  })

  it("shows a loading indicator in front of a toast until it is hidden", () => {
    const { actor, load, unload, toast, shown, clock, warnings } = run()
    toast("T", 800)
    clock.increment(500)
    load("L")
    expect([shown(), selectToast(actor.getSnapshot())]).toEqual(["loading:L", null])
    clock.increment(1_500)
    expect(shown()).toBe("loading:L")
    unload()
    expect([shown(), warnings()]).toEqual([null, 0])
  })
})

describe("the states", () => {
  const states = () => {
    const tried = run()
    const { actor } = tried
    const notice = () => actor.getSnapshot().value.notice
    const isShown = () => hasToastOrLoading(actor.getSnapshot())
    const hideToast = () => actor.send({ type: "feedback.hideToast" })
    return { ...tried, notice, isShown, hideToast }
  }

  it("show nothing at first, and again when the last toast is hidden", () => {
    const { toast, notice, isShown, hideToast } = states()
    expect([notice(), isShown()]).toEqual(["nothing", false])
    toast("A")
    toast("B")
    hideToast()
    expect([notice(), isShown()]).toEqual(["toast", true])
    hideToast()
    expect([notice(), isShown()]).toEqual(["nothing", false])
  })

  it("show nothing when the last indicator is hidden", () => {
    const { load, unload, notice, isShown } = states()
    load("L")
    expect([notice(), isShown()]).toEqual(["loading", true])
    unload()
    expect([notice(), isShown()]).toEqual(["nothing", false])
  })

  it("show the indicator behind a toast that is hidden", () => {
    const { load, toast, notice, shown, hideToast } = states()
    load("L")
    toast("T")
    expect(notice()).toBe("toast")
    hideToast()
    expect([notice(), shown()]).toEqual(["loading", "loading:L"])
  })

  it("show the toast behind an indicator that is hidden", () => {
    const { load, unload, toast, notice, shown } = states()
    toast("T")
    load("L")
    unload()
    expect([notice(), shown()]).toEqual(["toast", "T"])
  })

  it("open the first question, and none after the last answer", () => {
    const { actor } = states()
    const question = () => actor.getSnapshot().value.question
    expect(question()).toBe("none")
    for (const key of ["a", "b"]) actor.send({ type: "feedback.ask", question: modal(key) })
    expect(question()).toBe("open")
    actor.send({ type: "feedback.cancel", key: "a" })
    expect(question()).toBe("open")
    actor.send({ type: "feedback.cancel", key: "b" })
    expect(question()).toBe("none")
  })

  it("take no answer to another question", () => {
    const { actor, emitted } = states()
    actor.send({ type: "feedback.ask", question: modal("a") })
    actor.send({ type: "feedback.confirm", key: "b" })
    actor.send({ type: "feedback.pick", key: "b", id: "x" })
    actor.send({ type: "feedback.cancel", key: "b" })
    expect([emitted, selectQuestion(actor.getSnapshot())?.key]).toEqual([[], "a"])
  })
})

describe("questions", () => {
  it("are open one at a time, and each is answered", () => {
    const { actor, emitted } = run()
    actor.send({ type: "feedback.ask", question: modal("a") })
    actor.send({ type: "feedback.ask", question: { kind: "sheet", key: "b", title: "b", items: [] } })
    expect(selectQuestion(actor.getSnapshot())?.key).toBe("a")
    actor.send({ type: "feedback.confirm", key: "a", content: "typed" })
    expect(selectQuestion(actor.getSnapshot())?.key).toBe("b")
    actor.send({ type: "feedback.pick", key: "b", id: "x" })
    expect(selectQuestion(actor.getSnapshot())).toBeNull()
    actor.send({ type: "feedback.ask", question: modal("c") })
    actor.send({ type: "feedback.cancel", key: "c" })
    expect(emitted).toEqual([
      { type: "feedback.answered", key: "a", confirmed: true, content: "typed" },
      { type: "feedback.answered", key: "b", confirmed: true, content: "x" },
      { type: "feedback.answered", key: "c", confirmed: false, content: null },
    ])
  })

  it("are answered once", () => {
    const { actor, emitted } = run()
    actor.send({ type: "feedback.ask", question: modal("a") })
    actor.send({ type: "feedback.confirm", key: "a" })
    actor.send({ type: "feedback.cancel", key: "a" })
    expect(emitted).toHaveLength(1)
  })

  it("are all refused when the session ends", () => {
    const { actor, emitted, load } = run()
    load("L")
    for (const key of ["a", "b"]) actor.send({ type: "feedback.ask", question: modal(key) })
    actor.send({ type: "feedback.clear" })
    expect(emitted.map((one) => one.type === "feedback.answered" && one.confirmed)).toEqual([false, false])
    expect(actor.getSnapshot().matches({ question: "none" })).toBe(true)
    expect(selectLoading(actor.getSnapshot())).toBeNull()
  })
})
