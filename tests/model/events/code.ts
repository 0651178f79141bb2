import { codeMachine } from "../../../machines/code.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"

const at = 1

/** Every answer of the network. Delays are found automatically. */
export const cases = casesFor(codeMachine, {
  inputs: [{ name: "market" }],
  events: [
    { type: "code.load", at },
    { type: "code.recover", at },
    { type: "code.arrived", at },
    { type: "code.missed", at },
    { type: "code.reachable", at },
    { type: "code.unreachable", at },
  ],
})
