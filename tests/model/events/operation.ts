import type { AnyMachineSnapshot } from "xstate"
import { operationMachine } from "../../../machines/operation.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import type { OperationEvent } from "../../../src/events/operation.ts"
import { at, factsOf, keyOf, operationWords, resumed } from "../../support/money-events.ts"

/** A refusal as the server words it. */
export const refusal = { reason: "order.not-open", message: "No." }

export const begun = operationWords.send(keyOf(1))
export const adopted = {
  ...{ type: "operation.reconcile", key: keyOf(1), operation: "order-close", visit: "v2", at },
} as const satisfies OperationEvent

/** What is reported of the operation's own key: it receives no other. */
export const facts: readonly OperationEvent[] = factsOf("operation", keyOf(1)).map((fact) =>
  fact.type === "operation.refused" ? { ...fact, failure: refusal } : fact,
)

export const tells = ({ context }: Pick<AnyMachineSnapshot, "context">) => [
  context.visit,
  context.failure?.reason,
  context.id,
  Math.min(context.attempt, 1),
]

export const cases = casesFor(operationMachine, { events: [begun, adopted, ...facts, resumed], tells })
