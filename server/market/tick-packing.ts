/** Compact encoding of ticks. Hashes are omitted; unpacking recomputes them. */
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { type JournalTick, nextTick } from "./tick.ts"

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
