import { listMachine } from "../../../machines/list.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"

const at = 1

/** Pages with rows and more to come, the last page, and none at all. */
export const cases = casesFor(listMachine, {
  events: [
    { type: "list.loaded", ids: ["a", "b"], nextCursor: "c", at },
    { type: "list.loaded", ids: ["c"], nextCursor: null, at },
    { type: "list.loaded", ids: [], nextCursor: null, at },
    {
      type: "list.recalled",
      ids: ["a"],
      nextCursor: null,
      knownAtMs: at,
      failure: { reason: "no-answer.timeout" },
      at,
    },
    { type: "list.failed", failure: { reason: "no-answer.network" }, at },
    { type: "list.more", at },
    { type: "list.refresh", at },
    { type: "list.retry", at },
  ],
})
