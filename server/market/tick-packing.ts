/** Many ticks in few bytes. Hashes are left out: they follow from the rest, and whoever unpacks computes them anew. */
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { type JournalTick, nextTick } from "./tick.ts"

/** Small numbers of either sign as small numbers without one. */
const unsigned = (value: bigint): bigint => (value < 0n ? -2n * value - 1n : 2n * value)
const signed = (value: bigint): bigint => (value & 1n ? -(value + 1n) / 2n : value / 2n)

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
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

/** Packs an unbroken stretch of one symbol's journal: of time and price what each differs from the one before. */
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

/** A packed stretch, and the link that it hangs on. */
export interface PackedTicks {
  readonly symbol: string
  readonly firstSeq: number
  /** Hash of the tick before, in hex. */
  readonly previousHash: string
  readonly bytes: Uint8Array
}

/** The stretch as it was, every hash computed. */
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
