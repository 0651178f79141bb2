import { createHash } from "node:crypto"
import { FIRST_PREVIOUS_HASH, tickText } from "../../src/domain/chain.ts"
import type { Tick } from "../../src/domain/entities.ts"
import { type PriceUnits, priceOf } from "../../src/domain/money.ts"

/** A tick of the hash-chained journal. Hashes are lower-case hex. */
export interface JournalTick {
  readonly symbol: string
  readonly seq: number
  readonly atMs: number
  readonly price: PriceUnits
  readonly previousHash: string
  readonly hash: string
}

/** A tick on the wire. */
export const tickOf = (tick: JournalTick): Tick => ({
  symbol: tick.symbol,
  seq: tick.seq,
  atMs: tick.atMs,
  price: priceOf(tick.price),
  previousHash: tick.previousHash,
  hash: tick.hash,
})

/** The hash of a tick. */
export const hashOf = (tick: Omit<Tick, "hash">): string =>
  createHash("sha256").update(tickText(tick), "utf8").digest("hex")

/**
 * The tick that follows `head` (null: the symbol's first). Its time is later than the head's, even
 * when the clock went back.
 */
export const nextTick = (
  symbol: string,
  head: JournalTick | null,
  atMs: number,
  price: PriceUnits,
): JournalTick => {
  const unsigned = {
    symbol,
    seq: (head?.seq ?? 0) + 1,
    atMs: Math.max(atMs, (head?.atMs ?? 0) + 1),
    price,
    previousHash: head?.hash ?? FIRST_PREVIOUS_HASH,
  }
  return { ...unsigned, hash: hashOf(tickOf({ ...unsigned, hash: "" })) }
}
