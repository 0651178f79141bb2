import { buildMachine } from "../../../machines/build.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** Every command, and every report of the browser. Delays are found automatically. */
export const cases = casesFor(buildMachine, {
  events: [
    { type: "build.look", at },
    { type: "build.accept", at },
    { type: "build.decline", at },
    { type: "build.installed", at },
    { type: "build.activated", at },
  ],
})
