import { requestMachine } from "../../../machines/request.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"

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
})
