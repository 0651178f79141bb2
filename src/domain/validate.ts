/**
 * The field rules of the specification's §5 and ours. A check gives `null` for good input or the reason it is refused; a reason is the tail of a
 * translation key (`error.field.<reason>`), so that form, server and conformance runs speak of the same thing.
 */
import {
  BANK_NAME_LENGTH,
  CARD_NUMBER_LENGTH,
  CRYPTO_ADDRESS_LENGTH,
  ID_NUMBER_LENGTH,
  INVITATION_CODE_LENGTH,
  PASSWORD_LENGTH,
  REAL_NAME_LENGTH,
  USERNAME_LENGTH,
} from "./limits.ts"

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
export const isDigits = (text: string): boolean => /^\d+$/.test(text)
export const isSixDigitCode = (text: string): boolean => /^\d{6}$/.test(text)
export const isIdCard = (text: string): boolean => {
  const { min, max } = ID_NUMBER_LENGTH
  return text.length >= min && text.length <= max && /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(text)
}
/** Luhn's check digit, which every payment card number carries. */
export const isCardNumber = (text: string): boolean => {
  if (!isDigits(text)) return false
  const digits = [...text].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

// ── fields ───────────────────────────────────────────────────────────────────
const lengthProblem = (text: string, bounds: { min: number; max: number }): FieldProblem | null => {
  const length = [...text].length
  if (length === 0) return { reason: "required" }
  if (length < bounds.min) return { reason: "too-short", params: { min: bounds.min } }
  return length > bounds.max ? { reason: "too-long", params: { max: bounds.max } } : null
}

const checked = (text: string, bounds: { min: number; max: number }, allowed: RegExp): FieldProblem | null =>
  lengthProblem(text, bounds) ?? (allowed.test(text) ? null : { reason: "characters" })

export const usernameProblem = (text: string): FieldProblem | null =>
  checked(text, USERNAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u)
export const passwordProblem = (text: string): FieldProblem | null => lengthProblem(text, PASSWORD_LENGTH)
export const confirmProblem = (text: string, password: string): FieldProblem | null =>
  text === "" ? { reason: "required" } : text === password ? null : { reason: "mismatch" }
export const invitationCodeProblem = (text: string): FieldProblem | null =>
  checked(text, { min: INVITATION_CODE_LENGTH, max: INVITATION_CODE_LENGTH }, /^[A-Za-z0-9]+$/)
export const realNameProblem = (text: string): FieldProblem | null =>
  checked(text, REAL_NAME_LENGTH, /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u)
export const idNumberProblem = (text: string): FieldProblem | null =>
  checked(text, ID_NUMBER_LENGTH, /^[A-Za-z0-9][A-Za-z0-9-]*$/)
export const bankNameProblem = (text: string): FieldProblem | null =>
  checked(text, BANK_NAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()-]*$/u)
export const cardNumberProblem = (text: string): FieldProblem | null =>
  checked(text, CARD_NUMBER_LENGTH, /^\d+$/) ?? (isCardNumber(text) ? null : { reason: "checksum" })

/** Address shapes per network: TRON base58 ("T…", 34), Ethereum-style hex ("0x" and 40), Bitcoin base58 or bech32. */
const addressPatterns: Readonly<Record<string, RegExp>> = {
  "USDT-TRC20": /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  "USDT-ERC20": /^0x[0-9a-fA-F]{40}$/,
  BTC: /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71})$/,
}
export const cryptoAddressProblem = (text: string, network: string): FieldProblem | null =>
  lengthProblem(text, CRYPTO_ADDRESS_LENGTH) ??
  ((addressPatterns[network] ?? /^[A-Za-z0-9]+$/).test(text) ? null : { reason: "characters" })
