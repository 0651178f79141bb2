/**
 * The receipt of an accepted order: the market's signature over its terms and the checkpoint of that
 * moment. The text follows from the order, so only the signature travels. Nothing here computes hashes,
 * so that the first page stays small.
 */
import type { Amendment, Order } from "../entities.ts"
import { amountOf, koboOf, priceOf, priceUnitsOf } from "../money.ts"

/** The first line of every receipt, and the name of the key that signs it. */
export const RECEIPT_ORIGIN = "financial-links/contract"

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

/**
 * The signed text: one line per term, then the checkpoint. Nothing but the checkpoint has several lines.
 * The version of the rules has a line only where a contract carries one: older receipts have none.
 */
export const receiptText = (order: Order): string => {
  const { rulesVersion } = order
  const terms = termNames.map((name) => `${name} ${JSON.stringify(order[name] ?? null)}`)
  if (rulesVersion !== undefined) terms.push(`rulesVersion ${rulesVersion}`)
  return `${[RECEIPT_ORIGIN, ...terms].join("\n")}\n${JSON.stringify(order.checkpoint ?? null)}\n`
}

const samePrice = (price: string | null) => (price === null ? null : priceOf(priceUnitsOf(price)))

/**
 * The text that was signed when an early close was accepted, with the time of the request: from then
 * on a contract has the same for good.
 */
export const closeText = (order: Order): string =>
  receiptText({
    ...order,
    // as they are answered later, however the member's app wrote them
    stake: amountOf(koboOf(order.stake)),
    quotedPrice: priceOf(priceUnitsOf(order.quotedPrice)),
    takeProfit: samePrice(order.takeProfit),
    stopLoss: samePrice(order.stopLoss),
  })

/** A contract with the levels of its acceptance. */
const withAgreedLevels = (order: Order): Order => ({ ...order, ...order.levelHistory?.agreed })

/**
 * The text that was signed at acceptance, for comparison: a contract has the same for good. An early
 * close, which is requested later, is left out, as are changed levels.
 */
export const acceptedText = (order: Order): string =>
  closeText({ ...withAgreedLevels(order), closeRequestedAtMs: null })

/** The first line of every amendment. */
const AMENDMENT_ORIGIN = "financial-links/amendment"

const amendedNames = ["number", "previous", "takeProfit", "stopLoss", "atMs"] as const

/**
 * The signed text of a change of levels: it names the contract, and is chained to the text before by its
 * hash.
 */
export const amendmentText = (orderId: string, amendment: Amendment): string => {
  const terms = amendedNames.map((name) => `${name} ${JSON.stringify(amendment[name] ?? null)}`)
  const { checkpoint = null } = amendment
  return `${[AMENDMENT_ORIGIN, `id ${JSON.stringify(orderId)}`, ...terms].join("\n")}\n${JSON.stringify(checkpoint)}\n`
}
