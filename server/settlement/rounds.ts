/** How the ticks that settlement has not seen are split into rounds. */
import { Effect, Option } from "effect"
import type { PricePoint } from "../../src/domain/settlement-plan.ts"
import { Db } from "../db/db.ts"
import { OrderWriter } from "../orders/order-writer.ts"
import type { FoundMax, SymbolWindow } from "./due.ts"

/**
 * Ticks of a symbol in one round. After an outage a contract is compared with each tick of its round;
 * with fewer ticks the rounds are more, and their batches not full.
 */
export const TICKS_A_ROUND = 16

/** The last processed tick of a symbol, and the pending ones after it. */
export interface PendingTicks {
  readonly before: PricePoint | null
  readonly next: ReadonlyArray<PricePoint>
}

/** One round: every symbol advances by at most `TICKS_A_ROUND` ticks. */
export type Round = ReadonlyArray<SymbolWindow & { readonly before: PricePoint | null }>

/**
 * Splits the pending ticks of a symbol into those of each round. The first tick after a gap is a round
 * alone: only what that tick decides cannot be decided.
 */
const chunksOf = ({ before, next }: PendingTicks): ReadonlyArray<ReadonlyArray<PricePoint>> => {
  const chunks: PricePoint[][] = []
  let previous = before
  let isClosed = true
  for (const tick of next) {
    const follows = tick.seq === (previous?.seq ?? 0) + 1
    const last = chunks.at(-1)
    if (last === undefined || isClosed || !follows || last.length >= TICKS_A_ROUND) chunks.push([tick])
    else last.push(tick)
    isClosed = !follows
    previous = tick
  }
  return chunks
}

/**
 * Splits pending ticks into rounds. The last round is complete up to `completeUntilMs`, so that
 * contracts expire and orders time out even while a symbol has no ticks.
 */
export const roundsOf = (
  symbols: ReadonlyArray<string>,
  pending: ReadonlyMap<string, PendingTicks>,
  completeUntilMs: number,
  isAll: boolean,
): ReadonlyArray<Round> => {
  const windows = symbols.map((symbol) => {
    const known = pending.get(symbol) ?? { before: null, next: [] }
    return { symbol, before: known.before, chunks: chunksOf(known) }
  })
  const length = Math.max(1, ...windows.map(({ chunks }) => chunks.length))
  return Array.from({ length }, (_, i) =>
    windows.flatMap(({ symbol, before, chunks }) => {
      const ticks = chunks[i] ?? []
      if (ticks.length === 0 && i > 0) return []
      const lastMs = ticks.at(-1)?.atMs ?? 0
      const isLast = i >= chunks.length - 1
      const until = isLast && isAll ? Math.max(completeUntilMs, lastMs) : lastMs
      return [{ symbol, ticks, before: chunks[i - 1]?.at(-1) ?? before, completeUntilMs: until }]
    }),
  )
}

/** How much settlement does in one statement. */
interface Pace {
  /** Contracts that one search finds. */
  readonly found: FoundMax
  /** Contracts that one statement writes. */
  readonly batch: number
}

/**
 * While orders arrive: they wait for the statement that writes their member's contracts. The embedded
 * engine has one connection, so there they wait for every statement, the search too.
 */
const BESIDE_ORDERS: Readonly<Record<Db["Service"]["engine"], Pace>> = {
  postgres: { found: 1_000, batch: 25 },
  pglite: { found: 200, batch: 12 },
}
/** While none arrive. Larger searches and statements cost less for each contract. */
const ALONE: Pace = { found: 10_000, batch: 1_000 }

/** The pace that fits now. A process without an order writer has no orders that wait. */
export const pace = Effect.gen(function* () {
  const { engine } = yield* Db
  const writer = yield* Effect.serviceOption(OrderWriter)
  return Option.isSome(writer) && (yield* writer.value.isBusy) ? BESIDE_ORDERS[engine] : ALONE
})
