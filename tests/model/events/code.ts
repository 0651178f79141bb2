import { codeMachine } from "../../../machines/code.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** The command, and every answer of the network. Delays are found automatically. */
export const cases = casesFor(codeMachine, {
  events: [
    { type: "code.retry", at },
    { type: "code.arrived", at },
    { type: "code.missed", at },
  ],
})
