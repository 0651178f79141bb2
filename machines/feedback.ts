/**
 * Promises: every toast is shown for its whole duration, a loading indicator stays until every
 * caller has hidden it, one question is open at a time, and every question is answered.
 */
import { assign, emit, enqueueActions, type SnapshotFrom, setup } from "xstate"
import { TOAST_QUEUE_LIMIT } from "../src/domain/limits.ts"
import type { FeedbackEmitted, FeedbackEvent, Question, Toast } from "../src/events/feedback.ts"

export interface FeedbackContext {
  /** Newest last; each is removed when its time is over. */
  readonly toasts: readonly Toast[]
  /** One text per loading indicator that is not hidden yet. */
  readonly loadings: readonly string[]
  /** The first one is open. */
  readonly questions: readonly Question[]
}

const TOAST_UNPAIRED = "Please note showToast must be paired with hideToast"
const LOADING_UNPAIRED = "Please note showLoading must be paired with hideLoading"

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
      enqueue.assign({ toasts: [...context.toasts, toast].slice(-TOAST_QUEUE_LIMIT) })
      enqueue.raise(
        { type: "feedback.toastElapsed", key: toast.key },
        { id: toast.key, delay: toast.durationMs },
      )
    }),
    dropToast: enqueueActions(({ context, event, enqueue }) => {
      const key = event.type === "feedback.toastElapsed" ? event.key : context.toasts.at(-1)?.key
      enqueue.assign({ toasts: context.toasts.filter((toast) => toast.key !== key) })
      if (key !== undefined) enqueue.cancel(key)
    }),
    addLoading: assign(({ context, event }) =>
      event.type === "feedback.showLoading" ? { loadings: [...context.loadings, event.text] } : {},
    ),
    dropLoading: assign(({ context }) => ({ loadings: context.loadings.slice(0, -1) })),
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
      enqueue.assign({ questions: [], loadings: [] })
    }),
  },
  guards: {
    isOpen: ({ context, event }) => "key" in event && context.questions.some(({ key }) => key === event.key),
    hasQuestion: ({ context }) => context.questions.length > 0,
    hasNoQuestion: ({ context }) => context.questions.length === 0,
    hasOnlyLoadings: ({ context }) => context.toasts.length === 0 && context.loadings.length > 0,
    hasOnlyToasts: ({ context }) => context.toasts.length > 0 && context.loadings.length === 0,
    hasNothing: ({ context }) => context.toasts.length === 0 && context.loadings.length === 0,
  },
}).createMachine({
  id: "feedback",
  description: "Toasts, loading indicator, modals and action sheets",
  context: { toasts: [], loadings: [], questions: [] },
  type: "parallel",
  states: {
    notice: {
      description: "Toasts and loading indicators; the kind that was shown last is in front",
      initial: "nothing",
      on: {
        "feedback.showToast": {
          target: ".toast",
          actions: "addToast",
          description: "A toast comes in front of what is shown",
        },
        "feedback.toastElapsed": { actions: "dropToast" },
        "feedback.showLoading": { target: ".loading", actions: "addLoading" },
      },
      states: {
        nothing: { description: "Nothing is shown" },
        toast: {
          description: "The newest toast is shown",
          always: [
            { guard: "hasNothing", target: "nothing" },
            { guard: "hasOnlyLoadings", target: "loading" },
          ],
          on: {
            "feedback.hideToast": { actions: "dropToast" },
            "feedback.hideLoading": {
              actions: ["warnLoading", "dropLoading"],
              description: "The call is paired wrongly and a warning is logged, but it still takes effect",
            },
          },
        },
        loading: {
          description: "The loading indicator is shown",
          always: [
            { guard: "hasNothing", target: "nothing" },
            { guard: "hasOnlyToasts", target: "toast" },
          ],
          on: {
            "feedback.hideToast": {
              actions: "warnToast",
              description: "The call is paired wrongly and a warning is logged",
            },
            "feedback.hideLoading": {
              actions: "dropLoading",
              description: "One of those who wait does so no longer",
            },
          },
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
        "feedback.pick": { guard: "isOpen", actions: "answer" },
        "feedback.cancel": { guard: "isOpen", actions: "answer" },
        "feedback.clear": {
          actions: "clear",
          description: "The session ends; every open question is cancelled",
        },
      },
      states: {
        none: {
          description: "No question is open",
          always: { guard: "hasQuestion", target: "open" },
        },
        open: {
          description: "The first question is open; the others wait",
          always: { guard: "hasNoQuestion", target: "none" },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type Snapshot = SnapshotFrom<typeof feedbackMachine>

/** What is in front in each state. */
const SHOWN = {
  nothing: null,
  toast: "toast",
  loading: "loading",
} as const satisfies Readonly<Record<Snapshot["value"]["notice"], string | null>>

export const hasToastOrLoading = ({ value }: Snapshot): boolean => SHOWN[value.notice] !== null
/** The toast to show, unless a loading indicator is in front of it. */
export const selectToast = ({ value, context }: Snapshot): Toast | null =>
  SHOWN[value.notice] === "toast" ? (context.toasts.at(-1) ?? null) : null
/** The text of the loading indicator to show; null where there is none. */
export const selectLoading = ({ value, context }: Snapshot): string | null =>
  SHOWN[value.notice] === "loading" ? (context.loadings.at(-1) ?? null) : null
export const selectQuestion = ({ context }: Snapshot): Question | null => context.questions[0] ?? null
