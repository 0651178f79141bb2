import { freshnessMachine } from "../../../machines/freshness.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

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
    { type: "freshness.wentOffline", at },
    { type: "freshness.cameOnline", at },
  ],
})
