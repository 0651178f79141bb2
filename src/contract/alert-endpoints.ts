/** The endpoints about a member's price alerts. */
import { Schema } from "effect"
import { Alert, AlertKind } from "../domain/alert.ts"
import { Id, Price, pageOf } from "../domain/entities.ts"
import { get, post } from "./endpoint.ts"

const optional = Schema.optionalKey
const count = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,2}$/u))

export const alertEndpoints = {
  alerts: get(
    "api/alert/lists",
    {
      status: optional(Schema.Literals(["active", "past"])),
      cursor: optional(Schema.String),
      limit: optional(count),
    },
    pageOf(Alert),
    { summary: "Price alerts that are active, or that have fired or ended, newest first" },
  ),
  alertAdd: post(
    "api/alert/add",
    {
      productId: Id,
      kind: AlertKind,
      /** Of the kinds `above` and `below`. */
      price: optional(Price),
      /** Of the kind `stop-out`: how near to the stop-out price of the contract, in basis points of it. */
      contractId: optional(Id),
      distanceBps: optional(Schema.Int),
      daily: Schema.Boolean,
      days: Schema.Int,
      note: optional(Schema.String),
    },
    Alert,
    {
      wireNames: { productId: "product_id", contractId: "contract_id", distanceBps: "distance_bps" },
      summary: "Add an alert for a price, a contract near its stop-out, or an opening",
    },
  ),
  alertRemove: post("api/alert/remove", { id: Id }, Schema.Struct({}), { summary: "Remove a price alert" }),
}
