/** The endpoints of contracts, declared once. */
import { Schema } from "effect"
import { Complaint } from "../domain/complaint.ts"
import { OrderResults } from "../domain/contract-results.ts"
import { Counted, Month } from "../domain/counted.ts"
import { Amount, AtMs, Direction, Id, Key, Order, OrderDetail, Price, pageOf } from "../domain/entities.ts"
import { closedFields, filterFields } from "../domain/record-filter.ts"
import { get, paging, post } from "./endpoint.ts"

const text = Schema.String
const optional = Schema.optionalKey

const ChartBar = Schema.Struct({ atMs: AtMs, open: Price, high: Price, low: Price, close: Price }).pipe(
  Schema.encodeKeys({ atMs: "at_ms" }),
)

export const orderEndpoints = {
  orderCreate: post(
    "api/order/create",
    {
      key: Key,
      productId: Id,
      direction: Direction,
      stake: Amount,
      ...{ leverage: Schema.Int, periodDays: Schema.Int },
      ...{ commissionPpm: optional(Schema.Int), stopOutBps: optional(Schema.Int) },
      quotedPrice: Price,
      slippageBps: optional(Schema.Int),
      takeProfit: optional(Price),
      stopLoss: optional(Price),
    },
    Order,
    {
      wireNames: {
        ...{ productId: "product_id", periodDays: "period_days" },
        ...{ commissionPpm: "commission_ppm", stopOutBps: "stop_out_bps" },
        quotedPrice: "quoted_price",
        slippageBps: "slippage_bps",
        takeProfit: "take_profit",
        stopLoss: "stop_loss",
      },
      summary: "Buy an up or down contract",
    },
  ),
  orderClose: post(
    "api/order/close",
    { key: Key, id: Id, quotedPrice: optional(Price), slippageBps: optional(Schema.Int) },
    Order,
    {
      wireNames: { quotedPrice: "quoted_price", slippageBps: "slippage_bps" },
      summary: "Close a contract at the next tick, within a tolerance of the price shown",
    },
  ),
  orderComplain: post("api/order/complain", { id: Id }, Complaint, { summary: "Complain about a contract" }),
  // `number`: of the last change that the member has seen, 0 before the first. A level left out is removed.
  orderAmend: post(
    "api/order/amend",
    { key: Key, id: Id, number: Schema.Int, takeProfit: optional(Price), stopLoss: optional(Price) },
    Order,
    {
      wireNames: { takeProfit: "take_profit", stopLoss: "stop_loss" },
      summary: "Change the levels of an open contract, from the next tick on",
    },
  ),
  orders: get(
    "api/order/lists",
    {
      ...filterFields.contracts,
      symbol: optional(text),
      ...paging,
    },
    pageOf(Order),
    {
      summary:
        "Contracts, newest first; with a period, those that ended in it, or the open ones of its orders",
    },
  ),
  orderResults: get("api/order/results", closedFields, OrderResults, {
    summary: "What came of the contracts that ended in a period, summed by what they have in common",
  }),
  orderChart: get("api/order/chart", { id: Id }, Schema.Array(ChartBar), {
    summary: "Prices from before a contract's entry to after its exit, or until now",
  }),
  // `ids`: of contracts, with commas between
  executionPlaces: get(
    "api/order/counted",
    { month: Month, ids: text.check(Schema.isPattern(/^[\w-]{1,64}(?:,[\w-]{1,64}){0,49}$/u)) },
    Schema.Array(Counted),
    { summary: "Where contracts of a month are counted in its published figures" },
  ),
  order: get("api/order/detail", { id: Id }, OrderDetail, {
    summary: "A contract and what its settlement can be recomputed from",
  }),
} as const
