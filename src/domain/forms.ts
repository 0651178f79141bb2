/**
 * Every form, declared once: its fields in the order they are shown, which of them are secret, how they are called on the wire, and what is wrong with a
 * value. A secret field's value is never part of an event; the machine is told only whether it is filled and what is wrong with it.
 */
import { type FieldRule, type Forms, type FormValues, open, required, secret } from "./form-rules.ts"
import type { memberForms } from "./member-forms.ts"
import { fieldProblem, type Named, type Problem, type Problems } from "./problem.ts"
import { invitationCodeProblem, passwordProblem, usernameProblem } from "./validate.ts"

export const visitorForms = {
  // A login says nothing about what names and passwords look like.
  login: [
    open("username", "username", required),
    secret("password", "password", required, "login.wrong-credentials"),
  ],
  register: [
    open("username", "username", usernameProblem, "register.username-taken"),
    secret("password", "password", passwordProblem, "password.too-common"),
    open("invitationCode", "invitation_code", invitationCodeProblem, "register.invitation-unknown"),
  ],
} as const satisfies Forms

type AllForms = typeof visitorForms & typeof memberForms
export type FormId = keyof AllForms
/** The names of a form's fields. */
export type FieldName<Id extends FormId> = AllForms[Id][number]["name"]

const known: Partial<Record<FormId, readonly FieldRule[]>> = { ...visitorForms }

/** Makes forms known whose code has come by now; what is known already is as it was. */
export const addForms = (forms: typeof memberForms): void => {
  Object.assign(known, forms)
}

/** The rules of a form, in the order its fields are shown. Throws for one that is not known yet. */
export const rulesOf = (formId: FormId): readonly FieldRule[] => {
  const rules = known[formId]
  if (!rules) throw new Error(`the form ${formId} is not known yet`)
  return rules
}

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

/** The field of a form that a refusal is about: the one it names, else the one it can only mean; null where it is about none. */
export const formFieldOf = (formId: FormId, refusal: Named): string | null => {
  const rules = rulesOf(formId)
  const named = rules.find((rule) => rule.wire === refusal.field)
  const meant = rules.find((rule) => rule.reasons.includes(refusal.reason))
  return (named ?? meant)?.name ?? null
}
