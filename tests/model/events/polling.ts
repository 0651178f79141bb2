import { pollingMachine } from "../../../machines/polling.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** Every look at the screen, the end of what is pending, and a limited poll. */
export const cases = casesFor(pollingMachine, {
  inputs: [
    { intervalMs: 10_000, limit: null },
    { intervalMs: 10_000, limit: 2 },
  ],
  // without a limit the count has no end
  tells: ({ context: { limit, count } }) => [limit, limit === null ? 0 : count],
  events: [
    { type: "polling.start", at },
    { type: "polling.stop", at },
    { type: "polling.foundHidden", at },
    { type: "polling.foundCalm", at },
    { type: "polling.foundDue", at },
  ],
})
