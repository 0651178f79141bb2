import { settlementMachine } from "../../../machines/settlement.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const compared = (...pending: readonly string[]) => ({ type: "settlement.compared", pending, at: 1 }) as const

/** Answers with nothing, one and two things that are pending. */
export const cases = casesFor(settlementMachine, {
  events: [compared(), compared("a"), compared("b"), compared("a", "b")],
})
