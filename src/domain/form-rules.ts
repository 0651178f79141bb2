/** What a field of a form is: its name in the app and on the wire, whether it is secret, and what can be wrong with it, to the app and to the server. */
import type { FieldProblem } from "./validate.ts"

export type FormValues = Readonly<Record<string, string>>
type Check = (value: string, values: FormValues) => FieldProblem | null

export interface FieldRule {
  readonly name: string
  readonly wire: string
  readonly isSecret: boolean
  readonly check: Check
  /** Refusals that are about this field even where the server does not name it. */
  readonly reasons: readonly string[]
}

/** Forms by their names: the fields of each in the order they are shown. */
export type Forms = Readonly<Record<string, readonly FieldRule[]>>

export const required: Check = (value) => (value === "" ? { reason: "required" } : null)

const fieldOf =
  (isSecret: boolean) =>
  <const Name extends string>(name: Name, wire: string, check: Check, ...reasons: readonly string[]) => ({
    name,
    wire,
    isSecret,
    check,
    reasons,
  })

/** A field whose value may be known to the machine. */
export const open = fieldOf(false)

/** A field whose value is never part of an event. */
export const secret = fieldOf(true)
