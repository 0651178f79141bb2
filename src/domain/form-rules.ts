/**
 * One form field: its name in the app and on the wire, whether it is secret, and its validation.
 */
import type { FieldProblem } from "./validate.ts"

export type FormValues = Readonly<Record<string, string>>
export type Check = (value: string, values: FormValues) => FieldProblem | null

export interface FieldRule {
  readonly name: string
  readonly wire: string
  readonly isSecret: boolean
  readonly check: Check
  /** Refusal reasons that concern this field even if the server names no field. */
  readonly reasons: readonly string[]
}

/** Forms by name: the fields of each in display order. */
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

/** A field whose value may be part of events. */
export const open = fieldOf(false)

/** A field whose value must never be part of an event. */
export const secret = fieldOf(true)
