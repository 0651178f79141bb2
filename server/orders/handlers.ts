import type { Db } from "../db/db.ts"
import type { Handlers } from "../http/handler.ts"
import type { Market } from "../market/market.ts"
import type { Products } from "../products/product.ts"
import { closeOrder } from "./close.ts"
import { createOrder } from "./create.ts"
import type { Placing } from "./place.ts"
import { listOrders, orderDetail } from "./read.ts"

export const orderHandlers: Handlers<
  "orderCreate" | "orderClose" | "orders" | "order",
  Db | Market | Placing | Products
> = {
  orderCreate: createOrder,
  orderClose: closeOrder,
  orders: listOrders,
  order: orderDetail,
}
