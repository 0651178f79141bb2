import { createCipheriv, createHmac } from "node:crypto"
import type { PriceUnits } from "../../src/domain/money.ts"
import type { Published } from "./feed.ts"

/** The prices of one market day. */
export interface DailyBar {
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly published: Published
  /** The historic day, "2009-03-12"; interpolated where only months are published. */
  readonly date: string
}

interface Anchor {
  readonly at: number
  readonly value: number
}

/** Prices are multiples of a hundredth, like the published ones. */
const PRICE_STEP = 100

export const toPriceUnits = (value: number): PriceUnits =>
  BigInt(Math.max(1, Math.round(value / PRICE_STEP)) * PRICE_STEP)

/**
 * A Brownian bridge of `steps + 1` points from `from` to `to` with step deviation `sigma`. Both
 * ends are exact.
 */
export const brownianBridge = (
  from: number,
  to: number,
  steps: number,
  sigma: number,
  random: Random,
): Float64Array => {
  const walk = new Float64Array(steps + 1)
  for (let i = 1; i <= steps; i++) walk[i] = (walk[i - 1] ?? 0) + sigma * unitStep(random)
  const end = walk[steps] ?? 0
  return walk.map((value, i) => from + value + (steps === 0 ? 0 : (i / steps) * (to - from - end)))
}

/** Reflects a value at both bounds until it lies between them. */
const fold = (value: number, low: number, high: number): number => {
  const span = high - low
  if (span <= 0) return low
  const distance = (((value - low) % (2 * span)) + 2 * span) % (2 * span)
  return low + (distance <= span ? distance : 2 * span - distance)
}

/**
 * Synthetic prices of a day at `count` instants, from its open to its close. They stay within high
 * and low, and reach both when there are enough instants.
 */
export const dayPath = (bar: DailyBar, count: number, random: Random): ReadonlyArray<PriceUnits> => {
  const [low, high] = [Number(bar.low), Number(bar.high)]
  const anchors = anchorsOf(bar, count, random)
  const sigma = (0.9 * (high - low)) / Math.sqrt(Math.max(1, count))
  const path: PriceUnits[] = [bar.open]
  for (let i = 1; i < anchors.length; i++) {
    const [from, to] = [anchors[i - 1], anchors[i]]
    if (from === undefined || to === undefined) break
    const piece = brownianBridge(from.value, to.value, to.at - from.at, sigma, random)
    for (let j = 1; j < piece.length; j++) path.push(toPriceUnits(fold(piece[j] ?? to.value, low, high)))
  }
  path[count - 1] = bar.close
  return path
}

const anchorsOf = (bar: DailyBar, count: number, random: Random): ReadonlyArray<Anchor> => {
  const last = count - 1
  const first = 1 + Math.floor(random() * Math.max(1, last - 2))
  const second = first + 1 + Math.floor(random() * Math.max(1, last - first - 1))
  const highFirst = random() < 0.5
  const extremes = [
    { at: highFirst ? first : second, value: Number(bar.high) },
    { at: highFirst ? second : first, value: Number(bar.low) },
  ]
  const inner = extremes
    .filter(({ at, value }) => at < last && value !== Number(bar.open) && value !== Number(bar.close))
    .sort((a, b) => a.at - b.at)
  return [{ at: 0, value: Number(bar.open) }, ...inner, { at: last, value: Number(bar.close) }]
}

/** Yields uniform numbers in [0, 1). */
type Random = () => number

const chunkBytes = 4096

/**
 * A deterministic generator: AES-256 in counter mode, keyed with an HMAC of the label. Seeing some
 * numbers (as prices) reveals nothing about the next without the secret.
 */
export const randomOf = (secret: string, label: string): Random => {
  const key = createHmac("sha256", secret).update(label).digest()
  const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16))
  let chunk = Buffer.alloc(0)
  let offset = 0
  return () => {
    if (offset >= chunk.length) {
      chunk = cipher.update(Buffer.alloc(chunkBytes))
      offset = 0
    }
    const value = chunk.readUInt32BE(offset)
    offset += 4
    return value / 2 ** 32
  }
}

/** A step with mean 0 and variance 1, from one uniform number. */
const unitStep = (random: Random): number => (random() - 0.5) * Math.sqrt(12)
