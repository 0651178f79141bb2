/** How a visitor asks for a reset of the password and sets a new one by a code. */
import { Clock, Effect } from "effect"
import type { FormValues } from "../../domain/validate.ts"
import type { FormEvent } from "../../events/form.ts"
import { failureOf } from "./call.ts"
import { Api, Secrets } from "./services.ts"

export interface VisitorSubmission {
  readonly formId: "forgotten" | "resetByCode"
  readonly values: FormValues
  readonly handles: Readonly<Record<string, string>>
}

const sendForm = Effect.fnUntraced(function* ({ formId, values, handles }: VisitorSubmission) {
  const api = yield* Api
  const secrets = yield* Secrets
  const username = (values.username ?? "").trim()
  if (formId === "forgotten")
    return yield* api.call("passwordForgotten", { username, contact: (values.contact ?? "").trim() })
  const code = (yield* secrets.take(handles.code ?? "")) ?? ""
  const newPassword = (yield* secrets.take(handles.newPassword ?? "")) ?? ""
  return yield* api.call("passwordReset", { username, code: code.trim(), newPassword: newPassword })
})

/** Submits the form: form.accepted or form.refused. Never retries by itself. */
export const submitVisitorForm = Effect.fnUntraced(function* (submission: VisitorSubmission) {
  const result = yield* Effect.result(sendForm(submission))
  const at = yield* Clock.currentTimeMillis
  const fact: FormEvent =
    result._tag === "Success"
      ? { type: "form.accepted", at }
      : { type: "form.refused", failure: failureOf(result.failure), at }
  return fact
})
