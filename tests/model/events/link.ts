import { linkMachine } from "../../../machines/link.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

export const cases = casesFor(linkMachine, {
  events: [
    { type: "link.await", at },
    { type: "link.received", at },
  ],
})
