/**
 * Promises: the provider's page opens by itself once for each payment that the member starts, never
 * after a reload or for a payment that is only looked at.
 */
import { emit, setup } from "xstate"
import type { LinkEvent, LinkReport } from "../src/events/link.ts"

export const linkMachine = setup({
  types: {
    events: {} as LinkEvent,
    emitted: {} as LinkReport,
  },
  actions: {
    open: emit({ type: "link.open" as const }),
  },
}).createMachine({
  id: "link",
  description: "Whether the provider's page opens by itself",
  initial: "idle",
  states: {
    idle: {
      description: "No payment was started, or its page has opened: a link is shown alone",
      on: { "link.await": { target: "awaited", description: "The member starts a payment" } },
    },
    awaited: {
      description: "A payment was started and its link is not known yet",
      on: {
        "link.received": { target: "idle", actions: "open", description: "The link is known and opens" },
      },
    },
  },
})
