/** Validation of the fields that only members fill in. Reasons as in validate.ts. */
import { BANK_NAME_LENGTH, CARD_NUMBER_LENGTH, ID_NUMBER_LENGTH, REAL_NAME_LENGTH } from "./limits.ts"
import { type FieldProblem, lengthProblem, patternProblem } from "./validate.ts"

export const isDigits = (text: string): boolean => /^\d+$/.test(text)
/** The letters, digits and hyphens of an ID card's number. */
export const isIdCard = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(text)
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
  lengthProblem(text, ID_NUMBER_LENGTH) ?? (isIdCard(text) ? null : { reason: "characters" })
export const bankNameProblem = (text: string): FieldProblem | null =>
  patternProblem(text, BANK_NAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()-]*$/u)
export const cardNumberProblem = (text: string): FieldProblem | null =>
  patternProblem(text, CARD_NUMBER_LENGTH, /^\d+$/) ?? (isCardNumber(text) ? null : { reason: "checksum" })
