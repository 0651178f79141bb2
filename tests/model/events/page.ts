import { casesFor } from "@financial-links/paths"
import { pageMachine } from "../../../machines/page.ts"

const at = 1

/** Every command, and every answer of the network. Delays are found automatically. */
export const cases = casesFor(pageMachine, {
  inputs: [{ name: "market" }],
  events: [
    { type: "page.open", at },
    { type: "page.show", at },
    { type: "page.hide", at },
    { type: "page.recover", at },
    { type: "page.close", at },
    { type: "page.arrived", at },
    { type: "page.missed", at },
    { type: "page.reached", at },
    { type: "page.unreached", at },
    { type: "page.outdated", at },
  ],
})
