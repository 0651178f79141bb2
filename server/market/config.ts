import { Context } from "effect"
import { QUOTE_STALE_MS } from "../../src/domain/limits.ts"
import { ConfigRefused } from "../config/variable.ts"
import type { Tape } from "./published-series.ts"

/** The market's settings. Durations are in milliseconds. */
export interface MarketSettings {
  readonly feed: "replay" | "live"
  /**
   * The live feed: its address (http, https, ws or wss), the allowed hosts, and the traded symbols.
   */
  readonly live: {
    readonly url: string
    readonly hosts: ReadonlyArray<string>
    readonly symbols: ReadonlyArray<string>
    /** ISO 4217 code of its prices. */
    readonly currency: string
  }
  /**
   * Seed of the replay, for tests. Null: random, created at the first start and stored in the
   * database.
   */
  readonly seed: string | null
  /** What a new database replays. */
  readonly tape: Tape
  /** Length of one market day and one contract day. */
  readonly dayMs: number
  /** Interval of the ticks of each symbol. */
  readonly tickMs: number
  /** Interval of the quote frames. */
  readonly frameMs: number
  /** A quote older than this blocks orders. */
  readonly quoteStaleMs: number
  /** An order without an opening tick within this time is cancelled and refunded. */
  readonly orderOpenTimeoutMs: number
  /** A checkpoint of each log is published at least this often, with the next tick. */
  readonly checkpointMs: number
  /** Replay ticks older than this are packed. 0: never. */
  readonly packAfterMs: number
  /**
   * Leverage above 1 may be bought this long after the knowledge check. Null: without a check, in the demo
   * profile only.
   */
  readonly leverageWaitMs: number | null
}

export class MarketConfig extends Context.Service<MarketConfig, MarketSettings>()(
  "financial-links/server/market/MarketConfig",
) {}

/** The demo market. A market day lasts a minute. */
export const demoMarket: MarketSettings = {
  feed: "replay",
  live: { url: "", hosts: [], symbols: [], currency: "USD" },
  seed: null,
  tape: "nineties",
  dayMs: 60_000,
  tickMs: 1_000,
  frameMs: 1_000,
  quoteStaleMs: QUOTE_STALE_MS,
  orderOpenTimeoutMs: 10_000,
  checkpointMs: 5_000,
  packAfterMs: 3_600_000,
  leverageWaitMs: null,
}

type Environment = Readonly<Record<string, string | undefined>>

/** Minimum ticks per day: open, high, low and close need an instant each. */
const TICKS_A_DAY_MIN = 10
const TICKS_A_DAY_MAX = 100_000

/**
 * Reads FEED ("replay", or the https or wss address of a live feed), FEED_HOSTS and FEED_SYMBOLS
 * (comma-separated; the hosts must include the feed's), FEED_CURRENCY (of its prices, default USD), MARKET_SEED, TICK_MS, FRAME_MS,
 * QUOTE_STALE_MS, ORDER_OPEN_TIMEOUT_MS, CHECKPOINT_MS and TICKS_PACKED_AFTER_DAYS. Throws `ConfigRefused` for the
 * first invalid value.
 */
export const marketSettingsOf = (env: Environment, dayMs: number): MarketSettings => {
  const tickMs = durationOf(env, "TICK_MS", demoMarket.tickMs)
  const ticks = Math.floor(dayMs / tickMs)
  if (ticks < TICKS_A_DAY_MIN || ticks > TICKS_A_DAY_MAX)
    refuse(`DAY_MS must hold ${TICKS_A_DAY_MIN} to ${TICKS_A_DAY_MAX} ticks of TICK_MS.`)
  return {
    ...feedOf(env),
    seed: env.MARKET_SEED || null,
    tape: demoMarket.tape,
    dayMs,
    tickMs,
    frameMs: durationOf(env, "FRAME_MS", Math.min(1_000, tickMs)),
    quoteStaleMs: durationOf(env, "QUOTE_STALE_MS", Math.max(QUOTE_STALE_MS, 3 * tickMs)),
    orderOpenTimeoutMs: durationOf(env, "ORDER_OPEN_TIMEOUT_MS", Math.max(10_000, 10 * tickMs)),
    checkpointMs: durationOf(env, "CHECKPOINT_MS", demoMarket.checkpointMs),
    packAfterMs: packAfterMsOf(env, dayMs),
    leverageWaitMs: leverageWaitMsOf(env),
  }
}

/** An hour of the demo, two months of a market whose days are real ones. */
const DAYS_UNPACKED = 60

const packAfterMsOf = (env: Environment, dayMs: number): number => {
  const text = env.TICKS_PACKED_AFTER_DAYS?.trim() ?? ""
  if (text === "") return Math.min(7 * 86_400_000, DAYS_UNPACKED * dayMs)
  return /^\d{1,5}$/.test(text)
    ? Number(text) * 86_400_000
    : refuse("TICKS_PACKED_AFTER_DAYS must be a whole number of days, or 0 for never.")
}

/** KNOWLEDGE_CHECK=1 has the demo ask too. A live feed leaves a day between the check and leverage. */
const leverageWaitMsOf = (env: Environment): number | null => {
  const wish = env.KNOWLEDGE_CHECK?.trim() ?? ""
  if (!["", "0", "1"].includes(wish)) refuse("KNOWLEDGE_CHECK must be 0 or 1.")
  if (env.PROFILE !== "production" && wish !== "1") return null
  return feedOf(env).feed === "live" ? 86_400_000 : 0
}

const refuse = (message: string): never => {
  throw new ConfigRefused({ message })
}

const durationOf = (env: Environment, name: string, otherwise: number): number => {
  const text = env[name]?.trim() ?? ""
  if (text === "") return otherwise
  return /^[1-9]\d{0,9}$/.test(text)
    ? Number(text)
    : refuse(`${name} must be a whole number of milliseconds.`)
}

const feedOf = (env: Environment): Pick<MarketSettings, "feed" | "live"> => {
  const feed = env.FEED?.trim() || "replay"
  if (feed === "replay") return { feed, live: demoMarket.live }
  const currency = env.FEED_CURRENCY?.trim() || demoMarket.live.currency
  const live = { url: feed, hosts: listOf(env.FEED_HOSTS), symbols: listOf(env.FEED_SYMBOLS), currency }
  const url = URL.parse(feed)
  if (url === null || !["https:", "wss:"].includes(url.protocol))
    return refuse('FEED must be "replay" or the https or wss address of a live feed.')
  if (!live.hosts.includes(url.host)) refuse(`FEED_HOSTS must name ${url.host}, the host of FEED.`)
  if (!/^[A-Z]{3}$/.test(currency)) refuse("FEED_CURRENCY must be a currency code such as USD.")
  if (live.symbols.length === 0) refuse("FEED_SYMBOLS must list what the live feed sells, such as AAPL,MSFT.")
  return { feed: "live", live }
}

const listOf = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
