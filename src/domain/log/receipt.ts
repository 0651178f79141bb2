/**
 * The receipt of an accepted order: the market's signature over its terms and the checkpoint of that
 * moment. The text follows from the order, so only the signature travels.
 */
import type { Order } from "../entities.ts"
import { KEY_KIND, type VerifierKey } from "./signed-note.ts"

/** The first line of every receipt, and the name of the key that signs it. */
export const RECEIPT_ORIGIN = "financial-links/contract"

/** The key that signs receipts, of the market with this public key. */
export const receiptKey = (publicKey: Uint8Array): VerifierKey => ({
  name: RECEIPT_ORIGIN,
  kind: KEY_KIND.ed25519,
  publicKey,
})

const termNames = [
  "id",
  "productId",
  "symbol",
  "direction",
  "stake",
  "leverage",
  "periodDays",
  "dayMs",
  "openTimeoutMs",
  "commissionPpm",
  "stopOutBps",
  "quotedPrice",
  "slippageBps",
  "takeProfit",
  "stopLoss",
  "acceptedAtMs",
  "closeRequestedAtMs",
] as const satisfies readonly (keyof Order)[]

/** The signed text: one line per term, then the checkpoint. Nothing but the checkpoint has several lines. */
export const receiptText = (order: Order): string => {
  const terms = termNames.map((name) => `${name} ${JSON.stringify(order[name] ?? null)}`)
  return `${[RECEIPT_ORIGIN, ...terms].join("\n")}\n${JSON.stringify(order.checkpoint ?? null)}\n`
}
