/**
 * The entities of the API as schemas. Field names are those on the wire (snake_case, as the
 * specification's `swipe_image`). Amounts are strings with two decimals, prices with four, times
 * epoch milliseconds. They are decoded once at the edge.
 */
import { Schema } from "effect"
import { LOCALES } from "./limits.ts"

const text = Schema.String
const int = Schema.Int
const nullable = Schema.NullOr

/** A signed amount of naira with exactly two decimals: "10000.00". */
export const Amount = text.check(Schema.isPattern(/^-?(?:0|[1-9]\d{0,14})\.\d{2}$/u))
/** A price with exactly four decimals: "25.4000". */
export const Price = text.check(Schema.isPattern(/^(?:0|[1-9]\d{0,11})\.\d{4}$/u))
/** Epoch milliseconds. */
export const AtMs = int
export const Id = text.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u))
/** An idempotency key: a UUID made by the client. */
export const Key = text.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u),
)
export const Direction = Schema.Literals(["up", "down"])

// ── the member ───────────────────────────────────────────────────────────────
export const VerificationStatus = Schema.Literals(["none", "pending", "verified", "rejected"])
export const User = Schema.Struct({
  id: Id,
  username: text,
  level: int,
  balance: Amount,
  available: Amount,
  unavailable: Amount,
  invitation_code: text,
  credit_score: int,
  verification: VerificationStatus,
  bank_cards: int,
  crypto_addresses: int,
  vin: int,
})
export type User = typeof User.Type

export const Session = Schema.Struct({ token: text, temporary_token: text, user: User })
export type Session = typeof Session.Type

// ── the site ─────────────────────────────────────────────────────────────────
const Flag = Schema.Literals([0, 1])
export const SystemConfig = Schema.Struct({
  website: Schema.Struct({ status: Flag, page_status: Flag, page_url: text }),
  login: Schema.Struct({ help_article_id: nullable(Id), password_article_id: nullable(Id) }),
  tabbar: Schema.Struct({ pages: Schema.Array(text) }),
  style: Schema.Struct({ theme: Schema.Literals(["system", "light", "dark"]) }),
  webPage: Schema.Struct({ title: text }),
  domain: text,
  logo: text,
  icon: text,
  share_list: Schema.Array(Schema.Struct({ name: text, url: text })),
  /** Hosts that links may lead to, and hosts below them. */
  link_hosts: Schema.Array(text),
  registration_bonus: Amount,
  /** The kind and source of prices, shown on every money screen. */
  market: Schema.Struct({
    simulated: Schema.Boolean,
    source: text,
    licence: text,
    /** The length of one contract day; 60 000 in the demo. */
    day_ms: int,
    /** One frame of quotes is sent each interval. */
    frame_ms: int,
  }),
  demo: Schema.Boolean,
})
export type SystemConfig = typeof SystemConfig.Type

export const Banner = Schema.Struct({ id: Id, swipe_image: text, link: nullable(text), title: text })
export type Banner = typeof Banner.Type
export const Placard = Schema.Struct({ id: Id, placard_content: text, at_ms: AtMs })
export type Placard = typeof Placard.Type
export const ArticleKind = Schema.Literals(["company", "culture", "awards", "risk", "agreement", "help"])
export const ArticleSummary = Schema.Struct({
  id: Id,
  kind: ArticleKind,
  title: text,
  /** The member's language, or English for an article without a translation. */
  language: Schema.Literals(LOCALES),
  at_ms: AtMs,
})
export type ArticleSummary = typeof ArticleSummary.Type
export const Article = Schema.Struct({ ...ArticleSummary.fields, content_html: text })
export type Article = typeof Article.Type
export const CustomerService = Schema.Struct({
  name: text,
  url: nullable(text),
  email: nullable(text),
  hours: text,
})
export type CustomerService = typeof CustomerService.Type

// ── the market ───────────────────────────────────────────────────────────────
export const ProductStatistics = Schema.Struct({
  average_buy: Price,
  average_sell: Price,
  /** Mean net result per stake, parts per million; may be negative. */
  average_profit_ppm: int,
  /** Share of losing contracts, parts per million. Always shown beside the profit. */
  losing_ppm: int,
  sample: int,
  /** Computed from settled contracts, or from the published history while there are too few. */
  source: Schema.Literals(["settled", "history"]),
})
export type ProductStatistics = typeof ProductStatistics.Type
export const Product = Schema.Struct({
  id: Id,
  symbol: text,
  name: text,
  min_stake: Amount,
  max_stake: Amount,
  leverages: Schema.Array(int),
  periods: Schema.Array(int),
  commission_ppm: int,
  stop_out_bps: int,
  sold_out: Schema.Boolean,
  recommended: Schema.Boolean,
  /** Minutes of the market day; 0 and 1440 mean that it never closes. */
  trading_hours: Schema.Struct({ open_minute: int, close_minute: int }),
  is_open: Schema.Boolean,
  statistics: ProductStatistics,
  /** Closes of the last days, oldest first, for the sparkline. */
  recent_closes: Schema.Array(Price),
})
export type Product = typeof Product.Type

export const Quote = Schema.Struct({
  symbol: text,
  seq: int,
  at_ms: AtMs,
  price: Price,
  open: Price,
  high: Price,
  low: Price,
  previous_close: Price,
})
export type Quote = typeof Quote.Type
export const Candle = Schema.Struct({
  at_ms: AtMs,
  open: Price,
  high: Price,
  low: Price,
  close: Price,
  synthetic: Schema.Boolean,
})
export type Candle = typeof Candle.Type
/**
 * An entry of the tick journal: `hash` = SHA-256 of the previous hash and this tick's canonical
 * text.
 */
export const Tick = Schema.Struct({
  symbol: text,
  seq: int,
  at_ms: AtMs,
  price: Price,
  previous_hash: text,
  hash: text,
})
export type Tick = typeof Tick.Type
/**
 * A message of the quote stream: first a snapshot, then one frame per interval with the changes.
 * `frame` counts without a gap.
 */
export const QuoteFrame = Schema.Struct({
  type: Schema.Literals(["snapshot", "frame"]),
  frame: int,
  at_ms: AtMs,
  quotes: Schema.Array(Quote),
})
export type QuoteFrame = typeof QuoteFrame.Type

// ── contracts ────────────────────────────────────────────────────────────────
export const OrderState = Schema.Literals([
  "accepted",
  "opened",
  "settled",
  "stopped_out",
  "closed_early",
  "cancelled",
])
export const Order = Schema.Struct({
  id: Id,
  product_id: Id,
  symbol: text,
  name: text,
  direction: Direction,
  status: Schema.Literals(["pending", "completed"]),
  state: OrderState,
  stake: Amount,
  leverage: int,
  period_days: int,
  commission_ppm: int,
  stop_out_bps: int,
  /** The price shown to the member, and the tolerance beyond which the order is cancelled. */
  quoted_price: Price,
  slippage_bps: nullable(int),
  take_profit: nullable(Price),
  stop_loss: nullable(Price),
  accepted_at_ms: AtMs,
  opened_at_ms: nullable(AtMs),
  opening_price: nullable(Price),
  entry_seq: nullable(int),
  expires_at_ms: nullable(AtMs),
  close_requested_at_ms: nullable(AtMs),
  closed_at_ms: nullable(AtMs),
  closing_price: nullable(Price),
  exit_seq: nullable(int),
  gross: nullable(Amount),
  commission: nullable(Amount),
  net: nullable(Amount),
  credited: nullable(Amount),
  cancel_reason: nullable(Schema.Literals(["no-tick", "slippage"])),
  /** Present only while a failed settlement is being retried: the time of the failure. */
  delayed_since_ms: Schema.optionalKey(AtMs),
})
export type Order = typeof Order.Type
/** A contract with everything needed to recompute its settlement. */
export const OrderDetail = Schema.Struct({
  order: Order,
  current_price: Price,
  /** Ticks around entry and exit in order, each linked to the previous one by hash. */
  entry_ticks: Schema.Array(Tick),
  exit_ticks: Schema.Array(Tick),
})
export type OrderDetail = typeof OrderDetail.Type

// ── the rest of a member's account ───────────────────────────────────────────
export const RealName = Schema.Struct({
  status: VerificationStatus,
  real_name: nullable(text),
  id_number: nullable(text),
  reason: nullable(text),
  submitted_at_ms: nullable(AtMs),
})
export type RealName = typeof RealName.Type
export const CreditScore = Schema.Struct({
  score: int,
  factors: Schema.Array(
    Schema.Struct({
      factor: Schema.Literals(["base", "verified", "deposits", "contracts", "tenure"]),
      points: int,
    }),
  ),
})
export type CreditScore = typeof CreditScore.Type
export const PromoteSummary = Schema.Struct({
  invitation_code: text,
  link: text,
  invited: int,
  successful: int,
})
export type PromoteSummary = typeof PromoteSummary.Type
export const InvitedMember = Schema.Struct({ account: text, success: Schema.Boolean, registered_at_ms: AtMs })
export type InvitedMember = typeof InvitedMember.Type

/** A page of a list; `next_cursor` is null on the last one. */
export const pageOf = <Item extends Schema.Constraint>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), next_cursor: nullable(text) })
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}
