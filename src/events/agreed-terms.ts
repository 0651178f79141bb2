/**
 * What a member was shown and agreed to, as events and contexts hold it: ids and figures by name. No
 * entity of the API, whose fields change with the API.
 */
import { Schema } from "effect"
import { AssetAmount, type AgreedRate as RateFigures } from "../domain/asset-rate.ts"
import type {
  DepositTerms as DepositFigures,
  DestinationTerms as DestinationFigures,
} from "../domain/cash-intent.ts"
import { Amount, AtMs, Direction, Id, Price } from "../domain/entities.ts"
import type { ProductTerms as ProductFigures } from "../domain/ticket.ts"

const text = Schema.String
const int = Schema.Int

export const ProductTerms: Schema.Codec<ProductFigures> = Schema.Struct({
  productId: Id,
  symbol: text,
  minStake: Amount,
  maxStake: Amount,
  leverages: Schema.Array(int),
  periods: Schema.Array(int),
  commissionPpm: int,
  stopOutBps: int,
  soldOut: Schema.Boolean,
  isOpen: Schema.Boolean,
})

const AgreedRate: Schema.Codec<RateFigures> = Schema.Struct({
  rateId: Id,
  asset: text,
  decimals: int,
  price: Price,
  atMs: AtMs,
  expiresAtMs: AtMs,
})

export const DepositTerms: Schema.Codec<DepositFigures> = Schema.Struct({
  networkId: Id,
  network: text,
  address: text,
  minimum: Amount,
  maximum: Amount,
  rate: Schema.optionalKey(AgreedRate),
  way: Schema.optionalKey(Schema.Literals([2, 3])),
})

export const DestinationTerms: Schema.Codec<DestinationFigures> = Schema.Struct({
  destinationId: Id,
  label: text,
  method: Schema.Literals(["bank", "crypto"]),
  network: Schema.NullOr(text),
  minimum: Amount,
  maximum: Amount,
  fee: Amount,
  arrivalMinutes: int,
  rate: Schema.optionalKey(AgreedRate),
})

// Intents: what is sent, with every figure fixed.

/** The displayed price. `receivedAtMs` is the app's clock. */
export const quoteFields = { price: Price, seq: int, receivedAtMs: int }

export const orderIntentFields = {
  productId: Id,
  symbol: text,
  direction: Direction,
  stake: Amount,
  periodDays: int,
  leverage: int,
  commissionPpm: int,
  stopOutBps: int,
  quote: Schema.Struct(quoteFields),
  slippageBps: Schema.NullOr(int),
  takeProfit: Schema.NullOr(Price),
  stopLoss: Schema.NullOr(Price),
}

/** `number`: of the last change that the member was shown. A level that is null is removed. */
export const levelChangeFields = {
  number: int,
  takeProfit: Schema.NullOr(Price),
  stopLoss: Schema.NullOr(Price),
}

const conversion = Schema.optionalKey(
  Schema.Struct({ asset: text, amount: AssetAmount, price: Price, atMs: AtMs, rateId: Id }),
)

export const depositIntentFields = {
  networkId: Id,
  network: text,
  address: text,
  amount: Amount,
  conversion,
  proofId: Schema.optionalKey(Id),
  way: Schema.optionalKey(Schema.Literals([2, 3])),
}

export const withdrawalIntentFields = {
  destinationId: Id,
  label: text,
  method: Schema.Literals(["bank", "crypto"]),
  network: Schema.NullOr(text),
  amount: Amount,
  fee: Amount,
  received: Amount,
  conversion,
  arrivalMinutes: int,
  confirmation: Schema.optionalKey(Id),
}
