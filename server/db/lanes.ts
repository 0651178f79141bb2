import { Context, Effect, Fiber, Latch, Schema } from "effect"
import { makeFairPool } from "../fair-pool.ts"
import { realPause } from "./outer-clocks.ts"

/**
 * A member has more calls waiting than it may, or its read took too long. Nothing is known of a write
 * that is refused so: an earlier statement of its call may have been executed.
 */
export class DbBusy extends Schema.TaggedError<DbBusy>()("DbBusy", { message: Schema.String }) {}

/** A statement of the lane "reads" ends after this time. */
export const READ_LIMIT_MS = 2_000

/**
 * Connections that members' calls have at once. The others are for sessions, probes and workers. The
 * embedded engine runs one statement at a time, so the next one is on its way meanwhile.
 */
export const LANES = {
  reads: { postgres: 6, pglite: 2 },
  market: { postgres: 3, pglite: 2 },
  writes: { postgres: 4, pglite: 2 },
} as const
/** Of one member, in each lane; and calls that wait. */
export const LANE_SHARE = { atOnceOfOne: 2, waitingMax: 4_000, waitingMaxOfOne: 200 } as const

/** Connections to PostgreSQL: this share is for the lane "reads", and has its time limit. */
export const CONNECTIONS = { all: 16, limitedShare: LANES.reads.postgres / 16 } as const

/** The lane in which statements wait for their turn, and the member or network they belong to. */
export interface LaneOfCall {
  readonly lane: keyof typeof LANES
  readonly party: string
}

/** Null: statements take no turns. */
export const CurrentLane = Context.Reference<LaneOfCall | null>("financial-links/CurrentLane", {
  defaultValue: () => null,
})

const tooSlow = Effect.fail(new DbBusy({ message: "A read took too long." }))

/**
 * Fails `READ_LIMIT_MS` after `work` has got its turn. A statement of the embedded engine cannot be
 * stopped: it keeps its turn until it ends.
 */
const limited = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  inTurn: (work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DbBusy, R>,
): Effect.Effect<A, E | DbBusy, R> =>
  Effect.gen(function* () {
    const begun = yield* Latch.make()
    const fiber = yield* Effect.forkDetach(inTurn(Effect.andThen(begun.open, work)))
    const late = begun.await.pipe(Effect.andThen(realPause(READ_LIMIT_MS)), Effect.andThen(tooSlow))
    return yield* Effect.raceFirst(Fiber.join(fiber), late)
  })

/** Runs statements and transactions in the turn of their caller. Members take turns in each lane. */
export const makeLanes = (engine: "pglite" | "postgres") => {
  const poolOf = (lane: keyof typeof LANES) =>
    makeFairPool({
      ...LANE_SHARE,
      atOnce: LANES[lane][engine],
      refuse: () => new DbBusy({ message: "Too many calls of one member wait." }),
    })
  const pools = { reads: poolOf("reads"), market: poolOf("market"), writes: poolOf("writes") }
  return <A, E, R>(borrow: (isLimited: boolean) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentLane, (current): Effect.Effect<A, E | DbBusy, R> => {
      if (current === null) return borrow(false)
      const { lane, party } = current
      const isLimited = lane === "reads"
      const inTurn = (work: Effect.Effect<A, E, R>) => pools[lane].run(party, work)
      return isLimited ? limited(borrow(true), inTurn) : inTurn(borrow(false))
    })
}
