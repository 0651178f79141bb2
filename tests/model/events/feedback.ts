import { feedbackMachine } from "../../../machines/feedback.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import type { FeedbackEvent, Question } from "../../../src/events/feedback.ts"

const modal: Question = {
  kind: "modal",
  key: "q1",
  title: "Sure?",
  content: "",
  showCancel: true,
  confirmColor: "",
  editable: false,
  danger: false,
}
const sheet: Question = { kind: "sheet", key: "q2", title: "Which?", items: [{ id: "a", label: "A" }] }
const toast = (key: string): FeedbackEvent => ({
  type: "feedback.showToast",
  toast: { key, text: key, icon: "none", durationMs: 1_500 },
})
const loading: readonly FeedbackEvent[] = [
  { type: "feedback.showLoading", text: "1" },
  { type: "feedback.showLoading", text: "2" },
]
const asks: readonly FeedbackEvent[] = [
  { type: "feedback.ask", question: modal },
  { type: "feedback.ask", question: sheet },
]

/**
 * Two toasts, two loadings and two questions at most at once: more of them would be new situations
 * without an end.
 */
export const cases = casesFor(feedbackMachine, {
  events: ({ context }): readonly FeedbackEvent[] => [
    ...["t1", "t2"].filter((key) => context.toasts.every((shown) => shown.key !== key)).map(toast),
    ...context.toasts.map(({ key }): FeedbackEvent => ({ type: "feedback.toastElapsed", key })),
    { type: "feedback.hideToast" },
    ...loading.slice(context.loadings.length, context.loadings.length + 1),
    { type: "feedback.hideLoading" },
    ...asks.filter(
      (ask) => ask.type === "feedback.ask" && context.questions.every(({ key }) => key !== ask.question.key),
    ),
    { type: "feedback.confirm", key: "q1" },
    { type: "feedback.pick", key: "q2", id: "a" },
    { type: "feedback.cancel", key: "q1" },
    { type: "feedback.cancel", key: "q2" },
    { type: "feedback.clear" },
  ],
})
