/**
 * What no test can bring about in the browser, each with the reason. The list is held against the runs: an entry that is driven after all, or that no longer
 * exists, fails.
 */
export const undriven: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: {
    "order.notRecorded|order.confirm|0":
      "the answer that nothing was sent offers the way back to the ticket, and no button that sends",
    "order.notRecorded|order.confirm|1": "the same: there is no button to confirm with",
  },
  session: {
    "session.authenticated|session.tokenInvalid|1":
      "of the calls that are made with a token only the one that logs out is answered in the `errorCode` envelope, and by then the session is ending",
    "session.ending.revoked": "the same: no member's call brings the session here",
    "session.ending.revoked|session.cleared|0": "the same",
  },
}
