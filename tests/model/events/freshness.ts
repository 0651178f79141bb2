import { freshnessMachine } from "../../../machines/freshness.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"
import { BALANCE_FRESH_MS } from "../../../src/domain/limits.ts"

const at = 1
const compared = (answered: number, number: number) =>
  ({ type: "freshness.compared", answered, number, at }) as const

/** Answers that are as new, older, and older than yet another event. */
export const cases = casesFor(freshnessMachine, {
  events: [
    compared(1, 1),
    compared(1, 2),
    compared(2, 2),
    compared(2, 3),
    { type: "freshness.shown", answeredAtMs: 0, at },
    { type: "freshness.shown", answeredAtMs: 0, at: BALANCE_FRESH_MS + 1 },
    { type: "freshness.wentOffline", at },
    { type: "freshness.cameOnline", at },
  ],
})
