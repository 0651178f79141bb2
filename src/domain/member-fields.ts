/** Validation of the fields that only members fill in. Reasons as in validate.ts. */
import {
  BANK_NAME_LENGTH,
  CARD_NUMBER_LENGTH,
  CRYPTO_ADDRESS_LENGTH,
  ID_NUMBER_LENGTH,
  REAL_NAME_LENGTH,
} from "./limits.ts"
import { type FieldProblem, lengthProblem, patternProblem } from "./validate.ts"

export const isDigits = (text: string): boolean => /^\d+$/.test(text)
/**
 * @public The specification lists it among the generic helpers; `idNumberProblem` also says what is
 * wrong.
 */
export const isIdCard = (text: string): boolean => {
  const { min, max } = ID_NUMBER_LENGTH
  return text.length >= min && text.length <= max && /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(text)
}
/** The Luhn check digit of payment card numbers. */
export const isCardNumber = (text: string): boolean => {
  if (!isDigits(text)) return false
  const digits = [...text].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

export const confirmProblem = (text: string, password: string): FieldProblem | null =>
  text === "" ? { reason: "required" } : text === password ? null : { reason: "mismatch" }
export const realNameProblem = (text: string): FieldProblem | null =>
  patternProblem(text, REAL_NAME_LENGTH, /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u)
export const idNumberProblem = (text: string): FieldProblem | null =>
  patternProblem(text, ID_NUMBER_LENGTH, /^[A-Za-z0-9][A-Za-z0-9-]*$/)
export const bankNameProblem = (text: string): FieldProblem | null =>
  patternProblem(text, BANK_NAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()-]*$/u)
export const cardNumberProblem = (text: string): FieldProblem | null =>
  patternProblem(text, CARD_NUMBER_LENGTH, /^\d+$/) ?? (isCardNumber(text) ? null : { reason: "checksum" })

/**
 * Address formats: TRON base58 ("T…", 34), Ethereum-style hex ("0x" and 40), Bitcoin base58 or
 * bech32.
 */
const addressPatterns: Readonly<Record<string, RegExp>> = {
  "USDT-TRC20": /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  "USDT-ERC20": /^0x[0-9a-fA-F]{40}$/,
  BTC: /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71})$/,
}
export const cryptoAddressProblem = (text: string, network: string): FieldProblem | null =>
  lengthProblem(text, CRYPTO_ADDRESS_LENGTH) ??
  ((addressPatterns[network] ?? /^[A-Za-z0-9]+$/).test(text) ? null : { reason: "characters" })
