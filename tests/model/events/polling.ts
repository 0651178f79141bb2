import { pollingMachine } from "../../../machines/polling.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"

const at = 1

/** Every look at the screen, and the end of what is pending. */
export const cases = casesFor(pollingMachine, {
  inputs: [{ intervalMs: 10_000 }],
  events: [
    { type: "polling.start", at },
    { type: "polling.stop", at },
    { type: "polling.hidden", at },
    { type: "polling.calm", at },
    { type: "polling.due", at },
  ],
})
