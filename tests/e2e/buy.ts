import { readPrice } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"

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
    key: crypto.randomUUID(),
    product_id: productId,
    direction,
    stake,
    leverage,
    period_days: periodDays,
    quoted_price: (await readPrice(url, token, productId.toUpperCase())) ?? "100.0000",
    ...(takeProfit !== undefined && { take_profit: takeProfit }),
    ...(stopLoss !== undefined && { stop_loss: stopLoss }),
  }
  return String(fieldOf(await callServer(url, "orderCreate", order, { token }), "id"))
}
