/**
 * The forms of members, registered by `addForms` when the member code loads: the first page does
 * not carry them.
 */

import { type Forms, open, required, secret } from "./form-rules.ts"
import { CRYPTO_ADDRESS_LENGTH } from "./limits.ts"
import {
  bankAccountProblem,
  bankNameProblem,
  cardNumberProblem,
  confirmProblem,
  idNumberProblem,
  realNameProblem,
} from "./member-fields.ts"
import { type FieldProblem, lengthProblem, passwordProblem } from "./validate.ts"

const chosen = (value: string): FieldProblem | null => (value === "" ? { reason: "choose" } : null)

/** Removes spaces and dashes, which members type for legibility. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, "")

const newPassword = (value: string, oldPassword: string | undefined): FieldProblem | null =>
  passwordProblem(value) ?? (value === oldPassword ? { reason: "same-as-old" } : null)

/** The value of `keptIdNumber` if the server keeps the ID number of a rejected check. */
export const KEPT = "yes"

/**
 * The fields of a crypto address. Its page also checks the address and the tag against the network's
 * format: that code is large, and loads with the page.
 */
const network = open("network", "network", chosen)
const address = open(
  "address",
  "address",
  (value) => lengthProblem(value.trim(), CRYPTO_ADDRESS_LENGTH),
  "usdt.duplicate",
)

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
  bankAdd: [
    open("bankName", "bank_name", bankNameProblem),
    secret("cardNumber", "card_number", (value) => cardNumberProblem(cardDigits(value)), "bank.duplicate"),
    open("userName", "username", realNameProblem),
  ],
  accountAdd: [
    open("bankCode", "bank_code", chosen),
    secret(
      "accountNumber",
      "card_number",
      (value, { bankCode }) => bankAccountProblem(cardDigits(value), bankCode ?? ""),
      "bank.duplicate",
    ),
    open("holder", "username", realNameProblem),
  ],
  cryptoAdd: [network, address],
  exchangeAdd: [network, address, open("tag", "tag", () => null)],
  realName: [
    open("realName", "real_name", realNameProblem),
    secret("idNumber", "id_number", (value, { keptIdNumber }) =>
      value === "" && keptIdNumber === KEPT ? null : idNumberProblem(value),
    ),
    open("keptIdNumber", "kept_id_number", () => null),
    open("frontId", "front_image", chosen),
    open("backId", "back_image", chosen),
  ],
} as const satisfies Forms
