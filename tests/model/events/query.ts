import { casesFor } from "@financial-links/paths"
import { queryMachine } from "../../../machines/query.ts"
import type { QueryEvent } from "../../../src/events/query.ts"
import { undriven } from "../undriven.ts"

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
    { type: "query.answered", language: "de", at: 6 },
    { type: "query.recalled", knownAtMs: 2, failure: null, at },
    { type: "query.recalled", knownAtMs: 3, failure: { reason: "no-answer.timeout" }, at },
    { type: "query.notCached", at },
    { type: "query.failed", failure: { reason: "no-answer.network" }, at },
    { type: "query.failed", failure: { reason: "system.internal" }, at },
  ],
  /** Each fact only where the app's programs can send it. */
  walk: {
    events: (snapshot): readonly QueryEvent[] => {
      const commands: readonly QueryEvent[] = [
        { type: "query.show", language: "en", at },
        { type: "query.show", language: "de", at },
        { type: "query.leave", at },
        { type: "query.prefetch", at },
        { type: "query.refresh", at },
        { type: "query.renew", at },
        { type: "query.invalidate", at },
        { type: "query.clear", at },
      ]
      if (!snapshot.hasTag("busy")) return commands
      const facts: readonly QueryEvent[] = [
        // later than the answer that it replaces
        { type: "query.answered", language: "en", at: snapshot.matches({ answer: "outdated" }) ? 2 : at },
        { type: "query.failed", failure: { reason: "no-answer.network" }, at },
        { type: "query.failed", failure: { reason: "no-answer.malformed" }, at },
      ]
      const recalls: readonly QueryEvent[] = snapshot.matches({ answer: { none: "reading" } })
        ? [
            { type: "query.recalled", knownAtMs: 2, failure: null, at },
            { type: "query.notCached", at },
          ]
        : snapshot.matches({ answer: { none: "unknown" } })
          ? [{ type: "query.recalled", knownAtMs: 3, failure: { reason: "no-answer.timeout" }, at }]
          : []
      return [...commands, ...facts, ...recalls]
    },
    unreachable: undriven.query,
  },
})
