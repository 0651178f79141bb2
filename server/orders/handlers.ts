import type { Handlers } from "../core/handler.ts"
import type { Db } from "../db/db.ts"
import type { Market } from "../market/market.ts"
import type { Products } from "../market/products.ts"
import { closeOrder } from "./close-order.ts"
import { createOrder } from "./create-order.ts"
import type { Placing } from "./order-writer.ts"
import { listOrders, orderDetail } from "./read-orders.ts"

export const orderHandlers: Handlers<
  "orderCreate" | "orderClose" | "orders" | "order",
  Db | Market | Placing | Products
> = {
  orderCreate: createOrder,
  orderClose: closeOrder,
  orders: listOrders,
  order: orderDetail,
}
