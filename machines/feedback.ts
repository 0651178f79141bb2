/**
 * Promises: every toast is shown for its whole duration, a loading indicator stays until every
 * caller has hidden it, one question is open at a time, and every question is answered.
 */
import { assign, emit, enqueueActions, setup } from "xstate"
import { TOAST_QUEUE_LIMIT } from "../src/domain/limits.ts"
import type { FeedbackEmitted, FeedbackEvent, Question, Toast } from "../src/events/feedback.ts"

export interface FeedbackContext {
  /** Newest last; each is removed when its time is over. */
  readonly toasts: readonly Toast[]
  /** One text per loading indicator that is not hidden yet. */
  readonly loadings: readonly string[]
  /** The kind that was shown last is in front. */
  readonly front: "toast" | "loading" | null
  /** The first one is open. */
  readonly questions: readonly Question[]
}

const TOAST_UNPAIRED = "Please note showToast must be paired with hideToast"
const LOADING_UNPAIRED = "Please note showLoading must be paired with hideLoading"

const frontOf = (
  toasts: readonly Toast[],
  loadings: readonly string[],
  wanted: "toast" | "loading",
): FeedbackContext["front"] => {
  if (toasts.length === 0) return loadings.length === 0 ? null : "loading"
  return loadings.length === 0 ? "toast" : wanted
}

export const feedbackMachine = setup({
  types: {
    context: {} as FeedbackContext,
    events: {} as FeedbackEvent,
    emitted: {} as FeedbackEmitted,
  },
  actions: {
    addToast: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== "feedback.showToast") return
      const { toast } = event
      const toasts = [...context.toasts, toast].slice(-TOAST_QUEUE_LIMIT)
      enqueue.assign({ toasts, front: frontOf(toasts, context.loadings, "toast") })
      enqueue.raise(
        { type: "feedback.toastElapsed", key: toast.key },
        { id: toast.key, delay: toast.durationMs },
      )
    }),
    dropToast: enqueueActions(({ context, event, enqueue }) => {
      const key = event.type === "feedback.toastElapsed" ? event.key : context.toasts.at(-1)?.key
      const toasts = context.toasts.filter((toast) => toast.key !== key)
      enqueue.assign({ toasts, front: frontOf(toasts, context.loadings, context.front ?? "toast") })
      if (key !== undefined) enqueue.cancel(key)
    }),
    addLoading: assign(({ context, event }) => {
      if (event.type !== "feedback.showLoading") return {}
      const loadings = [...context.loadings, event.text]
      return { loadings, front: frontOf(context.toasts, loadings, "loading") }
    }),
    dropLoading: assign(({ context }) => {
      const loadings = context.loadings.slice(0, -1)
      return { loadings, front: frontOf(context.toasts, loadings, context.front ?? "loading") }
    }),
    warnToast: emit({ type: "feedback.warned", message: TOAST_UNPAIRED }),
    warnLoading: emit({ type: "feedback.warned", message: LOADING_UNPAIRED }),
    addQuestion: assign({
      questions: ({ context, event }) =>
        event.type === "feedback.ask" ? [...context.questions, event.question] : context.questions,
    }),
    answer: enqueueActions(({ context, event, enqueue }) => {
      if (!("key" in event)) return
      const content =
        event.type === "feedback.pick" ? event.id : event.type === "feedback.confirm" ? event.content : null
      enqueue.assign({ questions: context.questions.filter(({ key }) => key !== event.key) })
      enqueue.emit({
        type: "feedback.answered",
        key: event.key,
        confirmed: event.type !== "feedback.cancel",
        content: content ?? null,
      })
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const { key } of context.questions)
        enqueue.emit({ type: "feedback.answered", key, confirmed: false, content: null })
      enqueue.assign({ questions: [], loadings: [], front: context.toasts.length === 0 ? null : "toast" })
    }),
  },
  guards: {
    isToastInFront: ({ context }) => context.front === "toast",
    isLoadingInFront: ({ context }) => context.front === "loading",
    isOpen: ({ context, event }) => "key" in event && context.questions.some(({ key }) => key === event.key),
    hasQuestion: ({ context }) => context.questions.length > 0,
    hasNoQuestion: ({ context }) => context.questions.length === 0,
    hasFront: ({ context }) => context.front !== null,
    hasNoFront: ({ context }) => context.front === null,
  },
}).createMachine({
  id: "feedback",
  description: "Toasts, loading indicator, modals and action sheets",
  context: { toasts: [], loadings: [], front: null, questions: [] },
  type: "parallel",
  states: {
    notice: {
      description: "Toasts and loading indicators",
      initial: "nothing",
      on: {
        "feedback.showToast": { actions: "addToast", description: "A toast comes in front of what is shown" },
        "feedback.toastElapsed": { actions: "dropToast", description: "Its time is over" },
        "feedback.hideToast": [
          {
            guard: "isLoadingInFront",
            actions: "warnToast",
            description: "A loading indicator is shown; the call is paired wrongly and a warning is logged",
          },
          { actions: "dropToast", description: "The toast in front goes, if there is one" },
        ],
        "feedback.showLoading": {
          actions: "addLoading",
          description: "A caller waits; the indicator is shown",
        },
        "feedback.hideLoading": [
          {
            guard: "isToastInFront",
            actions: ["warnLoading", "dropLoading"],
            description: "A toast is shown; the call is paired wrongly but still takes effect",
          },
          { actions: "dropLoading", description: "One of those who wait, if any, does so no longer" },
        ],
      },
      states: {
        nothing: {
          description: "Nothing is shown",
          always: { guard: "hasFront", target: "shown", description: "There is something to show" },
        },
        shown: {
          description: "A toast or a loading indicator is shown",
          always: { guard: "hasNoFront", target: "nothing", description: "Nothing is left to show" },
        },
      },
    },
    question: {
      description: "Modals and action sheets, one at a time",
      initial: "none",
      on: {
        "feedback.ask": { actions: "addQuestion", description: "The question waits for its turn" },
        "feedback.confirm": {
          guard: "isOpen",
          actions: "answer",
          description: "The member confirms, with the typed text of an editable modal",
        },
        "feedback.pick": { guard: "isOpen", actions: "answer", description: "One of the choices" },
        "feedback.cancel": {
          guard: "isOpen",
          actions: "answer",
          description: "The member cancels or closes the question",
        },
        "feedback.clear": {
          actions: "clear",
          description: "The session ends; every open question is cancelled",
        },
      },
      states: {
        none: {
          description: "No question is open",
          always: { guard: "hasQuestion", target: "open", description: "A question waits" },
        },
        open: {
          description: "The first question is open; the others wait",
          always: { guard: "hasNoQuestion", target: "none", description: "No question waits" },
        },
      },
    },
  },
})

type Snapshot = { readonly context: FeedbackContext }
/** The toast to show, unless a loading indicator is in front of it. */
export const selectToast = ({ context }: Snapshot): Toast | null =>
  context.front === "toast" ? (context.toasts.at(-1) ?? null) : null
/** The text of the loading indicator to show; null where there is none. */
export const selectLoading = ({ context }: Snapshot): string | null =>
  context.front === "loading" ? (context.loadings.at(-1) ?? null) : null
export const selectQuestion = ({ context }: Snapshot): Question | null => context.questions[0] ?? null
