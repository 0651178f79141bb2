/** What the app says over the page: toasts, loading indicators, questions. */
import type { feedbackMachine } from "../../machines/feedback.ts"
import { MODAL_CONFIRM_COLOR, TOAST_DURATION_MS, type ToastIcon } from "../domain/limits.ts"
import type { Seat } from "./actor-handle.ts"

export interface ToastOptions {
  readonly icon?: ToastIcon
  /** The address of a picture in place of the icon. */
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
  /** What an editable modal held when it was confirmed. */
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
  /** Shows a toast for its whole duration. Defaults: 1 500 ms, the success icon. */
  readonly toast: (text: string, options?: ToastOptions) => void
  /** Shows the loading indicator until what it gives back is called. */
  readonly loading: (text?: string) => () => void
  readonly modal: (options: ModalOptions) => Promise<ModalAnswer>
  /** The id of what was picked, or null. */
  readonly actionSheet: (options: SheetOptions) => Promise<string | null>
}

/** The part of the house that this needs. */
export interface FeedbackParts {
  readonly boot: { readonly feedback: Pick<Seat<typeof feedbackMachine>, "send" | "onEmit"> }
  readonly mint: () => string
}

const answered = ({ boot }: FeedbackParts, key: string): Promise<ModalAnswer> =>
  new Promise((resolve) => {
    const heard = boot.feedback.onEmit((told) => {
      if (told.type !== "feedback.answered" || told.key !== key) return
      heard.unsubscribe()
      resolve({ confirmed: told.confirmed, content: told.content })
    })
  })

export const createFeedback = (system: FeedbackParts): Feedback => {
  const { feedback } = system.boot
  return {
    toast: (text, { icon = "success", durationMs = TOAST_DURATION_MS, ...picture } = {}) =>
      feedback.send({
        type: "feedback.showToast",
        toast: { key: system.mint(), text, icon, durationMs, ...picture },
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
      const key = system.mint()
      const answer = answered(system, key)
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
      const key = system.mint()
      const answer = answered(system, key)
      feedback.send({ type: "feedback.ask", question: { kind: "sheet", key, title, items } })
      const { confirmed, content } = await answer
      return confirmed ? content : null
    },
  }
}
