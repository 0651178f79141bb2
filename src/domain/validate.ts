/**
 * Validates form fields. A check returns null or a problem, whose reason ends the translation key
 * `error.field.<reason>`.
 */
import { INVITATION_CODE_LENGTH, PASSWORD_LENGTH, RESET_CONTACT_LENGTH, USERNAME_LENGTH } from "./limits.ts"
import type { ParamsOf, Problem } from "./problem.ts"

export const FIELD_REASONS = [
  "required",
  "too-short",
  "too-long",
  "characters",
  "mismatch",
  "same-as-old",
  "too-common",
  "checksum",
  "account-checksum",
  "address-checksum",
  "address-network",
  "address-link",
  "address-tag",
  "address-x",
  "address-burnt",
  "tag",
  "no-tag",
  "not-an-amount",
  "not-a-percentage",
  "ambiguous",
  "exponent",
  "decimals",
  "negative",
  "zero",
  "too-large",
  "below-minimum",
  "above-maximum",
  "above-balance",
  "choose",
] as const
export type FieldReason = (typeof FIELD_REASONS)[number]
/** A reason whose text has values comes with them. */
export type FieldProblem = {
  [R in FieldReason]: ParamsOf<`field.${R}`> extends undefined
    ? { readonly reason: R; readonly params?: undefined }
    : { readonly reason: R; readonly params: ParamsOf<`field.${R}`> }
}[FieldReason]

// ── formats ──────────────────────────────────────────────────────────────────
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(text)
/** An https URL with a host and without credentials. */
export const isHttpsUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === ""
}
/** A plain decimal amount with at most two decimals, no sign, no exponent. */
export const isAmount = (text: string): boolean => /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text)

/**
 * Characters that are not seen: controls, line breaks, marks of direction, fillers. A terminal or a
 * page may obey them. The two joiners that scripts and emoji need are not among them.
 */
const unseen = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0]/gu

/** True for a text without unseen characters. White space around it does not count. */
export const isPlainText = (text: string): boolean => text.trim().search(unseen) < 0

/** The text with each unseen character replaced by what `codeOf` makes of it. */
export const replaceUnseen = (text: string, codeOf: (character: string) => string): string =>
  text.replace(unseen, codeOf)

// ── fields ───────────────────────────────────────────────────────────────────
/** Missing, too short or too long. Counts code points. */
export const lengthProblem = (text: string, bounds: { min: number; max: number }): FieldProblem | null => {
  const length = [...text].length
  if (length === 0) return { reason: "required" }
  if (length < bounds.min) return { reason: "too-short", params: { min: bounds.min } }
  return length > bounds.max ? { reason: "too-long", params: { max: bounds.max } } : null
}

/** Checks the length, then that every character is allowed. */
export const patternProblem = (
  text: string,
  bounds: { min: number; max: number },
  allowed: RegExp,
): FieldProblem | null =>
  lengthProblem(text, bounds) ?? (allowed.test(text) ? null : { reason: "characters" })

/** A username as it is stored and shown: NFKC-normalised and trimmed. */
export const displayName = (username: string): string => username.normalize("NFKC").trim()
/** A password as it is judged and hashed. White space belongs to it. */
export const normalPassword = (password: string): string => password.normalize("NFKC")
/** A code or number as it is compared: full-width letters and digits become plain ones. */
export const plainCode = (typed: string): string => typed.normalize("NFKC").trim()

// Each check judges the normal form, which the server stores.
export const usernameProblem = (text: string): FieldProblem | null =>
  patternProblem(displayName(text), USERNAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)
export const contactProblem = (text: string): FieldProblem | null =>
  lengthProblem(text.trim(), RESET_CONTACT_LENGTH) ?? (isPlainText(text) ? null : { reason: "characters" })
export const passwordProblem = (text: string): FieldProblem | null =>
  lengthProblem(normalPassword(text), PASSWORD_LENGTH)
export const invitationCodeProblem = (text: string): FieldProblem | null =>
  patternProblem(
    plainCode(text),
    { min: INVITATION_CODE_LENGTH, max: INVITATION_CODE_LENGTH },
    /^[A-Za-z0-9]+$/,
  )

// One form field: its name in the app and on the wire, whether it is secret, and its validation.

export type FormValues = Readonly<Record<string, string>>
export type Check = (value: string, values: FormValues) => FieldProblem | null

export interface FieldRule {
  readonly name: string
  readonly wire: string
  readonly isSecret: boolean
  /** True if a recording masks the value: it says who the member is or where their money goes. */
  readonly isPersonal: boolean
  readonly check: Check
  /** Refusal reasons that concern this field even if the server names no field. */
  readonly reasons: readonly string[]
}

/** Forms by name: the fields of each in display order. */
export type Forms = Readonly<Record<string, readonly FieldRule[]>>

/** Why a code of a second factor is refused. */
export const CODE_REFUSALS = ["factor.code-wrong", "factor.code-used", "factor.clock-off"] as const

export const required: Check = (value) => (value === "" ? { reason: "required" } : null)

const fieldOf =
  (isSecret: boolean, isPersonal: boolean) =>
  <const Name extends string>(name: Name, wire: string, check: Check, ...reasons: readonly string[]) => ({
    name,
    wire,
    isSecret,
    isPersonal,
    check,
    reasons,
  })

/** A field whose value may be part of events. */
export const open = fieldOf(false, false)

/** A field whose value may be part of events, and is masked in recordings. */
export const personal = fieldOf(false, true)

/** A field whose value must never be part of an event. */
export const secret = fieldOf(true, false)

/** A validation result as a `Problem`. */
export const fieldProblem = (found: FieldProblem | null): Problem | null =>
  found === null
    ? null
    : { reason: `field.${found.reason}`, ...(found.params ? { params: found.params } : {}) }
