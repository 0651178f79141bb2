import { Clock, Effect } from "effect"
import { recordDecision } from "../core/decision.ts"
import { type Db, type DbError, execute, sql, transaction } from "../db/db.ts"
import { OuterClocks } from "../db/outer-clocks.ts"
import type { Lease } from "./lease.ts"

/** What a comparison with the database's clock found. */
export type ClockFinding =
  | { readonly kind: "agrees" }
  /** The database's clock jumped against this process's steady clock. */
  | { readonly kind: "stepped"; readonly byMs: number; readonly offsetMs: number }
  /** This process's clock differs from the database's: it must not lead. */
  | { readonly kind: "differs"; readonly byMs: number }

/**
 * The time of the market in one process. It starts at the database's time and advances with the
 * steady clock of the host, so that a step of any clock neither hastens nor delays it.
 */
export interface MarketTime {
  /** Epoch ms. Never goes back. */
  readonly nowMs: () => number
  /** A tick of this time exists: `nowMs` is not earlier from now on. */
  readonly reach: (atMs: number) => void
  /** Compares the clocks and follows the database's by at most `SLEW` of the time that passed. */
  readonly compare: Effect.Effect<ClockFinding, DbError, Db>
  /**
   * Keeps the market's time where it is after a step: stores its difference from the database's
   * clock for every process. Only the lease holder may. False when the lease is lost.
   */
  readonly absorbStep: (
    lease: Lease,
    step: Extract<ClockFinding, { kind: "stepped" }>,
  ) => Effect.Effect<boolean, DbError, Db>
}

/** Clocks that differ by more than this were set, not drifted. */
export const CLOCK_TOLERANCE_MS = 1_000
/** The share of the passed time by which drift is corrected, as NTP does. */
const SLEW = 0.0005
/** A process that does not lead accepts a step that no leader absorbed in this time. */
const UNABSORBED_MS = 10_000
/** Accuracy of the host's uptime, which counts suspensions. */
const UPTIME_ACCURACY_MS = 500

interface Reading {
  /** The database's time, and the market's difference from it. */
  readonly databaseMs: number
  readonly offsetMs: number
  /** The steady clock and the process's own clock around the reading. */
  readonly sent: Instant
  readonly received: Instant
}

interface Instant {
  readonly steadyMs: number
  readonly wallMs: number
}

/** How far a value lies outside an interval; 0 inside. */
const beyond = (value: number, from: number, to: number): number =>
  value < from ? value - from : value > to ? value - to : 0

const readDatabase = Effect.fnUntraced(function* (
  databaseNow: Effect.Effect<string>,
  instant: () => Instant,
) {
  const now = yield* databaseNow
  const sent = instant()
  const rows = yield* sql<{ now_ms: bigint; offset_ms: bigint }>(
    `select ${now} as now_ms,
       coalesce((select clock_offset_ms from market_lease where name = 'market'), 0) as offset_ms`,
  )
  const received = instant()
  const row = rows[0]
  if (row === undefined) return yield* Effect.die(new Error("the database has no clock"))
  const reading: Reading = {
    databaseMs: Number(row.now_ms),
    offsetMs: Number(row.offset_ms),
    sent,
    received,
  }
  return reading
})

/** Opens the market's time. It begins at the database's time. */
export const openMarketTime = Effect.fnUntraced(function* () {
  const clock = yield* Clock.Clock
  const { databaseNow, hostUptime } = yield* OuterClocks
  const originNs = clock.monotonicTimeNanosUnsafe()
  const instant = (): Instant => ({
    steadyMs: Number(clock.monotonicTimeNanosUnsafe() - originNs) / 1e6,
    wallMs: clock.currentTimeMillisUnsafe(),
  })
  const first = yield* readDatabase(databaseNow, instant)
  let anchor = { marketMs: first.databaseMs + first.offsetMs, steadyMs: first.received.steadyMs }
  let floorMs = Number.NEGATIVE_INFINITY
  let known = { offsetMs: first.offsetMs, steadyMs: first.received.steadyMs, uptimeS: hostUptime() }
  let unabsorbedSinceMs: number | null = null

  const estimateAt = (steadyMs: number): number => anchor.marketMs + (steadyMs - anchor.steadyMs)
  const moveBy = (ms: number, { steadyMs }: Instant): void => {
    anchor = { marketMs: estimateAt(steadyMs) + ms, steadyMs }
  }

  /** The steady clock stops while the host is suspended, but the time goes on. */
  const wasSuspendedFor = (ms: number, { received }: Reading): boolean => {
    const passedMs = received.steadyMs - known.steadyMs
    const hostPassedMs = (hostUptime() - known.uptimeS) * 1_000
    return ms > 0 && Math.abs(hostPassedMs - (passedMs + ms)) < UPTIME_ACCURACY_MS
  }

  /** True for a jump that the market follows: another process or the operator decided it. */
  const isDecided = (jumpMs: number, reading: Reading): boolean => {
    if (reading.offsetMs !== known.offsetMs || wasSuspendedFor(jumpMs, reading)) return true
    unabsorbedSinceMs ??= reading.received.steadyMs
    return reading.received.steadyMs - unabsorbedSinceMs > UNABSORBED_MS
  }

  const judge = (reading: Reading): ClockFinding => {
    const { databaseMs, offsetMs, sent, received } = reading
    const byMs = beyond(databaseMs, sent.wallMs, received.wallMs)
    const jumpMs = beyond(databaseMs + offsetMs, estimateAt(sent.steadyMs), estimateAt(received.steadyMs))
    const isStep = Math.abs(jumpMs) > CLOCK_TOLERANCE_MS
    if (Math.abs(byMs) > CLOCK_TOLERANCE_MS) return { kind: "differs", byMs: -byMs }
    if (isStep && !isDecided(jumpMs, reading))
      return { kind: "stepped", byMs: jumpMs, offsetMs: offsetMs - Math.round(jumpMs) }
    const slewMs = (received.steadyMs - known.steadyMs) * SLEW
    moveBy(isStep ? jumpMs : Math.max(-slewMs, Math.min(slewMs, jumpMs)), received)
    unabsorbedSinceMs = null
    known = { offsetMs, steadyMs: received.steadyMs, uptimeS: hostUptime() }
    return { kind: "agrees" }
  }

  const time: MarketTime = {
    nowMs: () => {
      floorMs = Math.max(floorMs, Math.floor(estimateAt(instant().steadyMs)))
      return floorMs
    },
    reach: (atMs) => {
      const { steadyMs } = instant()
      // The database's clock was set back while no process ran: the market goes on from its last tick.
      if (atMs > estimateAt(steadyMs) + CLOCK_TOLERANCE_MS) anchor = { marketMs: atMs, steadyMs }
      floorMs = Math.max(floorMs, atMs)
    },
    compare: Effect.map(readDatabase(databaseNow, instant), judge),
    absorbStep: Effect.fnUntraced(function* (lease, step) {
      const isHeld = yield* transaction(storeOffset(lease, step.offsetMs, step.byMs))
      if (isHeld) known = { ...known, offsetMs: step.offsetMs }
      return isHeld
    }),
  }
  return time
})

const storeOffset = Effect.fnUntraced(function* (lease: Lease, offsetMs: number, byMs: number) {
  const held = yield* execute(
    `update market_lease set clock_offset_ms = $3::bigint where name = 'market' and holder = $1 and fence = $2`,
    [lease.holder, lease.fence, offsetMs],
  )
  if (held === 0) return false
  yield* recordDecision({
    who: "market",
    why: "The database's clock was set; the market's time went on.",
    command: "market clock",
    subject: "market",
    detail: { stepped_by_ms: Math.round(byMs), offset_ms: offsetMs },
  })
  return true
})

/** How far the market's time is from the database's clock, in ms: 0 unless a step was absorbed. */
export const readClockOffset = Effect.fnUntraced(function* () {
  const rows = yield* sql<{ offset_ms: bigint }>(
    "select clock_offset_ms as offset_ms from market_lease where name = 'market'",
  )
  return Number(rows[0]?.offset_ms ?? 0n)
})

/**
 * Ends an offset: every process follows the database's clock at its next comparison. False, with
 * nothing changed, if the offset is no longer `offsetMs`.
 */
export const acceptDatabaseClock = Effect.fnUntraced(function* (offsetMs: number) {
  const ended = yield* execute(
    `update market_lease set clock_offset_ms = 0
     where name = 'market' and clock_offset_ms = $1::bigint and clock_offset_ms <> 0`,
    [offsetMs],
  )
  return ended > 0
})
