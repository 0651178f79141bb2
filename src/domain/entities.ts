/**
 * The entities of the API as schemas, decoded once at the edge. `encodeKeys` names the fields whose
 * wire name is snake_case. Amounts are strings with two decimals, prices with four.
 */
import { Schema } from "effect"
import { Complaint } from "./complaint.ts"
import { ID_PATTERN, LEVEL_STEPS, PAYMENT_WAYS, PRICE_HISTORIES, PRODUCT_CATEGORIES } from "./limits.ts"
import { PersonalText } from "./personal.ts"

const text = Schema.String
const int = Schema.Int
const nullable = Schema.NullOr

/** A signed amount of naira with exactly two decimals: "10000.00". */
export const Amount = text.check(Schema.isPattern(/^-?(?:0|[1-9]\d{0,14})\.\d{2}$/u))
/** A price with exactly four decimals: "25.4000". */
export const Price = text.check(Schema.isPattern(/^(?:0|[1-9]\d{0,11})\.\d{4}$/u))
/** Epoch milliseconds. */
export const AtMs = int
export const Id = text.check(Schema.isPattern(ID_PATTERN))
/** An idempotency key: a UUID made by the client. */
export const Key = text.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u),
)
export const Direction = Schema.Literals(["up", "down"])

export const VerificationStatus = Schema.Literals(["none", "pending", "verified", "rejected"])
export const User = Schema.Struct({
  id: Id,
  username: PersonalText,
  level: int,
  /** What the level counts and the member has. Absent in records of earlier releases. */
  levelSteps: Schema.optionalKey(Schema.Array(Schema.Literals(LEVEL_STEPS))),
  balance: Amount,
  available: Amount,
  unavailable: Amount,
  invitationCode: PersonalText,
  creditScore: int,
  verification: VerificationStatus,
  bankCards: int,
  cryptoAddresses: int,
  vin: int,
  /** The end of a pause or an exclusion that the member has chosen. */
  awayUntilMs: Schema.optionalKey(AtMs),
}).pipe(
  Schema.encodeKeys({
    awayUntilMs: "away_until_ms",
    invitationCode: "invitation_code",
    creditScore: "credit_score",
    levelSteps: "level_steps",
    bankCards: "bank_cards",
    cryptoAddresses: "crypto_addresses",
  }),
)
export type User = typeof User.Type

export const Session = Schema.Struct({ token: text, temporaryToken: text, user: User }).pipe(
  Schema.encodeKeys({ temporaryToken: "temporary_token" }),
)
export type Session = typeof Session.Type

const Flag = Schema.Literals([0, 1])
export const SystemConfig = Schema.Struct({
  website: Schema.Struct({ status: Flag, pageStatus: Flag, pageUrl: text }).pipe(
    Schema.encodeKeys({ pageStatus: "page_status", pageUrl: "page_url" }),
  ),
  login: Schema.Struct({
    helpArticleId: nullable(Id),
    passwordArticleId: nullable(Id),
    /** The date of the agreements that a new member agrees to. */
    termsAtMs: AtMs,
    /** True if members can log in with WeChat. */
    wechat: Schema.optionalKey(Schema.Boolean),
  }).pipe(
    Schema.encodeKeys({
      helpArticleId: "help_article_id",
      passwordArticleId: "password_article_id",
      termsAtMs: "terms_at_ms",
    }),
  ),
  /** Paths of the five tab pages in the order of the bar. */
  tabbar: Schema.Struct({ pages: Schema.Array(text) }),
  style: Schema.Struct({
    /** The theme is the member's own choice, so the configuration leaves it to the device. */
    theme: Schema.Literal("system"),
    /** #rrggbb, readable on the light backgrounds. Absent: the app's own accent. */
    accent: Schema.optionalKey(text),
  }),
  webPage: Schema.Struct({
    title: text,
    /** Pages elsewhere that the app links to; each opens in a window of its own. */
    pages: Schema.optionalKey(Schema.Array(Schema.Struct({ name: text, url: text }))),
  }),
  domain: text,
  logo: text,
  icon: text,
  shareList: Schema.Array(Schema.Struct({ name: text, url: text })),
  /** Hosts that links may lead to, and hosts below them. */
  linkHosts: Schema.Array(text),
  registrationBonus: Amount,
  /** What the pay page offers, with the bounds of a payment. Absent without any. */
  paymentWays: Schema.optionalKey(
    Schema.Array(Schema.Struct({ way: Schema.Literals(PAYMENT_WAYS), minimum: Amount, maximum: Amount })),
  ),
  /** The kind and source of prices, shown on every money screen. */
  market: Schema.Struct({
    simulated: Schema.Boolean,
    source: text,
    licence: text,
    /** The unit of the prices of each symbol: an ISO 4217 code, or "points". */
    priceUnits: Schema.Record(text, text),
    /** The length of one contract day; 60 000 in the demo. */
    dayMs: int,
    /** One frame of quotes is sent each interval. */
    frameMs: int,
    /** The public key that signs the market's log and receipts, as a verifier key. */
    key: Schema.optionalKey(text),
    /** Leverage above 1 needs the knowledge check. */
    knowledgeCheck: Schema.optionalKey(Schema.Boolean),
  }).pipe(
    Schema.encodeKeys({
      priceUnits: "price_units",
      dayMs: "day_ms",
      frameMs: "frame_ms",
      knowledgeCheck: "knowledge_check",
    }),
  ),
  demo: Schema.Boolean,
  /** Accounts that traded in the last twelve months, and those that lost. Absent while there are too few. */
  lossRate: Schema.optionalKey(Schema.Struct({ accounts: int, losing: int })),
  /** How long a new withdrawal destination waits. Absent from older servers. */
  coolingOffMs: Schema.optionalKey(int),
  /** Within how long a withdrawal is decided. Absent from older servers. */
  withdrawalPromiseMs: Schema.optionalKey(int),
}).pipe(
  Schema.encodeKeys({
    shareList: "share_list",
    linkHosts: "link_hosts",
    registrationBonus: "registration_bonus",
    paymentWays: "payment_ways",
    lossRate: "loss_rate",
    coolingOffMs: "cooling_off_ms",
    withdrawalPromiseMs: "withdrawal_promise_ms",
  }),
)
export type SystemConfig = typeof SystemConfig.Type

export const ProductStatistics = Schema.Struct({
  averageBuy: Price,
  averageSell: Price,
  /** Mean net result per stake, parts per million; may be negative. */
  averageProfitPpm: int,
  /** Share of losing contracts, parts per million. Always shown beside the profit. */
  losingPpm: int,
  sample: int,
  /** Computed from settled contracts, or from the published history while there are too few. */
  source: Schema.Literals(["settled", "history"]),
}).pipe(
  Schema.encodeKeys({
    averageBuy: "average_buy",
    averageSell: "average_sell",
    averageProfitPpm: "average_profit_ppm",
    losingPpm: "losing_ppm",
  }),
)
export type ProductStatistics = typeof ProductStatistics.Type
/** What a replay plays now, of each product. */
const Replay = Schema.Struct({
  /** The historic day, "2009-03-12"; "2009-03" where only its month is known. */
  date: text,
  /** The published series has ended, and its days run backwards. */
  reversed: Schema.Boolean,
  /** The published prices are adjusted for what happened to the share later, such as splits. */
  adjusted: Schema.Boolean,
  source: text,
  licence: text,
})
export const Product = Schema.Struct({
  id: Id,
  symbol: text,
  name: text,
  minStake: Amount,
  maxStake: Amount,
  leverages: Schema.Array(int),
  periods: Schema.Array(int),
  commissionPpm: int,
  stopOutBps: int,
  soldOut: Schema.Boolean,
  recommended: Schema.Boolean,
  /** Minutes of the market day; 0 and 1440 mean that it never closes. */
  tradingHours: Schema.Struct({ openMinute: int, closeMinute: int }).pipe(
    Schema.encodeKeys({ openMinute: "open_minute", closeMinute: "close_minute" }),
  ),
  isOpen: Schema.Boolean,
  statistics: ProductStatistics,
  /** Closes of the last days, oldest first, for the sparkline. */
  recentCloses: Schema.Array(Price),
  priceHistory: Schema.optionalKey(Schema.Literals(PRICE_HISTORIES)),
  replay: Schema.optionalKey(Replay),
  category: Schema.optionalKey(Schema.Literals(PRODUCT_CATEGORIES)),
}).pipe(
  Schema.encodeKeys({
    minStake: "min_stake",
    maxStake: "max_stake",
    commissionPpm: "commission_ppm",
    stopOutBps: "stop_out_bps",
    soldOut: "sold_out",
    tradingHours: "trading_hours",
    isOpen: "is_open",
    recentCloses: "recent_closes",
    priceHistory: "price_history",
  }),
)
export type Product = typeof Product.Type

export const Quote = Schema.Struct({
  symbol: text,
  seq: int,
  atMs: AtMs,
  price: Price,
  open: Price,
  high: Price,
  low: Price,
  previousClose: Price,
}).pipe(Schema.encodeKeys({ atMs: "at_ms", previousClose: "previous_close" }))
export type Quote = typeof Quote.Type
export const Candle = Schema.Struct({
  atMs: AtMs,
  open: Price,
  high: Price,
  low: Price,
  close: Price,
  /** No price of the bar is published. */
  synthetic: Schema.Boolean,
  /** The historic day that is replayed, "2009-03-12" ("2009-03": its month); null for a live feed. */
  replayedOn: nullable(text),
}).pipe(Schema.encodeKeys({ atMs: "at_ms", replayedOn: "replayed_on" }))
export type Candle = typeof Candle.Type
/** An entry of the tick journal. `hash`: SHA-256 of the previous hash and this tick's canonical text. */
export const Tick = Schema.Struct({
  symbol: text,
  seq: int,
  atMs: AtMs,
  price: Price,
  previousHash: text,
  hash: text,
}).pipe(Schema.encodeKeys({ atMs: "at_ms", previousHash: "previous_hash" }))
export type Tick = typeof Tick.Type
export const OrderState = Schema.Literals([
  "accepted",
  "opened",
  "settled",
  "stopped_out",
  "closed_early",
  "cancelled",
])
const levels = { takeProfit: nullable(Price), stopLoss: nullable(Price) }
const levelNames = { takeProfit: "take_profit", stopLoss: "stop_loss" } as const
/** A change of the levels of an open contract: in force from the first tick later than `atMs`. */
export const Amendment = Schema.Struct({
  /** 1 for the first. */
  number: int,
  ...levels,
  atMs: AtMs,
  /**
   * The SHA-256, in hex, of the text before it: of the contract, or of the amendment before. Then the
   * market's checkpoint at that moment, and its signature. All three are left out of lists.
   */
  previous: Schema.optionalKey(text),
  checkpoint: Schema.optionalKey(text),
  receipt: Schema.optionalKey(text),
}).pipe(Schema.encodeKeys({ ...levelNames, atMs: "at_ms" }))
export type Amendment = typeof Amendment.Type
export const Order = Schema.Struct({
  id: Id,
  productId: Id,
  symbol: text,
  name: text,
  direction: Direction,
  status: Schema.Literals(["pending", "completed"]),
  state: OrderState,
  stake: Amount,
  leverage: int,
  periodDays: int,
  commissionPpm: int,
  stopOutBps: int,
  /** The price shown to the member, and the tolerance beyond which the order is cancelled. */
  quotedPrice: Price,
  slippageBps: nullable(int),
  /** As they were changed last. */
  ...levels,
  acceptedAtMs: AtMs,
  openedAtMs: nullable(AtMs),
  openingPrice: nullable(Price),
  entrySeq: nullable(int),
  expiresAtMs: nullable(AtMs),
  closeRequestedAtMs: nullable(AtMs),
  closedAtMs: nullable(AtMs),
  closingPrice: nullable(Price),
  exitSeq: nullable(int),
  gross: nullable(Amount),
  commission: nullable(Amount),
  net: nullable(Amount),
  credited: nullable(Amount),
  cancelReason: nullable(Schema.Literals(["no-tick", "slippage", "take-profit-passed", "stop-loss-passed"])),
  /** The prices of an early close that was refused: the one shown, and the worse one that came. */
  closeRefused: Schema.optionalKey(Schema.Struct({ quoted: Price, price: Price })),
  /** Present only while a failed settlement is being retried: the time of the failure. */
  delayedSinceMs: Schema.optionalKey(AtMs),
  /** The length of its day, how long it waits for its entry, and its rules. Absent from older contracts. */
  dayMs: Schema.optionalKey(int),
  openTimeoutMs: Schema.optionalKey(int),
  rulesVersion: Schema.optionalKey(Schema.Literal(2)),
  /** The market's signed checkpoint at acceptance, and its signature over the terms. Left out of lists. */
  checkpoint: Schema.optionalKey(text),
  receipt: Schema.optionalKey(text),
  /** What the levels were at acceptance, and each change of them. Absent where they never changed. */
  levelHistory: Schema.optionalKey(
    Schema.Struct({
      agreed: Schema.Struct(levels).pipe(Schema.encodeKeys(levelNames)),
      amendments: Schema.Array(Amendment),
    }),
  ),
}).pipe(
  Schema.encodeKeys({
    productId: "product_id",
    periodDays: "period_days",
    commissionPpm: "commission_ppm",
    stopOutBps: "stop_out_bps",
    quotedPrice: "quoted_price",
    slippageBps: "slippage_bps",
    ...levelNames,
    levelHistory: "level_history",
    acceptedAtMs: "accepted_at_ms",
    openedAtMs: "opened_at_ms",
    openingPrice: "opening_price",
    entrySeq: "entry_seq",
    expiresAtMs: "expires_at_ms",
    closeRequestedAtMs: "close_requested_at_ms",
    closedAtMs: "closed_at_ms",
    closingPrice: "closing_price",
    exitSeq: "exit_seq",
    cancelReason: "cancel_reason",
    closeRefused: "close_refused",
    delayedSinceMs: "delayed_since_ms",
    dayMs: "day_ms",
    openTimeoutMs: "open_timeout_ms",
    rulesVersion: "rules_version",
  }),
)
export type Order = typeof Order.Type
/** A contract with everything needed to recompute its settlement. */
export const OrderDetail = Schema.Struct({
  order: Order,
  currentPrice: Price,
  /** Ticks around entry and exit in order, each linked to the previous one by hash. */
  entryTicks: Schema.Array(Tick),
  exitTicks: Schema.Array(Tick),
  /** The public key of the market, as a verifier key. */
  marketKey: Schema.optionalKey(text),
  /**
   * The proof of the settlement in base64url. Null until a checkpoint covers the exit. Absent from
   * files of earlier releases.
   */
  proof: Schema.optionalKey(nullable(text)),
  /** The member's own limits as signed notes, from the ones in force at acceptance on. */
  promises: Schema.optionalKey(Schema.Array(text)),
  /** The market's signature of whose contract it is. Only with promises. */
  owner: Schema.optionalKey(text),
  /** Of the member about this contract. */
  complaint: Schema.optionalKey(Complaint),
}).pipe(
  Schema.encodeKeys({
    currentPrice: "current_price",
    entryTicks: "entry_ticks",
    exitTicks: "exit_ticks",
    marketKey: "market_key",
  }),
)
export type OrderDetail = typeof OrderDetail.Type

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

/** A page of a list; `next_cursor` is null on the last one. */
export const pageOf = <Item extends Schema.Constraint>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), nextCursor: nullable(text) }).pipe(
    Schema.encodeKeys({ nextCursor: "next_cursor" }),
  )
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}
