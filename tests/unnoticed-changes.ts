/**
 * Changes of sources that no unit test notices, by file, each with the reason. A file that is listed
 * here has no other: `npm run mutate:sources -- --file FILE` holds the list both ways.
 */
export const unnoticedChanges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "machines/code.ts": {
    '"load" → ""': "the id of an invoked actor that nothing addresses",
  },
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
  "machines/watchlist.ts": {
    'event.type === "watchlist.add" → true':
      "the action runs on this event alone: the comparison narrows its type",
    'event.type === "watchlist.remove" → true':
      "the action runs on this event alone: the comparison narrows its type",
    'event.type === "watchlist.show" → true':
      "the action runs on this event alone: the comparison narrows its type",
  },
  "src/domain/money.ts": {
    '"" → "Stryker was here!"': "a default that the compiler asks for and that never applies",
    "/^\\s$/u → /^\\s/u": "a separator is one character",
    "/^\\s$/u → /\\s$/u": "a separator is one character",
    "more.length === 0 && /^\\d+$/.test(beforeGroup) && !text.includes(decimal) → more.length === 0 && /^\\d+$/.test(beforeGroup) || !text.includes(decimal)":
      "the number that it lets through is refused further down, by the same reason",
    "more.length === 0 && /^\\d+$/.test(beforeGroup) → true":
      "the number that it lets through is refused further down, by the same reason",
    "more.length === 0 && /^\\d+$/.test(beforeGroup) → more.length === 0 || /^\\d+$/.test(beforeGroup)":
      "the number that it lets through is refused further down, by the same reason",
    "more.length === 0 → true": "the number that it lets through is refused further down, by the same reason",
    "/^\\d+$/ → /\\d+$/": "the number that it lets through is refused further down, by the same reason",
    "/^\\d+$/ → /^\\d+/": "the number that it lets through is refused further down, by the same reason",
    "asDecimal === decimal → true":
      "where the group is read as the decimal, the text has no other separator to remove",
    "-1234567.8 → +1234567.8": "the sign is a part that is not asked for",
    "parts.find((part) => part.type === type)?.value → parts.find(part => part.type === type).value":
      "the numbers of every locale have both parts",
    '"." → ""': "the numbers of every locale have both parts",
    '"," → ""': "the numbers of every locale have both parts",
    "value < 0n → value <= 0n": "zero without its sign is zero",
    "dividend < 0n → dividend <= 0n": "zero divided is zero with either sign",
    "divisor < 0n → divisor <= 0n": "a divisor is not zero",
  },
  "server/core/stored-outcome.ts": {},
  "server/orders/close-order.ts": {
    "found.close_requested_at_ms !== null → true":
      "an open contract before its end without a request is marked by the statement before, so it is not looked for",
  },
  "server/payments/payment-signature.ts": {
    '"" → "Stryker was here!"': "a default that is no signature either, and is refused like none",
    '[] → ["Stryker was here"]': "of the match only the parts after its first are read",
    '{ const sorted = new URLSearchParams(parameters) sorted.delete("signature") sorted.sort() return sorted.toString() } → /* sorted.sort(); sorted.delete("signature"); */ { const sorted = new URLSearchParams(parameters); sorted.sort(); sorted…':
      "what is left of the parameters is sorted either way",
  },
  "src/runtime/effects/push-subscription.ts": {
    "() => true → () => undefined": "any value but null says that the browser has ended its subscription",
    "true → false": "any value but null says that the browser has ended its subscription",
  },
  "src/runtime/effects/upload.ts": {
    "{ return text } → {}": "a text that is no JSON is malformed, as nothing is",
    '"code" → ""': "any other name than errorCode means this envelope",
    'said.kind === "success" → true': "a malformed answer has no data, which does not decode",
    'throw new Error("no canvas") → ;':
      "without a context the next line throws: the picture counts as not decoded",
    "!context → false": "without a context the next line throws: the picture counts as not decoded",
    "chosen && kept && kept !== file → chosen && kept || kept !== file":
      "replacing a file by itself changes nothing, and without a choice there is no file",
    "chosen && kept → true": "without a choice there is no file, and nothing differs from no file",
    "chosen && kept → chosen || kept": "without a choice there is no file, and nothing differs from no file",
    "kept !== file → true": "replacing a file by itself changes nothing",
  },
}
