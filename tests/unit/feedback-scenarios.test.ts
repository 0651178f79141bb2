import { describe } from "vitest"
import {
  feedbackMachine,
  hasToastOrLoading,
  selectLoading,
  selectQuestion,
  selectToast,
} from "../../machines/feedback.ts"
import { TOAST_DURATION_MS, TOAST_QUEUE_LIMIT } from "../../src/domain/limits.ts"
import type { FeedbackEvent, Modal, Question, Toast } from "../../src/events/feedback.ts"
import { scenariosOf } from "../support/scenarios.ts"

const toast = (text: string, durationMs = TOAST_DURATION_MS): FeedbackEvent => ({
  type: "feedback.showToast",
  toast: { key: text, text, icon: "none", durationMs },
})
const hideToast: FeedbackEvent = { type: "feedback.hideToast" }
const load = (text: string): FeedbackEvent => ({ type: "feedback.showLoading", text })
const unload: FeedbackEvent = { type: "feedback.hideLoading" }
const modal = (key: string): Modal => ({
  ...{ kind: "modal", key, title: key, content: "", confirmColor: "#007aff" },
  ...{ showCancel: true, editable: false, danger: false },
})
const ask = (key: string): FeedbackEvent => ({ type: "feedback.ask", question: modal(key) })
const cancel = (key: string): FeedbackEvent => ({ type: "feedback.cancel", key })
const pick: FeedbackEvent = { type: "feedback.pick", key: "b", id: "x" }

const answered = (key: string, confirmed: boolean, content: string | null = null) => ({
  ...{ emits: "feedback.answered", key, confirmed, content },
})
const warned = (pair: string) => ({
  ...{ emits: "feedback.warned", message: `Please note show${pair} must be paired with hide${pair}` },
})

const { begins, scenario } = scenariosOf(feedbackMachine, {
  shows: (snapshot) => ({
    front: selectLoading(snapshot) ?? selectToast(snapshot)?.text ?? null,
    isShown: hasToastOrLoading(snapshot),
    toasts: snapshot.context.toasts.map(({ text }: Toast) => text).join(),
    loadings: snapshot.context.loadings.join(),
    questions: snapshot.context.questions.map(({ key }: Question) => key).join(),
    open: selectQuestion(snapshot)?.key ?? null,
  }),
  hidesContext: true,
})
const stateOf = (notice: string) => `notice.${notice} question.none`
const [NOTHING, TOAST, LOADING] = [stateOf("nothing"), stateOf("toast"), stateOf("loading")]
const OPEN = "notice.nothing question.open"
const none = { front: null, isShown: false }
const one = (text: string) => ({ front: text, isShown: true, toasts: text })

describe("toasts and loading indicators", () => {
  begins(NOTHING, { shows: { ...none, toasts: "", loadings: "", questions: "", open: null } })

  scenario("show each toast for its whole duration, an earlier one after a shorter one", [
    [toast("A", 3_000), TOAST, { shows: one("A") }],
    [1_000, TOAST],
    [toast("B", 1_000), TOAST, { shows: { front: "B", toasts: "A,B" } }],
    [999, TOAST],
    [1, TOAST, { shows: { front: "A", toasts: "A" } }],
    [999, TOAST],
    [1, NOTHING, { shows: { ...none, toasts: "" } }],
  ])
  scenario("show a toast for its whole duration after one with its key was hidden", [
    [toast("A", 1_000), TOAST, { shows: one("A") }],
    [hideToast, NOTHING, { shows: { ...none, toasts: "" } }],
    [600, NOTHING],
    [toast("A", 1_000), TOAST, { shows: one("A") }],
    [999, TOAST],
    [1, NOTHING, { shows: { ...none, toasts: "" } }],
  ])
  scenario(
    "keep five toasts: a sixth one drops the oldest",
    [
      [toast("6"), TOAST, { shows: { front: "6", toasts: "2,3,4,5,6" } }],
      [hideToast, TOAST, { shows: { front: "5", toasts: "2,3,4,5" } }],
    ],
    Array.from({ length: TOAST_QUEUE_LIMIT }, (_, index) => toast(`${index + 1}`)),
  )

  scenario("count the callers that wait", [
    [load("1"), LOADING, { shows: { front: "1", isShown: true, loadings: "1" } }],
    [load("2"), LOADING, { shows: { front: "2", loadings: "1,2" } }],
    [unload, LOADING, { shows: { front: "1", loadings: "1" } }],
    [600_000, LOADING],
    [unload, NOTHING, { shows: { ...none, loadings: "" } }],
  ])
  scenario("show a loading indicator in front of a toast until it is hidden", [
    [toast("T", 800), TOAST, { shows: one("T") }],
    [500, TOAST],
    [load("L"), LOADING, { shows: { front: "L", loadings: "L" } }],
    [1_500, LOADING, { shows: { toasts: "" } }],
    [unload, NOTHING, { shows: { ...none, loadings: "" } }],
  ])
  scenario(
    "show the toast behind an indicator that is hidden",
    [[unload, TOAST, { shows: { front: "T", loadings: "" } }]],
    [toast("T"), load("L")],
  )
  scenario(
    "show the indicator behind a toast that is hidden",
    [
      [toast("T"), TOAST, { shows: { front: "T", toasts: "T" } }],
      [hideToast, LOADING, { shows: { front: "L", toasts: "" } }],
    ],
    [load("L")],
  )

  scenario("warn of hides that do not match what is in front, and of no others", [
    [unload, NOTHING],
    [hideToast, NOTHING],
    [load("L"), LOADING, { shows: { front: "L", isShown: true, loadings: "L" } }],
    [hideToast, LOADING, { does: [warned("Toast")] }],
    [toast("T", 800), TOAST, { shows: { front: "T", toasts: "T" } }],
    [unload, TOAST, { shows: { loadings: "" }, does: [warned("Loading")] }],
    [unload, TOAST, { does: [warned("Loading")] }],
    [800, NOTHING, { shows: { ...none, toasts: "" } }],
  ])
})

describe("questions", () => {
  scenario("are open one at a time, and each is answered once, by its own key", [
    [ask("a"), OPEN, { shows: { questions: "a", open: "a" } }],
    [
      { type: "feedback.ask", question: { kind: "sheet", key: "b", title: "b", items: [] } },
      OPEN,
      { shows: { questions: "a,b" } },
    ],
    [cancel("c"), OPEN],
    [{ type: "feedback.confirm", key: "c" }, OPEN],
    [{ ...pick, key: "c" }, OPEN],
    [
      { type: "feedback.confirm", key: "a", content: "typed" },
      OPEN,
      { shows: { questions: "b", open: "b" }, does: [answered("a", true, "typed")] },
    ],
    [cancel("a"), OPEN],
    [pick, NOTHING, { shows: { questions: "", open: null }, does: [answered("b", true, "x")] }],
    [ask("c"), OPEN, { shows: { questions: "c", open: "c" } }],
    [
      { type: "feedback.confirm", key: "c" },
      NOTHING,
      { shows: { questions: "", open: null }, does: [answered("c", true)] },
    ],
    [ask("d"), OPEN, { shows: { questions: "d", open: "d" } }],
    [cancel("d"), NOTHING, { shows: { questions: "", open: null }, does: [answered("d", false)] }],
  ])
  scenario(
    "are all refused when the session ends, and no caller waits any more",
    [
      [
        { type: "feedback.clear" },
        NOTHING,
        {
          shows: { ...none, loadings: "", questions: "", open: null },
          does: [answered("a", false), answered("b", false)],
        },
      ],
    ],
    [load("L"), ask("a"), ask("b")],
  )
})
