/**
 * Every form, declared once: its fields in the order they are shown, which of them are secret, how they are called on the wire, and what is wrong with a
 * value. A secret field's value is never part of an event; the machine is told only whether it is filled and what is wrong with it.
 */
import { fieldProblem, type Named, type Problem, type Problems } from "./problem.ts"
import {
  bankNameProblem,
  cardNumberProblem,
  confirmProblem,
  cryptoAddressProblem,
  type FieldProblem,
  idNumberProblem,
  invitationCodeProblem,
  passwordProblem,
  realNameProblem,
  usernameProblem,
} from "./validate.ts"

export type FormValues = Readonly<Record<string, string>>
type Check = (value: string, values: FormValues) => FieldProblem | null

export interface FieldRule {
  readonly name: string
  readonly wire: string
  readonly isSecret: boolean
  readonly check: Check
}

const required: Check = (value) => (value === "" ? { reason: "required" } : null)
const chosen: Check = (value) => (value === "" ? { reason: "choose" } : null)
const open = <const Name extends string>(name: Name, wire: string, check: Check) => ({
  name,
  wire,
  isSecret: false,
  check,
})
const secret = <const Name extends string>(name: Name, wire: string, check: Check) => ({
  name,
  wire,
  isSecret: true,
  check,
})

/** Spaces and dashes help to read a card number and mean nothing. */
export const cardDigits = (typed: string): string => typed.replace(/[\s-]/g, "")

const newPassword: Check = (value, values) =>
  passwordProblem(value) ?? (value === values.oldPassword ? { reason: "same-as-old" } : null)

export const forms = {
  // A login says nothing about what names and passwords look like.
  login: [open("username", "username", required), secret("password", "password", required)],
  register: [
    open("username", "username", usernameProblem),
    secret("password", "password", passwordProblem),
    open("invitationCode", "invitation_code", invitationCodeProblem),
  ],
  password: [
    secret("oldPassword", "old_password", required),
    secret("newPassword", "new_password", newPassword),
    secret("confirm", "confirm", (value, values) => confirmProblem(value, values.newPassword ?? "")),
  ],
  bankAdd: [
    open("bankName", "bank_name", bankNameProblem),
    secret("cardNumber", "card_number", (value) => cardNumberProblem(cardDigits(value))),
    open("userName", "username", realNameProblem),
  ],
  cryptoAdd: [
    open("network", "network", chosen),
    open("address", "address", (value, values) => cryptoAddressProblem(value.trim(), values.network ?? "")),
  ],
  realName: [
    open("realName", "real_name", realNameProblem),
    secret("idNumber", "id_number", idNumberProblem),
    open("frontId", "front_image", chosen),
    open("backId", "back_image", chosen),
  ],
} as const satisfies Record<string, readonly FieldRule[]>

export type FormId = keyof typeof forms
/** The names of a form's fields. */
export type FieldName<Id extends FormId> = (typeof forms)[Id][number]["name"]
export const formIds = Object.keys(forms) as FormId[]

/** The rules of a form, in the order its fields are shown. */
export const rulesOf = (formId: FormId): readonly FieldRule[] => forms[formId]

/** What is known of a secret field: whether it holds anything, and what is wrong with it. */
export interface SecretState {
  readonly filled: boolean
  readonly problem: Problem | null
}

/** What is wrong with a secret field, as the machine may know it. `values` must hold the values of all the form's fields. */
export const secretProblem = (formId: FormId, name: string, values: FormValues): Problem | null => {
  const rule = rulesOf(formId).find((candidate) => candidate.name === name)
  return rule ? fieldProblem(rule.check(values[name] ?? "", values)) : null
}

/** The problem of every field, from the open values and from what is known of the secret ones. */
export const formProblemsOf = (
  formId: FormId,
  values: FormValues,
  secrets: Readonly<Record<string, SecretState>>,
): Problems<string> => {
  const problems: Record<string, Problem> = {}
  for (const rule of rulesOf(formId)) {
    const known = secrets[rule.name]
    const problem = rule.isSecret
      ? known?.filled === true
        ? known.problem
        : fieldProblem({ reason: "required" })
      : fieldProblem(rule.check(values[rule.name] ?? "", values))
    if (problem !== null) problems[rule.name] = problem
  }
  return problems
}

/** Reasons that are about one field even where the server does not name it. */
const FIELD_OF_REASON: Readonly<Record<string, string>> = {
  "login.wrong-credentials": "password",
  "register.username-taken": "username",
  "register.invitation-unknown": "invitationCode",
  "password.wrong": "oldPassword",
  "password.too-common": "newPassword",
  "password.same-as-old": "newPassword",
  "bank.duplicate": "cardNumber",
  "usdt.duplicate": "address",
}

/** The field of a form that a refusal is about; null where it is about none. */
export const formFieldOf = (formId: FormId, refusal: Named): string | null => {
  const rules = rulesOf(formId)
  const named = rules.find((rule) => rule.wire === refusal.field)
  const meant = rules.find((rule) => rule.name === FIELD_OF_REASON[refusal.reason])
  // A new password that the server finds too common is the only one a registration has.
  const password =
    refusal.reason === "password.too-common" ? rules.find((rule) => rule.name === "password") : undefined
  return (named ?? meant ?? password)?.name ?? null
}
