import { connectionMachine } from "../../../machines/connection.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"
import type { ConnectionEvent } from "../../../src/events/connection.ts"

const at = 1

/** Answers only to heartbeats, and both ways of breaking. */
export const cases = casesFor(connectionMachine, {
  inputs: [{ after: null }],
  events: ({ context: { unanswered } }): readonly ConnectionEvent[] => [
    { type: "connection.ticketed", at },
    { type: "connection.refused", failure: { reason: "no-answer.server" }, at },
    { type: "connection.opened", at },
    { type: "connection.broke", failure: { reason: "no-answer.network" }, at },
    { type: "connection.broke", failure: { reason: "no-answer.malformed" }, at },
    ...(unanswered > 0 ? [{ type: "connection.answered" as const, at }] : []),
  ],
})
