import { vi } from "vitest"
import { readPrice } from "../support/answers.ts"
import { callServer, fieldOf, reasonOf } from "../support/app.ts"
import { SOON_MS } from "./page-models/figures.ts"

const AGAIN_MS = 250

export interface Purchase {
  readonly stake?: string
  readonly direction?: "up" | "down"
  readonly periodDays?: number
  readonly productId?: string
  readonly leverage?: number
  readonly takeProfit?: string
  readonly stopLoss?: string
}

/** Buys a contract, on AAPL by default, through the API as the member's other device does. Returns its id. */
export const buyElsewhere = async (
  url: string,
  { token }: { readonly token: string },
  purchase: Purchase = {},
): Promise<string> => {
  const { stake = "1000.00", direction = "up", periodDays = 1, productId = "aapl", leverage = 5 } = purchase
  const { takeProfit, stopLoss } = purchase
  const order = {
    product_id: productId,
    direction,
    stake,
    leverage,
    period_days: periodDays,
    ...(takeProfit !== undefined && { take_profit: takeProfit }),
    ...(stopLoss !== undefined && { stop_loss: stopLoss }),
  }
  const create = async () => {
    const quoted_price = (await readPrice(url, token, productId.toUpperCase())) ?? "100.0000"
    const request = { ...order, key: crypto.randomUUID(), quoted_price }
    const answer = await callServer(url, "orderCreate", request, { token })
    // the market of a busy machine may be late: a member waits for a fresh price too
    if (reasonOf(answer) === "order.stale-price") throw new Error("the price is out of date")
    return answer
  }
  return String(fieldOf(await vi.waitFor(create, { timeout: SOON_MS, interval: AGAIN_MS }), "id"))
}
