/**
 * The field rules of the specification's §5 and ours. A check gives `null` for good input or the reason it is refused; a reason is the tail of a
 * translation key (`error.field.<reason>`), so that form, server and conformance runs speak of the same thing.
 */
import { INVITATION_CODE_LENGTH, PASSWORD_LENGTH, USERNAME_LENGTH } from "./limits.ts"

export const FIELD_REASONS = [
  "required",
  "too-short",
  "too-long",
  "characters",
  "mismatch",
  "same-as-old",
  "too-common",
  "checksum",
  "not-an-amount",
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
export type FieldProblem = {
  readonly reason: FieldReason
  readonly params?: Readonly<Record<string, string | number>>
}

// ── generic helpers ──────────────────────────────────────────────────────────
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@"(),:;<>[\\\]]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(text)
/** @public The specification lists it among the generic helpers; no screen asks for a mobile number. */
export const isMobileNumber = (text: string): boolean => /^\+?\d{7,15}$/.test(text)
/** A safe link: https, a host, no credentials in it. */
export const isHttpsUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    url.protocol === "https:" &&
    url.hostname !== "" &&
    url.username === "" &&
    url.password === ""
  )
}
/** A plain decimal amount with at most two decimals, no sign, no exponent. */
export const isAmount = (text: string): boolean => /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text)
/** @public The specification lists it among the generic helpers; no screen asks for a code. */
export const isSixDigitCode = (text: string): boolean => /^\d{6}$/.test(text)

// ── fields ───────────────────────────────────────────────────────────────────
/** Too short, too long, or not there at all; a letter counts once, however it is written down. */
export const lengthProblem = (text: string, bounds: { min: number; max: number }): FieldProblem | null => {
  const length = [...text].length
  if (length === 0) return { reason: "required" }
  if (length < bounds.min) return { reason: "too-short", params: { min: bounds.min } }
  return length > bounds.max ? { reason: "too-long", params: { max: bounds.max } } : null
}

/** The same, and then whether every sign is one that is allowed. */
export const checked = (
  text: string,
  bounds: { min: number; max: number },
  allowed: RegExp,
): FieldProblem | null =>
  lengthProblem(text, bounds) ?? (allowed.test(text) ? null : { reason: "characters" })

export const usernameProblem = (text: string): FieldProblem | null =>
  checked(text, USERNAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)
export const passwordProblem = (text: string): FieldProblem | null => lengthProblem(text, PASSWORD_LENGTH)
export const invitationCodeProblem = (text: string): FieldProblem | null =>
  checked(text, { min: INVITATION_CODE_LENGTH, max: INVITATION_CODE_LENGTH }, /^[A-Za-z0-9]+$/)
