import { Schema } from "effect"
import { FailureData, type Reason } from "../../src/contract/errors.ts"
import type { FieldProblem, FieldReason } from "../../src/domain/validate.ts"

/** A reason of the catalogue, or that of a field check. */
export type RefusalReason = Reason | `field.${FieldReason}`

type Params = Readonly<Record<string, string | number>>

/** The server says no, and why. The edge turns it into the endpoint's envelope, in the caller's language. */
export class Refusal extends Schema.TaggedError<Refusal>()("Refusal", FailureData.fields) {
  /** What an answer carries of it, and what is kept. */
  get data(): FailureData {
    const { reason, field, params } = this
    return { reason, ...(field !== undefined && { field }), ...(params && { params }) }
  }
}

/** Builds a refusal; `field` is the name on the wire that it is about, `params` are the values its message names. */
export const refusal = (
  reason: RefusalReason,
  about: { readonly field?: string; readonly params?: Params } = {},
): Refusal => new Refusal({ reason, ...about })

/** The refusal for what a field check found. */
export const fieldRefusal = (field: string, problem: FieldProblem): Refusal =>
  refusal(`field.${problem.reason}`, { field, ...(problem.params ? { params: problem.params } : {}) })

/** Families of reasons about the call itself. They say nothing about what the member asked for. */
const callFamilies = ["request.", "system.", "session.", "upload."]

/**
 * True for a refusal that decides an operation: every business reason, and `request.too-many`. Only such a refusal is stored
 * under the idempotency key; after any other the same call may still succeed.
 */
export const isDecision = (reason: string): boolean =>
  reason === "request.too-many" || !callFamilies.some((family) => reason.startsWith(family))
