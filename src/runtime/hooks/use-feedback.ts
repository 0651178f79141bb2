/** Toasts, the loading indicator, modals and action sheets for components. */
import { useMemo } from "react"
import type { feedbackMachine } from "../../../machines/feedback.ts"
import { MODAL_CONFIRM_COLOR, TOAST_DURATION_MS, type ToastIcon } from "../../domain/limits.ts"
import type { ActorHandle } from "../actors/actor-host.ts"
import { useRuntime } from "./runtime-context.tsx"

export interface ToastOptions {
  readonly icon?: ToastIcon
  /** The URL of a picture instead of the icon. */
  readonly image?: string
  readonly durationMs?: number
}

export interface ModalOptions {
  readonly title?: string
  readonly content?: string
  readonly showCancel?: boolean
  readonly confirmText?: string
  readonly cancelText?: string
  readonly confirmColor?: string
  readonly cancelColor?: string
  readonly editable?: boolean
  readonly placeholder?: string
  readonly danger?: boolean
}

export interface ModalAnswer {
  readonly confirmed: boolean
  /** The text of an editable modal when it was confirmed. */
  readonly content: string | null
}

export interface SheetOptions {
  readonly title: string
  readonly items: readonly {
    readonly id: string
    readonly label: string
    readonly chosen?: boolean
    readonly danger?: boolean
  }[]
}

export interface Feedback {
  /** Default icon: success. */
  readonly toast: (text: string, options?: ToastOptions) => void
  /** Shows the loading indicator until the returned function is called. */
  readonly loading: (text?: string) => () => void
  readonly modal: (options: ModalOptions) => Promise<ModalAnswer>
  /** The id of the chosen item, or null. */
  readonly actionSheet: (options: SheetOptions) => Promise<string | null>
}

/** The part of the runtime that feedback needs. */
export interface FeedbackOptions {
  readonly boot: { readonly feedback: Pick<ActorHandle<typeof feedbackMachine>, "send" | "onEmit"> }
  readonly createKey: () => string
}

/** Resolves when the member answers the modal or action sheet with this key. */
const nextAnswer = ({ boot }: FeedbackOptions, key: string): Promise<ModalAnswer> =>
  new Promise((resolve) => {
    const subscription = boot.feedback.onEmit((emitted) => {
      if (emitted.type !== "feedback.answered" || emitted.key !== key) return
      subscription.unsubscribe()
      resolve({ confirmed: emitted.confirmed, content: emitted.content })
    })
  })

/** The time of a short text, and of each byte of a longer one: a Chinese character has three. */
const READING_MIN_MS = 3_000
const READING_START_MS = 1_500
const READING_BYTE_MS = 45

/** How long a text takes to be noticed and read. */
const readingMs = (text: string): number =>
  Math.max(READING_MIN_MS, READING_START_MS + READING_BYTE_MS * new TextEncoder().encode(text).length)

/** A toast that names no duration is shown for TOAST_DURATION_MS. */
export const createFeedback = (runtime: FeedbackOptions): Feedback => {
  const { feedback } = runtime.boot
  return {
    toast: (text, { icon = "success", durationMs = TOAST_DURATION_MS, ...picture } = {}) =>
      feedback.send({
        type: "feedback.showToast",
        toast: { key: runtime.createKey(), text, icon, durationMs, ...picture },
      }),
    loading: (text = "") => {
      feedback.send({ type: "feedback.showLoading", text })
      let isShown = true
      return () => {
        if (isShown) feedback.send({ type: "feedback.hideLoading" })
        isShown = false
      }
    },
    modal: (options) => {
      const key = runtime.createKey()
      const answer = nextAnswer(runtime, key)
      const defaults = { title: "", content: "", showCancel: true, confirmColor: MODAL_CONFIRM_COLOR }
      const question = {
        kind: "modal",
        key,
        editable: false,
        danger: false,
        ...defaults,
        ...options,
      } as const
      feedback.send({ type: "feedback.ask", question })
      return answer
    },
    actionSheet: async ({ title, items }) => {
      const key = runtime.createKey()
      const answer = nextAnswer(runtime, key)
      feedback.send({ type: "feedback.ask", question: { kind: "sheet", key, title, items } })
      const { confirmed, content } = await answer
      return confirmed ? content : null
    },
  }
}

/** The app's own toasts name their duration: as long as their text takes to read. */
export const createAppFeedback = (runtime: FeedbackOptions): Feedback => {
  const feedback = createFeedback(runtime)
  return {
    ...feedback,
    toast: (text, options) => feedback.toast(text, { durationMs: readingMs(text), ...options }),
  }
}

export const useFeedback = (): Feedback => {
  const runtime = useRuntime()
  return useMemo(() => createAppFeedback(runtime), [runtime])
}
