import { candlesMachine } from "../../../machines/candles.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"
import { ADDED_CANDLE_LIMIT } from "../../../src/domain/limits.ts"

const compared = (day: string | null, added: number) =>
  ({ type: "candles.compared", day, added, at: 1 }) as const

/** No price, two days, and the last number of bars within the limit and the first beyond it. */
export const cases = casesFor(candlesMachine, {
  events: [
    compared(null, 0),
    compared("a", ADDED_CANDLE_LIMIT),
    compared("a", ADDED_CANDLE_LIMIT + 1),
    compared("b", ADDED_CANDLE_LIMIT),
    compared("b", ADDED_CANDLE_LIMIT + 1),
    compared(null, ADDED_CANDLE_LIMIT + 1),
  ],
})
