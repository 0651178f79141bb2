import { randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import { Config, type Settings } from "./config.ts"
import { supervise } from "./core/supervise.ts"
import { Db } from "./db/db.ts"
import { MarketConfig, type MarketSettings } from "./market/config.ts"

/** Another process of this database runs with other terms. The message is one sentence. */
export class ConfigurationDiffers extends Schema.TaggedError<ConfigurationDiffers>()("ConfigurationDiffers", {
  message: Schema.String,
}) {}

const seenEvery = "3 seconds"
/** A process that was killed counts as running for this time. */
const aliveMs = 10_000

/** The engine's clock, so that processes with different clocks agree. */
const nowSql = "(extract(epoch from clock_timestamp()) * 1000)::bigint"

/**
 * What decides about members' money and time, by variable. Secrets are left out: the vault checks
 * its own.
 */
export const fingerprintOf = (
  settings: Settings,
  market: MarketSettings,
): Readonly<Record<string, string>> => ({
  PROFILE: settings.profile,
  DAY_MS: String(market.dayMs),
  TICK_MS: String(market.tickMs),
  QUOTE_STALE_MS: String(market.quoteStaleMs),
  ORDER_OPEN_TIMEOUT_MS: String(market.orderOpenTimeoutMs),
  FEED: market.feed === "live" ? market.live.url : market.feed,
  FEED_SYMBOLS: market.live.symbols.join(","),
  FEED_CURRENCY: market.live.currency,
  COOLING_OFF_MS: String(settings.coolingOffMs),
  WITHDRAWAL_PROMISE: String(settings.withdrawalPromiseMs),
  RATE_FEED: settings.rateFeed ?? "",
  RATE_HOLD_MS: String(settings.rateHoldMs),
  PAY_WAYS: settings.payment.ways.join(","),
  PAY_MINIMUM: String(settings.payment.minimum),
  PAY_MAXIMUM: String(settings.payment.maximum),
  PAY_LINK_MS: String(settings.payment.linkMs),
  REGISTRATION_BONUS: String(settings.registrationBonus),
  FOUR_EYES_ABOVE: String(settings.fourEyesAbove ?? ""),
})

/**
 * Registers this process until the scope closes, and refuses to start beside a running process with
 * another configuration. The embedded engine has one process, whose folder is locked.
 */
export const joinProcesses = Effect.gen(function* () {
  const db = yield* Db
  if (db.engine === "pglite") return
  const id = randomUUID()
  const own = fingerprintOf(yield* Config, yield* MarketConfig)
  const insert = db.execute(
    `insert into processes (id, configuration, joined_at_ms, seen_at_ms) values ($1, $2::jsonb, ${nowSql}, ${nowSql})`,
    [id, JSON.stringify(own)],
  )
  const remove = db.execute(`delete from processes where id = $1 or seen_at_ms < ${nowSql} - ${aliveMs}`, [
    id,
  ])
  yield* Effect.acquireRelease(insert, () => Effect.ignore(remove))
  // Of processes that start at once the one that joined first may stay.
  const others = yield* db.sql<{ configuration: Record<string, string> }>(
    `select o.configuration from processes o join processes p on p.id = $1
     where o.id <> p.id and o.configuration <> p.configuration and o.seen_at_ms >= ${nowSql} - ${aliveMs}
       and (o.joined_at_ms, o.id) < (p.joined_at_ms, p.id) limit 1`,
    [id],
  )
  const other = others[0]?.configuration
  if (other !== undefined) return yield* differs(own, other)
  const seen = db.execute(`update processes set seen_at_ms = ${nowSql} where id = $1`, [id])
  const beat = Effect.andThen(Effect.sleep(seenEvery), Effect.ignore(seen))
  yield* Effect.forkScoped(supervise("process registry", Effect.forever(beat)))
})

const differs = (own: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) => {
  const names = Object.keys({ ...own, ...other }).filter((name) => own[name] !== other[name])
  return new ConfigurationDiffers({
    message: `Another process of this database runs with other values of ${names.sort().join(", ")}: start with the same ones, or stop it and wait ten seconds.`,
  })
}
