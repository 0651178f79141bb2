/**
 * The forms of members and the checks of their fields. `addForms` registers them when the member
 * code loads: the first page does not carry them.
 */

import {
  ALERT_NOTE_MAX,
  BANK_NAME_LENGTH,
  CARD_NUMBER_LENGTH,
  CRYPTO_ADDRESS_LENGTH,
  ID_NUMBER_LENGTH,
  PAYMENT_LINK_LENGTH_MAX,
  REAL_NAME_LENGTH,
} from "./limits.ts"
import {
  type FieldProblem,
  type Forms,
  isPlainText,
  lengthProblem,
  normalPassword,
  open,
  passwordProblem,
  patternProblem,
  personal,
  plainCode,
  replaceUnseen,
  required,
  secret,
} from "./validate.ts"

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

/** No card begins with 0 (ISO/IEC 7812), and none repeats one digit, though its check digit may fit. */
const isInvented = (card: string): boolean => /^0|^(\d)\1*$/.test(card)

export const confirmProblem = (text: string, password: string): FieldProblem | null =>
  text === ""
    ? { reason: "required" }
    : normalPassword(text) === normalPassword(password)
      ? null
      : { reason: "mismatch" }
/** A person's or a bank's name as it is judged and stored. */
export const normalName = (typed: string): string => typed.normalize("NFC").trim()
export const realNameProblem = (text: string): FieldProblem | null =>
  patternProblem(normalName(text), REAL_NAME_LENGTH, /^[\p{L}\p{M}][\p{L}\p{M} .'’·-]*$/u)
export const idNumberProblem = (text: string): FieldProblem | null =>
  lengthProblem(plainCode(text), ID_NUMBER_LENGTH) ??
  (isIdCard(plainCode(text)) ? null : { reason: "characters" })
export const bankNameProblem = (text: string): FieldProblem | null =>
  patternProblem(normalName(text), BANK_NAME_LENGTH, /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()-]*$/u)
export const cardNumberProblem = (text: string): FieldProblem | null =>
  patternProblem(text, CARD_NUMBER_LENGTH, /^\d+$/) ??
  (isCardNumber(text) && !isInvented(text) ? null : { reason: "checksum" })

// The Nigerian uniform bank account number (NUBAN): nine digits that the bank assigns and a check
// digit. The check digit also covers the bank's code, so that most mistaken banks are noticed
// too.

const ACCOUNT_NUMBER_LENGTH = { min: 10, max: 10 } as const

/** The weights of the three digits of the bank's code and the nine of the account, from the left. */
const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/**
 * The check digit as the Central Bank of Nigeria defines it: the weighted sum, completed to the
 * next ten. `digits` is the bank's code and the first nine digits of the account.
 */
const checkDigit = (digits: string): number => {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (10 - (sum % 10)) % 10
}

/** True where the check digit fits the account and the bank's three-digit code. */
export const isBankAccount = (account: string, bankCode: string): boolean =>
  /^(?!0{9})\d{10}$/.test(account) &&
  /^\d{3}$/.test(bankCode) &&
  checkDigit(bankCode + account.slice(0, 9)) === Number(account[9])

export const bankAccountProblem = (account: string, bankCode: string): FieldProblem | null =>
  patternProblem(account, ACCOUNT_NUMBER_LENGTH, /^\d+$/) ??
  // without a bank the digit cannot be checked yet
  (bankCode === "" || isBankAccount(account, bankCode) ? null : { reason: "account-checksum" })

const chosen = (value: string): FieldProblem | null => (value === "" ? { reason: "choose" } : null)

/** Removes spaces and dashes, which members type for legibility. */
export const cardDigits = (typed: string): string => plainCode(typed).replace(/[\s\p{Pd}]/gu, "")

const newPassword = (value: string, oldPassword: string | undefined): FieldProblem | null =>
  passwordProblem(value) ??
  (oldPassword !== undefined && normalPassword(value) === normalPassword(oldPassword)
    ? { reason: "same-as-old" }
    : null)

/** Removes spaces, line breaks and unseen characters, which come with a copied address. */
export const withoutSpaces = (typed: string): string => replaceUnseen(typed, () => "").replace(/\s/gu, "")

/** The value of `keptIdNumber` if the server keeps the ID number of a rejected check. */
export const KEPT = "yes"

/**
 * The fields of a crypto address. Its page also checks the address and the tag against the network's
 * format: that code is large, and loads with the page.
 */
const network = open("network", "network", chosen)
const address = personal(
  "address",
  "address",
  (value) => lengthProblem(withoutSpaces(value), { ...CRYPTO_ADDRESS_LENGTH, max: PAYMENT_LINK_LENGTH_MAX }),
  "usdt.duplicate",
)

/** Whether an alert of this kind has a price of its own; so has one without a kind. */
export const watchesPrice = (kind: string | undefined): boolean => kind !== "stop-out" && kind !== "opens"

/** The note of an alert, which may be empty. */
export const noteProblem = (text: string): FieldProblem | null => {
  const problem = lengthProblem(text.trim(), { min: 0, max: ALERT_NOTE_MAX })
  if (problem !== null) return problem.reason === "required" ? null : problem
  return isPlainText(text) ? null : { reason: "characters" }
}

export const memberForms = {
  password: [
    secret("oldPassword", "old_password", required, "password.wrong"),
    secret(
      "newPassword",
      "new_password",
      (value, { oldPassword }) => newPassword(value, oldPassword),
      "password.too-common",
      "password.same-as-old",
    ),
    secret("confirm", "confirm", (value, values) => confirmProblem(value, values.newPassword ?? "")),
  ],
  // "2-5.0": the first answer to the fifth question of the second attempt
  knowledge: [open("choice", "choice", chosen)],
  // the confirmation: sending it ends the sessions of all other devices
  endSessions: [open("confirmed", "confirmed", chosen)],
  bankAdd: [
    open("bankName", "bank_name", bankNameProblem),
    secret("cardNumber", "card_number", (value) => cardNumberProblem(cardDigits(value)), "bank.duplicate"),
    personal("userName", "username", realNameProblem),
  ],
  accountAdd: [
    open("bankCode", "bank_code", chosen),
    secret(
      "accountNumber",
      "card_number",
      (value, { bankCode }) => bankAccountProblem(cardDigits(value), bankCode ?? ""),
      "bank.duplicate",
    ),
    personal("holder", "username", realNameProblem),
  ],
  alertAdd: [
    open("productId", "product_id", chosen, "alert.product-unknown"),
    // a price or a change, as typed; `level` is what it meant at that moment
    open(
      "typed",
      "price",
      (value, { kind }) => (watchesPrice(kind) ? required(value, {}) : null),
      "alert.duplicate",
    ),
    open("level", "level", () => null),
    open("kind", "kind", chosen, "alert.beyond", "alert.always-open"),
    open("contractId", "contract_id", () => null, "order.not-open"),
    open("distance", "distance_bps", () => null, "alert.near"),
    open("repeat", "daily", () => null),
    open("days", "days", () => null),
    personal("note", "note", noteProblem),
  ],
  cryptoAdd: [network, address],
  exchangeAdd: [network, address, personal("tag", "tag", () => null)],
  realName: [
    personal("realName", "real_name", realNameProblem),
    secret("idNumber", "id_number", (value, { keptIdNumber }) =>
      value === "" && keptIdNumber === KEPT ? null : idNumberProblem(value),
    ),
    open("keptIdNumber", "kept_id_number", () => null),
    open("frontId", "front_image", chosen),
    open("backId", "back_image", chosen),
  ],
} as const satisfies Forms
