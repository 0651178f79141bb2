import { createHash } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
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

export const tickOf = (tick: JournalTick): Tick => ({
  symbol: tick.symbol,
  seq: tick.seq,
  atMs: tick.atMs,
  price: priceOf(tick.price),
  previousHash: tick.previousHash,
  hash: tick.hash,
})

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
  const next = {
    symbol,
    seq: (head?.seq ?? 0) + 1,
    atMs: Math.max(atMs, (head?.atMs ?? 0) + 1),
    price,
    previousHash: head?.hash ?? FIRST_PREVIOUS_HASH,
  }
  return { ...next, hash: hashOf(tickOf({ ...next, hash: "" })) }
}

// Compact encoding of ticks. Hashes are omitted; unpacking recomputes them.

/** ZigZag encoding: maps small signed numbers to small unsigned ones. */
const unsigned = (value: bigint): bigint => (value < 0n ? -2n * value - 1n : 2n * value)
const signed = (value: bigint): bigint => (value & 1n ? -(value + 1n) / 2n : value / 2n)

/** LEB128 encoding: seven bits per byte, lowest first; the eighth bit says that more follow. */
const write = (bytes: number[], value: bigint): void => {
  let rest = unsigned(value)
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
}

function* numbersIn(bytes: Uint8Array): Generator<bigint> {
  let value = 0n
  let shift = 0n
  for (const byte of bytes) {
    value |= BigInt(byte & 127) << shift
    shift += 7n
    if (byte > 127) continue
    yield signed(value)
    value = 0n
    shift = 0n
  }
}

/** Packs an unbroken range of one symbol's journal as differences of time and price. */
export const packTicks = (ticks: ReadonlyArray<JournalTick>): Uint8Array => {
  const bytes: number[] = []
  let [atMs, price] = [0n, 0n]
  for (const tick of ticks) {
    write(bytes, BigInt(tick.atMs) - atMs)
    write(bytes, tick.price - price)
    atMs = BigInt(tick.atMs)
    price = tick.price
  }
  return deflateRawSync(Uint8Array.from(bytes), { level: 9 })
}

/** A packed range, and its link to the chain. */
export interface PackedTicks {
  readonly symbol: string
  readonly firstSeq: number
  /** Hash of the preceding tick, in hex. */
  readonly previousHash: string
  readonly bytes: Uint8Array
}

/** Unpacks a range and recomputes every hash. */
export const unpackTicks = ({
  symbol,
  firstSeq,
  previousHash,
  bytes,
}: PackedTicks): ReadonlyArray<JournalTick> => {
  const ticks: JournalTick[] = []
  let before: JournalTick = {
    symbol,
    seq: firstSeq - 1,
    atMs: 0,
    price: 0n,
    previousHash: "",
    hash: previousHash,
  }
  const numbers = numbersIn(inflateRawSync(bytes))
  for (;;) {
    const [later, dearer] = [numbers.next(), numbers.next()]
    if (later.done || dearer.done) return ticks
    const price = before.price + dearer.value
    before = nextTick(symbol, before, before.atMs + Number(later.value), price)
    ticks.push(before)
  }
}
