import { casesFor } from "@financial-links/paths"
import type { SnapshotFrom } from "xstate"
import { requestMachine } from "../../../machines/request.ts"
import type { RequestEvent } from "../../../src/events/request.ts"

/** A query, which is retried, and a command, which is not. */
export const ASKING = { endpoint: "promoteSummary", method: "GET", key: null, loading: false }
export const REMOVING = { endpoint: "bankCardRemove", method: "POST", key: null, loading: true }

const succeeded: RequestEvent = { type: "request.succeeded" }

const isIndicated = (snapshot: SnapshotFrom<typeof requestMachine>): boolean =>
  snapshot.matches({ running: { indicator: "shown" } })

/**
 * A call that the member waits for and that may be retried, one that may not, and one in the
 * background. Delays are found automatically.
 */
export const cases = casesFor(requestMachine, {
  inputs: [
    { endpoint: "walletSummary", method: "GET", key: null, loading: true },
    { endpoint: "bankCardAdd", method: "POST", key: null, loading: true },
    { endpoint: "walletSummary", method: "GET", key: null, loading: false },
  ],
  events: [
    { type: "request.succeeded" },
    { type: "request.refused", failure: { reason: "request.too-many" } },
    { type: "request.tokenRejected" },
    { type: "request.unanswered", kind: "network" },
    { type: "request.unanswered", kind: "malformed" },
    { type: "request.abort" },
  ],
  /** Possible outcomes of a request. */
  walk: {
    inputs: [ASKING, REMOVING],
    events: (snapshot): readonly RequestEvent[] => {
      const { context } = snapshot
      if (!snapshot.matches({ running: { call: "attempting" } })) return []
      // A slow request ends with an answer.
      if (context.method === "POST" && isIndicated(snapshot)) return [succeeded]
      return [
        succeeded,
        { type: "request.refused", failure: { reason: "request.too-many" } },
        { type: "request.tokenRejected" },
        { type: "request.unanswered", kind: "network" },
        ...(context.method === "GET"
          ? [{ type: "request.unanswered", kind: "malformed" } as const, { type: "request.abort" } as const]
          : []),
      ]
    },
    tells: (snapshot) => [snapshot.context.method, snapshot.context.attempt, isIndicated(snapshot)],
  },
})
