/**
 * The forms of members, registered by `addForms` when the member code loads: the first page does
 * not carry them.
 */
import { type Forms, open, required, secret } from "./form-rules.ts"
import {
  bankNameProblem,
  cardNumberProblem,
  confirmProblem,
  cryptoAddressProblem,
  idNumberProblem,
  realNameProblem,
} from "./member-fields.ts"
import { type FieldProblem, passwordProblem } from "./validate.ts"

const chosen = (value: string): FieldProblem | null => (value === "" ? { reason: "choose" } : null)

/** Removes spaces and dashes, which members type for legibility. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, "")

const newPassword = (value: string, oldPassword: string | undefined): FieldProblem | null =>
  passwordProblem(value) ?? (value === oldPassword ? { reason: "same-as-old" } : null)

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
  cryptoAdd: [
    open("network", "network", chosen),
    open(
      "address",
      "address",
      (value, values) => cryptoAddressProblem(value.trim(), values.network ?? ""),
      "usdt.duplicate",
    ),
  ],
  realName: [
    open("realName", "real_name", realNameProblem),
    secret("idNumber", "id_number", idNumberProblem),
    open("frontId", "front_image", chosen),
    open("backId", "back_image", chosen),
  ],
} as const satisfies Forms
