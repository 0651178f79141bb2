/**
 * Declares every form once: its fields in display order, which are secret, their wire names and
 * validation. Events carry only whether a secret field is filled and what is wrong with it.
 */

import type { memberForms } from "./member-forms.ts"
import { isSame } from "./operation.ts"
import type { NamedRefusal, Problem, Problems } from "./problem.ts"
import {
  type Check,
  CODE_REFUSALS,
  contactProblem,
  type FieldRule,
  type Forms,
  type FormValues,
  fieldProblem,
  invitationCodeProblem,
  open,
  passwordProblem,
  personal,
  required,
  secret,
  usernameProblem,
} from "./validate.ts"

export const visitorForms = {
  // The login form does not reveal the rules for names and passwords.
  login: [
    personal("username", "username", required),
    secret("password", "password", required, "login.wrong-credentials"),
    // only of an account with a second factor, which the server's answer to the password says
    secret("code", "factor_code", () => null, "login.code-required", ...CODE_REFUSALS),
  ],
  register: [
    personal(
      "username",
      "username",
      usernameProblem,
      "register.username-taken",
      "register.username-reserved",
      "register.username-confusable",
    ),
    secret("password", "password", passwordProblem, "password.too-common"),
    personal("invitationCode", "invitation_code", invitationCodeProblem, "register.invitation-unknown"),
    // the date of the agreements that were agreed to, or UNDATED_CONSENT
    open("consent", "terms_at_ms", required, "register.terms-changed"),
  ],
  forgotten: [personal("username", "username", required), personal("contact", "contact", contactProblem)],
  resetByCode: [
    personal("username", "username", required),
    secret("code", "code", required, "password.code-wrong"),
    secret("newPassword", "new_password", passwordProblem, "password.too-common"),
  ],
} as const satisfies Forms

/** The consent to the agreements on a page that does not know their date yet. */
export const UNDATED_CONSENT = "undated"

/** The form's value for the consent to agreements of that date; undefined: their date is unknown. */
export const consentTo = (termsAtMs: number | undefined): string =>
  termsAtMs === undefined ? UNDATED_CONSENT : String(termsAtMs)

/** True unless the consent is missing or was given to agreements of another date. */
export const isConsentTo = (consent: string, termsAtMs: number | undefined): boolean =>
  consent !== "" && (consent === UNDATED_CONSENT || consent === consentTo(termsAtMs))

/** True for the forms before login, whose next visitor may be another person. */
export const isEntryForm = (formId: FormId): formId is keyof typeof visitorForms => formId in visitorForms

type AllForms = typeof visitorForms & typeof memberForms
export type FormId = keyof AllForms
export type FieldName<Id extends FormId> = AllForms[Id][number]["name"]

const known: Partial<Record<FormId, readonly FieldRule[]>> = { ...visitorForms }

/** Registers forms whose code is loaded later. Registering one twice has no effect. */
export const addForms = (forms: typeof memberForms): void => {
  Object.assign(known, forms)
}

/** The rules of a form in display order. Throws for a form that is not registered. */
export const rulesOf = (formId: FormId): readonly FieldRule[] => {
  const rules = known[formId]
  if (!rules) throw new Error(`the form ${formId} is not known yet`)
  return rules
}

/**
 * What events may say of a secret field: whether it is filled, and its problem. The same is
 * recorded of an open field that its page checks with code of its own, so that replay does not need
 * that code.
 */
export interface SecretState {
  readonly filled: boolean
  readonly problem: Problem | null
}

/** The problem of a secret field. `values` must hold the values of all fields of the form. */
export const secretProblem = (formId: FormId, name: string, values: FormValues): Problem | null => {
  const rule = rulesOf(formId).find((candidate) => candidate.name === name)
  return rule ? fieldProblem(rule.check(values[name] ?? "", values)) : null
}

const secretNames = (formId: FormId): readonly string[] =>
  rulesOf(formId)
    .filter((rule) => rule.isSecret)
    .map((rule) => rule.name)

/** True for a field whose value no event carries. */
export const isSecret = (formId: FormId, name: string): boolean => secretNames(formId).includes(name)

/** Checks of open fields by code that loads with the page. They come after the form's own rules. */
export type PageChecks = Readonly<Record<string, Check>>

export type SecretStates = Readonly<Record<string, SecretState>>

/** What the machine may know of each secret field, and of each field that the page checks. */
export const secretStates = (formId: FormId, values: FormValues, checks: PageChecks): SecretStates => {
  const stateOf = (name: string, problem: Problem | null): [string, SecretState] => [
    name,
    { filled: (values[name] ?? "") !== "", problem },
  ]
  return Object.fromEntries([
    ...secretNames(formId).map((name) => stateOf(name, secretProblem(formId, name, values))),
    ...Object.entries(checks).map(([name, check]) =>
      stateOf(name, fieldProblem(check(values[name] ?? "", values))),
    ),
  ])
}

const UNCHECKED: SecretState = { filled: false, problem: null }

/**
 * The states that a machine has to learn: that of the changed field, and those that differ from the known
 * ones. Without a known state, a field that the page checks counts as empty, and a secret one is left out.
 */
export const changedStates = (
  states: SecretStates,
  known: SecretStates,
  checks: PageChecks,
  changed?: string,
): SecretStates =>
  Object.fromEntries(
    Object.entries(states).filter(([name, state]) => {
      const before = known[name] ?? (checks[name] && UNCHECKED)
      return name === changed || (before !== undefined && !isSame(before, state))
    }),
  )

/** The problem of every field, from the open values and the states of the secret ones. */
export const formProblemsOf = (
  formId: FormId,
  values: FormValues,
  secrets: SecretStates,
): Problems<string> => {
  const problems: Record<string, Problem> = {}
  for (const rule of rulesOf(formId)) {
    const known = secrets[rule.name]
    const problem = rule.isSecret
      ? known?.filled === true
        ? known.problem
        : fieldProblem(rule.check("", values))
      : (fieldProblem(rule.check(values[rule.name] ?? "", values)) ?? known?.problem ?? null)
    if (problem !== null) problems[rule.name] = problem
  }
  return problems
}

/**
 * The form field that a refusal concerns: the named one, else the only possible one; null for none.
 */
export const formFieldOf = (formId: FormId, refusal: NamedRefusal): string | null => {
  const rules = rulesOf(formId)
  const named = rules.find((rule) => rule.wire === refusal.field)
  const meant = rules.find((rule) => rule.reasons.includes(refusal.reason))
  return (named ?? meant)?.name ?? null
}
