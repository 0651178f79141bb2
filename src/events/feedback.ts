/** Events of the feedback machine: toasts, loading indicators, questions. */

import { Schema } from "effect"
import { TOAST_ICONS } from "../domain/limits.ts"
import { PersonalHere } from "../domain/personal.ts"
import { event, key } from "./declaration.ts"

const text = Schema.String
/** A sentence to the member: it may name an amount, an address or a person. */
const sentence = PersonalHere
const optional = Schema.optionalKey

export const Toast = Schema.Struct({
  key,
  text: sentence,
  icon: Schema.Literals(TOAST_ICONS),
  /** URL of an image shown in place of the icon. */
  image: optional(text),
  durationMs: Schema.Finite,
})
export type Toast = typeof Toast.Type

export const Modal = Schema.Struct({
  kind: Schema.Literal("modal"),
  key,
  title: text,
  content: sentence,
  showCancel: Schema.Boolean,
  confirmText: optional(text),
  cancelText: optional(text),
  confirmColor: text,
  cancelColor: optional(text),
  /** The content is editable and is returned with the answer. */
  editable: Schema.Boolean,
  placeholder: optional(text),
  /** True if confirming is destructive. */
  danger: Schema.Boolean,
})
export type Modal = typeof Modal.Type

export const ActionSheet = Schema.Struct({
  kind: Schema.Literal("sheet"),
  key,
  title: text,
  items: Schema.Array(
    Schema.Struct({
      id: text,
      label: sentence,
      chosen: optional(Schema.Boolean),
      danger: optional(Schema.Boolean),
    }),
  ),
})
export type ActionSheet = typeof ActionSheet.Type

export type Question = Modal | ActionSheet

export const FeedbackEvent = Schema.Union([
  event("feedback.showToast", { toast: Toast }),
  event("feedback.hideToast", {}),
  event("feedback.showLoading", { text: sentence }),
  event("feedback.hideLoading", {}),
  event("feedback.ask", { question: Schema.Union([Modal, ActionSheet]) }),
  event("feedback.confirm", { key, content: optional(sentence) }),
  event("feedback.pick", { key, id: text }),
  event("feedback.cancel", { key }),
  /** No answer is awaited any more: the session has ended. */
  event("feedback.clear", {}),
  event("feedback.toastElapsed", { key }),
])
export type FeedbackEvent = typeof FeedbackEvent.Type

export type FeedbackEmitted =
  | { readonly type: "feedback.warned"; readonly message: string }
  | {
      readonly type: "feedback.answered"
      readonly key: string
      readonly confirmed: boolean
      /** The content of an editable modal, or the id of the picked item. */
      readonly content: string | null
    }
