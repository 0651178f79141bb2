import { Schema } from "effect"
import { FailureData, type Reason } from "../../src/contract/errors.ts"
import type { Params, ParamsOf, REASON_PARAMS } from "../../src/domain/problem.ts"
import type { FieldProblem, FieldReason } from "../../src/domain/validate.ts"

/** A reason of the contract, or the reason of a field check. */
export type RefusalReason = Reason | `field.${FieldReason}`

interface About {
  readonly field?: string
  readonly params?: Params
}

/** A reason whose text has values; it cannot be given without them. */
type ReasonWithParams = Extract<RefusalReason, keyof typeof REASON_PARAMS>
export type PlainReason = Exclude<RefusalReason, ReasonWithParams>

/**
 * The server refuses a call. The HTTP edge encodes it in the endpoint's envelope and the caller's
 * language.
 */
export class Refusal extends Schema.TaggedError<Refusal>()("Refusal", FailureData.fields) {
  /** The part that is sent and stored. */
  get data(): FailureData {
    const { reason, field, params } = this
    return { reason, ...(field !== undefined && { field }), ...(params && { params }) }
  }
}

/**
 * Builds a refusal. `field` is the wire name of the field concerned, `params` the values of its
 * message.
 */
export function refusal<R extends ReasonWithParams>(
  reason: R,
  about: About & { readonly params: ParamsOf<R> },
): Refusal
export function refusal(reason: PlainReason, about?: About): Refusal
export function refusal(reason: RefusalReason, about: About = {}): Refusal {
  return new Refusal({ reason, ...about })
}

/** The refusal for a failed field check. */
export const fieldRefusal = (field: string, problem: FieldProblem): Refusal =>
  new Refusal({
    reason: `field.${problem.reason}`,
    field,
    ...(problem.params ? { params: problem.params } : {}),
  })

/** Families of reasons about the call itself rather than about what the member asked for. */
const callFamilies = ["request.", "system.", "session.", "upload."]

/**
 * True for a refusal that decides an operation: every business reason, and `request.too-many`. Only
 * such a refusal is stored under the idempotency key; after any other, a retry may succeed.
 */
export const isDecision = (reason: string): boolean =>
  reason === "request.too-many" || !callFamilies.some((family) => reason.startsWith(family))
