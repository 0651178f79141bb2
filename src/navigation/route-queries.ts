/**
 * The query parameters of each page, as text. Separate from the route table because the first page
 * takes none.
 */
import { Schema } from "effect"
import { ArticleKind } from "../domain/content.ts"
import { Amount, Direction, Id, Price } from "../domain/entities.ts"
import { PasskeyId } from "../domain/passkey.ts"
import { PERSONAL } from "../domain/personal.ts"
import type { FilterField } from "../domain/record-filter.ts"

const optional = Schema.optionalKey
const symbol = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._-]{1,24}$/))
const count = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,3}$/))
const code = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{1,16}$/))

/** A page reads what it can of a filter, and names the rest. */
const textFilter = {
  ...{ from: optional(Schema.String), to: optional(Schema.String), status: optional(Schema.String) },
  ...{ code: optional(Schema.String), symbol: optional(Schema.String), direction: optional(Schema.String) },
  ...{ leverage: optional(Schema.String), ending: optional(Schema.String), result: optional(Schema.String) },
  ...{ weekday: optional(Schema.String), hour: optional(Schema.String), least: optional(Schema.String) },
  ...{ most: optional(Schema.String), text: optional(Schema.String) },
} satisfies Readonly<Record<FilterField, unknown>>

export const queries = {
  login: Schema.Struct({}),
  /** An invitation link names who invites. */
  register: Schema.Struct({ code: optional(code.annotate({ [PERSONAL]: "here" })) }),
  forgotten: Schema.Struct({}),
  "reset-by-code": Schema.Struct({}),
  lock: Schema.Struct({}),
  loading: Schema.Struct({}),
  home: Schema.Struct({}),
  market: Schema.Struct({}),
  trade: Schema.Struct({ symbol: optional(symbol) }),
  hold: Schema.Struct({}),
  /** A contract by its id; else the list, by what can be read of a filter. */
  "hold-record": Schema.Struct({ id: optional(Id), ...textFilter }),
  "hold-results": Schema.Struct({ month: optional(Schema.String) }),
  my: Schema.Struct({}),
  "bank-list": Schema.Struct({ choose: optional(Schema.Literal("1")) }),
  "bank-add": Schema.Struct({}),
  "usdt-list": Schema.Struct({ choose: optional(Schema.Literal("1")) }),
  "usdt-add": Schema.Struct({}),
  "usdt-add-ex": Schema.Struct({}),
  withdraw: Schema.Struct({}),
  "withdraw-record": Schema.Struct(textFilter),
  "withdraw-record-detail": Schema.Struct({ id: Id }),
  recharge: Schema.Struct({}),
  "recharge-record": Schema.Struct({ id: optional(Id), ...textFilter }),
  /** A payment by its id, an external page by its address; with neither, the ways to pay. */
  pay: Schema.Struct({ id: optional(Id), url: optional(Schema.String) }),
  credit: Schema.Struct({}),
  "reset-password": Schema.Struct({}),
  factor: Schema.Struct({}),
  limits: Schema.Struct({}),
  /** The passkey to remove; without it one is added. */
  passkey: Schema.Struct({ id: optional(PasskeyId) }),
  "recovery-codes": Schema.Struct({}),
  logins: Schema.Struct({}),
  "operator-acts": Schema.Struct({}),
  "operator-powers": Schema.Struct({}),
  execution: Schema.Struct({ month: optional(Schema.String.check(Schema.isPattern(/^20\d\d-\d\d$/u))) }),
  "income-record": Schema.Struct(textFilter),
  agreement: Schema.Struct({
    kind: optional(ArticleKind),
    /** Opens the one article that the configuration names for it. */
    topic: optional(Schema.Literals(["help", "password"])),
  }),
  "agreement-detail": Schema.Struct({ id: Id }),
  wallet: Schema.Struct({}),
  statement: Schema.Struct(textFilter),
  /** The rest fills the ticket: a contract is bought again. */
  order: Schema.Struct({
    id: optional(Id),
    product: optional(Id),
    direction: optional(Direction),
    stake: optional(Amount),
    period: optional(count),
    leverage: optional(count),
    stopLoss: optional(Price),
    takeProfit: optional(Price),
  }),
  knowledge: Schema.Struct({}),
  realname: Schema.Struct({}),
  promote: Schema.Struct({}),
  /** Without an id: the list of products. */
  product: Schema.Struct({ id: optional(Id) }),
  notices: Schema.Struct({}),
  alerts: Schema.Struct({}),
  /** Without a product it is chosen on the page. */
  "alert-add": Schema.Struct({ product: optional(Id), price: optional(Price), contract: optional(Id) }),
  empty: Schema.Struct({}),
} as const

export type RouteName = keyof typeof queries
export type QueryOf<N extends RouteName> = (typeof queries)[N]["Type"]

export type QuerySchema<Query> = Schema.Codec<Query, unknown>

/** Decodes a query; null if it does not fit the page. */
export const queryReader = <Query>(schema: QuerySchema<Query>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (raw: unknown): Query | null => {
    const decoded = decode(raw)
    return decoded._tag === "Some" ? decoded.value : null
  }
}
