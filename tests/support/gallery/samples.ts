import type { ChartPoint } from "../../../src/ui/PriceChart.tsx"

/** A repeatable walk: the same numbers on every run, so that pictures can be compared. */
const walk = (count: number, seed: number, start = 25.4): readonly number[] => {
  let state = seed
  let price = start
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    price = Math.max(1, price * (1 + (state / 2_147_483_648 - 0.49) * 0.03))
    return price
  })
}

export const closes = (seed: number, count = 40): readonly string[] =>
  walk(count, seed).map((value) => value.toFixed(4))

export const candles = (count = 120, seed = 7): readonly ChartPoint[] => {
  const values = walk(count + 1, seed)
  return values.slice(1).map((close, index) => {
    const open = values[index] ?? close
    return {
      at_ms: 1_760_000_000_000 + index * 86_400_000,
      open: open.toFixed(4),
      close: close.toFixed(4),
      high: (Math.max(open, close) * 1.008).toFixed(4),
      low: (Math.min(open, close) * 0.992).toFixed(4),
    }
  })
}

export const stocks = [
  { symbol: "AAPL", name: "Apple Inc.", price: "227.4812", ppm: 12_500, seed: 3 },
  { symbol: "AMZN", name: "Amazon.com, Inc.", price: "186.0340", ppm: -8_400, seed: 8 },
  { symbol: "GOOG", name: "Alphabet Inc. Class C Capital Stock", price: "165.9001", ppm: 0, seed: 12 },
  { symbol: "IBM", name: "International Business Machines", price: "215.3300", ppm: 3_120, seed: 21 },
  {
    symbol: "MSFT",
    name: "Microsoft Corporation",
    price: "1,417.1900".replace(",", ""),
    ppm: -123_400,
    seed: 34,
  },
]
