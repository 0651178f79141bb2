import { Schema } from "effect"
import { FailureData, REASONS, type Reason } from "../../src/contract/errors.ts"
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

const statuses: ReadonlyMap<string, number> = new Map(Object.entries(REASONS))

/** HTTP status of a reason; field checks are answers like other business refusals. */
export const statusOf = (reason: string): number =>
  statuses.get(reason) ?? (reason.startsWith("field.") ? 200 : 500)
