import { casesFor } from "@financial-links/paths"
import { removalMachine } from "../../../machines/removal.ts"
import type { RemovalEvent } from "../../../src/events/removal.ts"

const at = 1

const removed = (id: string): RemovalEvent => ({ type: "removal.removed", id, at })

/** Two destinations. */
export const cases = casesFor(removalMachine, {
  events: ({ context, value }): readonly RemovalEvent[] => [
    { type: "removal.ask", id: "a", at },
    { type: "removal.ask", id: "b", at },
    { type: "removal.cancel", at },
    { type: "removal.confirm", at },
    // the server removes what was asked for, while it is requested it
    ...(value.question === "removing" ? [removed(context.id)] : []),
    { type: "removal.refused", failure: { reason: "no-answer.network" }, at },
    { type: "removal.undo", at },
    { type: "removal.restored", at },
    { type: "removal.notRestored", failure: { reason: "no-answer.timeout" }, at },
    { type: "removal.unconfirmed", at },
  ],
})
