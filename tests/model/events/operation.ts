import { casesFor, stateName } from "@financial-links/paths"
import type { AnyMachineSnapshot } from "xstate"
import { operationMachine } from "../../../machines/operation.ts"
import type { OperationEvent } from "../../../src/events/operation.ts"
import { at, factsOf, keyOf, operationWords, resumed } from "../../support/money-events.ts"
import { undriven } from "../undriven.ts"

/** A refusal as the server words it. */
export const refusal = { reason: "order.not-open", message: "No." }

export const begun = operationWords.send(keyOf(1))
export const adopted = {
  ...{ type: "operation.reconcile", key: keyOf(1), operation: "order-close", visit: "v2", at },
} as const satisfies OperationEvent

/** What is reported of the operation's own key: it receives no other. */
const facts: readonly OperationEvent[] = factsOf("operation", keyOf(1)).map((fact) =>
  fact.type === "operation.refused" ? { ...fact, failure: refusal } : fact,
)

const tells = ({ context }: Pick<AnyMachineSnapshot, "context">) => [
  context.visit,
  context.failure?.reason,
  context.id,
  Math.min(context.attempt, 1),
]

const OUTCOMES = ["accepted", "refused", "voided", "unanswered", "tokenRejected"]

/** The facts that the effects of each state can report. */
const POSSIBLE: Readonly<Record<string, readonly string[]>> = {
  recording: ["recorded", "unrecorded"],
  submitting: OUTCOMES,
  "reconciling.asking": OUTCOMES,
  "reconciling.pausing": ["pauseEnded"],
  suspended: ["pauseEnded"],
}

export const cases = casesFor(operationMachine, {
  events: [begun, adopted, ...facts, resumed],
  tells,
  walk: {
    events: ({ value }) => {
      const state = stateName(value)
      const words = POSSIBLE[state] ?? []
      const possible = facts.filter(({ type }) => words.includes(type.replace("operation.", "")))
      return state === "waiting" ? [begun, adopted] : possible
    },
    tells,
    unreachable: undriven.operation,
  },
})
