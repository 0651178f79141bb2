/**
 * The outcome stored under an idempotency key, as JSON with the version it was written in (none: 1).
 * A stored outcome is never rewritten; at reading it is upcast to this release's version.
 */
import { isStored, type Stored, UnknownVersion, type Upcaster, upcastFrom } from "@financial-links/journal"
import { Effect, Schema } from "effect"
import { FailureData } from "../../src/contract/errors.ts"
import type { Operation } from "../../src/domain/operation.ts"
import { type Refusal, refusal } from "./refusal.ts"

/**
 * `void` means that the client was answered that nothing had arrived; it stays void for good. Keys of
 * money operations never expire.
 */
const Outcome = Schema.Union([
  Schema.Struct({ state: Schema.Literal("done"), id: Schema.String, answer: Schema.Unknown }),
  Schema.Struct({ state: Schema.Literal("refused"), refusal: FailureData }),
  Schema.Struct({ state: Schema.Literal("void") }),
])
export type Outcome = typeof Outcome.Type

/** The steps of each operation: the first turns version 1 into 2. */
export type OutcomeUpcasters = Readonly<Record<Operation, readonly Upcaster[]>>

/** No release has changed an answer in a way that its schema does not read. */
const outcomeUpcasters: OutcomeUpcasters = {
  order: [],
  "order-close": [],
  "order-amend": [],
  deposit: [],
  withdrawal: [],
  "withdrawal-cancel": [],
}

const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

/** An outcome as it is stored, in the present version. */
export const versionedOutcome = (
  operation: Operation,
  outcome: Outcome,
  upcasters: OutcomeUpcasters = outcomeUpcasters,
): Stored => ({ ...outcome, version: upcasters[operation].length + 1 })

/**
 * Reads a stored outcome. One of a newer release is refused with `system.newer-release`: a process of
 * that release knows it. One that no release has written is a defect and dies.
 */
export const readOutcome = (
  operation: Operation,
  stored: unknown,
  upcasters: OutcomeUpcasters = outcomeUpcasters,
): Effect.Effect<Outcome, Refusal> =>
  Effect.gen(function* () {
    if (!isStored(stored)) return yield* Effect.die(new Error(`an outcome of ${operation} is no object`))
    const { version = 1 } = stored
    const steps = upcasters[operation]
    if (typeof version === "number" && version > steps.length + 1)
      return yield* refusal("system.newer-release")
    const current = yield* Effect.try({
      try: () => upcastFrom(version, steps, stored, `an outcome of ${operation}`),
      catch: (cause) => (cause instanceof UnknownVersion ? cause : new Error(String(cause))),
    }).pipe(Effect.orDie)
    return yield* Effect.orDie(decodeOutcome(current))
  })
