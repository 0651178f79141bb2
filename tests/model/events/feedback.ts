import { casesFor } from "@financial-links/paths"
import { feedbackMachine } from "../../../machines/feedback.ts"
import type { FeedbackEvent, Question } from "../../../src/events/feedback.ts"
import { undriven } from "../undriven.ts"

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

const copyModal: Question = {
  kind: "modal",
  key: "modal",
  title: "Copy by hand",
  content: "ada",
  showCancel: false,
  confirmColor: "",
  editable: true,
  danger: false,
}
const copySheet: Question = {
  kind: "sheet",
  key: "sheet",
  title: "Copy",
  items: [{ id: "reference", label: "Number" }],
}
const copied: FeedbackEvent = {
  type: "feedback.showToast",
  toast: { key: "toast", text: "Copied", icon: "success", durationMs: 1_500 },
}

const answersTo = ({ kind, key }: Question): readonly FeedbackEvent[] => [
  kind === "modal" ? { type: "feedback.confirm", key } : { type: "feedback.pick", key, id: "reference" },
  { type: "feedback.cancel", key },
  { type: "feedback.clear" },
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
  /** What the app shows by itself. An overlay blocks everything else. */
  walk: {
    events: ({ context: { toasts, loadings, questions } }): readonly FeedbackEvent[] => {
      const [question] = questions
      const [shown] = toasts
      if (question !== undefined) return answersTo(question)
      if (loadings.length > 0)
        return [
          { type: "feedback.hideLoading" },
          shown === undefined ? copied : { type: "feedback.toastElapsed", key: shown.key },
        ]
      if (shown !== undefined) return [{ type: "feedback.toastElapsed", key: shown.key }]
      return [
        copied,
        { type: "feedback.showLoading", text: "" },
        { type: "feedback.ask", question: copyModal },
        { type: "feedback.ask", question: copySheet },
      ]
    },
    tells: ({ context }) => [context.toasts.length, context.loadings.length, context.questions[0]?.kind],
    unreachable: undriven.feedback,
  },
})
