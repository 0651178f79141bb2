import { queryMachine } from "../../../machines/query.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"

const at = 1

/** Answers in two languages, a cached one with and without a reason, and two kinds of failure. */
export const cases = casesFor(queryMachine, {
  events: [
    { type: "query.show", language: "en", at },
    { type: "query.show", language: "de", at },
    { type: "query.leave", at },
    { type: "query.prefetch", at },
    { type: "query.refresh", at },
    { type: "query.renew", at },
    { type: "query.invalidate", at },
    { type: "query.clear", at },
    { type: "query.answered", language: "en", at: 5 },
    { type: "query.recalled", knownAtMs: 2, failure: null, at },
    { type: "query.recalled", knownAtMs: 3, failure: { reason: "no-answer.timeout" }, at },
    { type: "query.notCached", at },
    { type: "query.failed", failure: { reason: "no-answer.network" }, at },
    { type: "query.failed", failure: { reason: "system.internal" }, at },
  ],
})
