/**
 * The two envelopes of the specification. `unwrap` reads either into success, refusal, invalid
 * token or malformed. `errorCode`: 0 success · 1 failed · -1 token invalid · 1007 wrong password.
 * `code`: 1 success · 0 failed · -1 token invalid.
 */
import { Schema } from "effect"
import { FailureData } from "./errors.ts"

export type EnvelopeKind = "errorCode" | "code"

export const ERROR_CODE = { success: 0, failed: 1, tokenInvalid: -1, passwordInvalid: 1007 } as const
export const CODE = { success: 1, failed: 0, tokenInvalid: -1 } as const

const message = { msg: Schema.optionalKey(Schema.String), message: Schema.optionalKey(Schema.String) }

export const ErrorCodeEnvelope = Schema.Struct({
  errorCode: Schema.Int,
  ...message,
  data: Schema.optionalKey(Schema.Unknown),
})
export const CodeEnvelope = Schema.Struct({
  code: Schema.Int,
  data: Schema.optionalKey(Schema.Unknown),
  ...message,
  /** 1 if the message is for the member, else 0. */
  show: Schema.optionalKey(Schema.Literals([0, 1])),
})

interface Refusal {
  readonly kind: "refused"
  readonly code: number
  readonly message: string | null
  readonly failure: FailureData | null
}

/** The content of an envelope before its data is decoded. */
export type Unwrapped =
  | { readonly kind: "success"; readonly data: unknown }
  | Refusal
  | { readonly kind: "token-invalid"; readonly message: string | null }
  | { readonly kind: "malformed" }

const decodeErrorCode = Schema.decodeUnknownOption(ErrorCodeEnvelope)
const decodeCode = Schema.decodeUnknownOption(CodeEnvelope)
const decodeFailure = Schema.decodeUnknownOption(FailureData)

/** Reads an answer body. Never throws; a body in neither envelope is `malformed`. */
export const unwrap = (kind: EnvelopeKind, body: unknown): Unwrapped => {
  const decoded = kind === "errorCode" ? decodeErrorCode(body) : decodeCode(body)
  if (decoded._tag === "None") return { kind: "malformed" }
  const envelope = decoded.value
  const words = envelope.msg || envelope.message || null
  const code = "errorCode" in envelope ? envelope.errorCode : envelope.code
  const codes = kind === "errorCode" ? ERROR_CODE : CODE
  if (code === codes.success) return { kind: "success", data: envelope.data }
  if (code === codes.tokenInvalid) return { kind: "token-invalid", message: words }
  const failure = decodeFailure(envelope.data)
  return { kind: "refused", code, message: words, failure: failure._tag === "Some" ? failure.value : null }
}

/**
 * The reason of a refusal that names none: derived from the `errorCode` of a wrong password or from
 * a missing message; "" if the server's message has to suffice.
 */
export const reasonOf = (kind: EnvelopeKind, { failure, code, message }: Refusal): string => {
  if (failure !== null) return failure.reason
  if (kind !== "errorCode") return ""
  if (code === ERROR_CODE.passwordInvalid) return "login.wrong-credentials"
  return message ? "" : "login.unexplained"
}

/** Builds the body of a successful answer. */
export const successBody = (kind: EnvelopeKind, data: unknown) =>
  kind === "errorCode"
    ? { errorCode: ERROR_CODE.success, msg: "", data }
    : { code: CODE.success, data, msg: "", message: "", show: 0 as const }

/** Builds the body of a refusal; `words` is the message in the member's language. */
export const failureBody = (kind: EnvelopeKind, failure: FailureData, words: string) => {
  const tokenInvalid = failure.reason === "session.invalid" || failure.reason === "session.required"
  if (kind === "errorCode") {
    const failed =
      failure.reason === "login.wrong-credentials" ? ERROR_CODE.passwordInvalid : ERROR_CODE.failed
    return {
      errorCode: tokenInvalid ? ERROR_CODE.tokenInvalid : failed,
      msg: words,
      message: words,
      data: failure,
    }
  }
  return {
    code: tokenInvalid ? CODE.tokenInvalid : CODE.failed,
    data: failure,
    msg: words,
    message: words,
    show: 1 as const,
  }
}
