/** The prices of each moment: what the one store held is written down as it changes, and read back by a store that only looks. */
import type { QuoteStore } from "../runtime/effects/quote-store.ts"
import type { Tape } from "./tape.ts"

type Held = ReturnType<QuoteStore["get"]>

/** Prices kept; the oldest half goes when there are more. */
const PRICE_LIMIT = 40_000

interface Told {
  readonly place: number
  readonly held: NonNullable<Held>
}

export interface PriceTape {
  /** The store of a moment. */
  readonly at: (place: number) => QuoteStore
}

/** The market's machine has heard of prices: of new ones, or of those of an earlier visit. */
const PRICED: ReadonlySet<string> = new Set(["market.framed", "market.recalled"])

const nothing = (): void => {}

/** Writes down every price that `store` takes from now on, at the place that the tape has reached. */
export const createPriceTape = (store: QuoteStore, tape: Tape): PriceTape => {
  const lines = new Map<string, Told[]>()
  let count = 0
  const thin = () => {
    for (const line of lines.values()) line.splice(0, Math.floor(line.length / 2))
    count = [...lines.values()].reduce((sum, line) => sum + line.length, 0)
  }
  const look = () => {
    for (const symbol of store.symbols()) {
      const held = store.get(symbol)
      const line = lines.get(symbol) ?? []
      if (held === undefined || line.at(-1)?.held === held) continue
      lines.set(symbol, line)
      line.push({ place: tape.end(), held })
      count += 1
    }
    if (count > PRICE_LIMIT) thin()
  }
  look()
  let seen = tape.end()
  tape.onChange(() => {
    const end = tape.end()
    for (let place = seen + 1; place <= end; place += 1)
      if (PRICED.has(tape.entryAt(place)?.event.type ?? "")) {
        look()
        break
      }
    seen = end
  })
  return {
    at: (place) => ({
      get: (symbol) => lines.get(symbol)?.findLast((told) => told.place <= place)?.held,
      symbols: () => [...lines.keys()],
      subscribe: () => nothing,
      apply: nothing,
      all: () => undefined,
      clockOffsetMs: () => store.clockOffsetMs(),
      clear: nothing,
    }),
  }
}
