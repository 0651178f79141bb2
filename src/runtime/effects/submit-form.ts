/** How each form is submitted. Secrets are taken from their handles here, once. */
import { Clock, Effect } from "effect"
import type { ApiError } from "../../contract/errors.ts"
import type { FormId, visitorForms } from "../../domain/forms.ts"
import { cardDigits, withoutSpaces } from "../../domain/member-forms.ts"
import type { FormValues } from "../../domain/validate.ts"
import type { FormEvent } from "../../events/form.ts"
import { failureOf } from "./call.ts"
import { Api, Secrets, type Storage } from "./services.ts"
import { storeSession } from "./session-programs.ts"

/** The forms of visitors are submitted elsewhere; see `src/runtime/boot-actors.ts`. */
export type SentForm = Exclude<FormId, keyof typeof visitorForms>

/** All values of a form, secrets included: never log, store or emit them. */
type AllValues = FormValues

type Submission = (values: AllValues) => Effect.Effect<void, ApiError, Api | Storage>

const trimmed = (values: AllValues, name: string): string => (values[name] ?? "").trim()

const submissions: Readonly<Record<SentForm, Submission>> = {
  password: Effect.fnUntraced(function* (values) {
    const session = yield* (yield* Api).call("changePassword", {
      // A password is taken exactly as typed: spaces may belong to it.
      oldPassword: values.oldPassword ?? "",
      newPassword: values.newPassword ?? "",
    })
    yield* storeSession(session)
  }),
  endSessions: Effect.fnUntraced(function* () {
    yield* (yield* Api).call("loginsEnd", {})
  }),
  bankAdd: Effect.fnUntraced(function* (values) {
    yield* (yield* Api).call("bankCardAdd", {
      bankName: trimmed(values, "bankName"),
      cardNumber: cardDigits(values.cardNumber ?? ""),
      username: trimmed(values, "userName"),
    })
  }),
  accountAdd: Effect.fnUntraced(function* (values) {
    yield* (yield* Api).call("bankCardAdd", {
      bankCode: trimmed(values, "bankCode"),
      cardNumber: cardDigits(values.accountNumber ?? ""),
      username: trimmed(values, "holder"),
    })
  }),
  cryptoAdd: Effect.fnUntraced(function* (values) {
    yield* (yield* Api).call("cryptoAddressAdd", {
      network: trimmed(values, "network"),
      address: withoutSpaces(values.address ?? ""),
    })
  }),
  exchangeAdd: Effect.fnUntraced(function* (values) {
    const tag = trimmed(values, "tag")
    yield* (yield* Api).call("cryptoAddressAdd", {
      network: trimmed(values, "network"),
      address: withoutSpaces(values.address ?? ""),
      exchange: true,
      ...(tag !== "" && { tag }),
    })
  }),
  realName: Effect.fnUntraced(function* (values) {
    yield* (yield* Api).call("realNameSubmit", {
      realName: trimmed(values, "realName"),
      idNumber: trimmed(values, "idNumber"),
      frontImage: trimmed(values, "frontId"),
      backImage: trimmed(values, "backId"),
    })
  }),
}

export interface FormSubmission {
  readonly formId: SentForm
  readonly values: FormValues
  readonly handles: Readonly<Record<string, string>>
}

/** Submits a form: form.accepted or form.refused. Never retries by itself. */
export const submitForm = Effect.fnUntraced(function* ({ formId, values, handles }: FormSubmission) {
  const secrets = yield* Secrets
  const taken: Record<string, string> = {}
  for (const [name, handle] of Object.entries(handles)) taken[name] = (yield* secrets.take(handle)) ?? ""
  const result = yield* Effect.result(submissions[formId]({ ...values, ...taken }))
  const at = yield* Clock.currentTimeMillis
  const fact: FormEvent =
    result._tag === "Success"
      ? { type: "form.accepted", at }
      : { type: "form.refused", failure: failureOf(result.failure), at }
  return fact
})
