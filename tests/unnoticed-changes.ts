/**
 * Changes of sources that no unit test notices, by file, each with the reason. A file that is listed
 * here has no other: `npm run mutate:sources -- --file FILE` holds the list both ways.
 */
export const unnoticedChanges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "machines/receipt.ts": {
    "{ types: { events: {} as ReceiptEvent }, actors: { /** Checks the settlement: receipt.checked, receipt.unproved or recei… → {}":
      "it holds types, and a stub that the runtime replaces",
    '"receipt" → ""': "machine-files.test.ts holds the id; it reads the source as text and is left out here",
    '"check" → ""': "the id of an invoked actor that nothing addresses",
  },
  "src/domain/trade.ts": {
    "exposure(terms) * sign(terms.direction) → exposure(terms) / sign(terms.direction)":
      "the sign is 1 or −1: the quotient is the product",
  },
}
