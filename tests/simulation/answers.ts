import { Cause, Exit } from "effect"
import { isDecision, Refusal } from "../../server/core/refusal.ts"
import type { Outcome } from "../../server/core/stored-outcome.ts"

/** What a call was answered, as far as the caller may rely on it. */
export type Answer =
  | { readonly kind: "done"; readonly id: string; readonly text: string | null }
  /** Stored under the key: every later answer is the same. */
  | { readonly kind: "decided"; readonly reason: string; readonly text: string }
  /** Says nothing about the key: no answer, or one that asks to try again. */
  | { readonly kind: "open"; readonly reason: string }
  | { readonly kind: "void" }
  | { readonly kind: "defect"; readonly text: string }

const isUnavailable = (error: unknown): boolean =>
  typeof error === "object" &&
  error !== null &&
  ["DbUnavailable", "DbConflict"].includes(String(Reflect.get(error, "_tag")))

/** The answer that the HTTP edge would give to a call that failed. */
export const answerOfFailure = (cause: Cause.Cause<unknown>): Answer => {
  const failures = cause.reasons.flatMap((reason) => (reason._tag === "Fail" ? [reason.error] : []))
  const refused = failures.find((error) => error instanceof Refusal)
  if (refused instanceof Refusal) return refusalAnswer(refused)
  if (failures.some(isUnavailable)) return { kind: "open", reason: "unavailable" }
  return { kind: "defect", text: Cause.pretty(cause) }
}

/** The answer to a command. Null: the process ended before it answered. */
export const answerOf = (
  exit: Exit.Exit<{ readonly id: string; readonly text: string }, unknown> | null,
): Answer => {
  if (exit === null) return { kind: "open", reason: "silence" }
  return Exit.isSuccess(exit) ? { kind: "done", ...exit.value } : answerOfFailure(exit.cause)
}

/** The same text for the same members in any order: a stored refusal may come back in another one. */
const textOf = (refusal: object): string =>
  JSON.stringify(refusal, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const refusalAnswer = ({ reason, data }: Refusal): Answer => {
  if (reason === "operation.voided") return { kind: "void" }
  return isDecision(reason) ? { kind: "decided", reason, text: textOf(data) } : { kind: "open", reason }
}

/** The answer to a question about a key. */
export const answerOfOutcome = (exit: Exit.Exit<Outcome, unknown> | null): Answer => {
  if (exit === null) return { kind: "open", reason: "silence" }
  if (Exit.isFailure(exit)) return answerOfFailure(exit.cause)
  const outcome = exit.value
  if (outcome.state === "void") return { kind: "void" }
  if (outcome.state === "done") return { kind: "done", id: outcome.id, text: null }
  return { kind: "decided", reason: outcome.refusal.reason, text: textOf(outcome.refusal) }
}

/** True for two answers that one key cannot have (C4). */
const contradicts = (one: Answer, other: Answer): boolean => {
  if (one.kind !== other.kind) return true
  if (one.kind === "done" && other.kind === "done")
    return one.id !== other.id || (one.text !== null && other.text !== null && one.text !== other.text)
  return one.kind === "decided" && other.kind === "decided" && one.text !== other.text
}

/** Everything that one key was answered. */
export interface KeyHistory {
  /** Returns what is wrong with the answer, or null. */
  readonly learn: (answer: Answer) => string | null
  /** The first answer that decided the key. */
  readonly decided: () => Answer | null
}

export const makeKeyHistory = (): KeyHistory => {
  let first: Answer | null = null
  return {
    decided: () => first,
    learn: (answer) => {
      if (answer.kind === "open") return null
      if (answer.kind === "defect") return `an unexpected failure (C9): ${answer.text}`
      if (answer.kind === "decided" && answer.reason === "operation.key-conflict")
        return "the same body was refused as another one (C4)"
      if (first !== null && contradicts(first, answer))
        return `two answers of one key (C4): ${JSON.stringify(first)} and ${JSON.stringify(answer)}`
      // an answer with its text is worth more than the id alone
      if (first === null || (first.kind === "done" && first.text === null)) first = answer
      return null
    },
  }
}
