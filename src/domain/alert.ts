/** Price alerts: a price is reached, a contract comes near its stop-out, or a market opens. */
import { Schema } from "effect"
import { AtMs, Id, Price } from "./entities.ts"
import { PersonalHere } from "./personal.ts"

const nullable = Schema.NullOr

/** At or above a price, at or below it, near the stop-out of a contract, or at an opening. */
export const AlertKind = Schema.Literals(["above", "below", "stop-out", "opens"])
export type AlertKind = typeof AlertKind.Type

export const Alert = Schema.Struct({
  id: Id,
  productId: Id,
  symbol: Schema.String,
  kind: AlertKind,
  /** The price that fires it; null for an opening. */
  level: nullable(Price),
  /** The contract whose stop-out is watched, and from which distance on, in basis points of it. */
  contractId: nullable(Id),
  distanceBps: nullable(Schema.Int),
  /** It fires again, at most once in 24 hours. */
  daily: Schema.Boolean,
  note: PersonalHere,
  untilMs: AtMs,
  /** `ended`: its product is gone. `expired`: its time or its contract is over. */
  state: Schema.Literals(["active", "fired", "ended", "expired"]),
  createdAtMs: AtMs,
  /** When it fired or ended; of an active one when it was added. */
  changedAtMs: AtMs,
  /** The tick at which it last fired. */
  fired: nullable(
    Schema.Struct({ seq: Schema.Int, price: Price, atMs: AtMs }).pipe(Schema.encodeKeys({ atMs: "at_ms" })),
  ),
}).pipe(
  Schema.encodeKeys({
    productId: "product_id",
    contractId: "contract_id",
    distanceBps: "distance_bps",
    untilMs: "until_ms",
    createdAtMs: "created_at_ms",
    changedAtMs: "changed_at_ms",
  }),
)
export type Alert = typeof Alert.Type
