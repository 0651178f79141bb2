import { Clock, Effect } from "effect"
import { DEFAULT_LOCALE } from "../../../src/domain/limits.ts"
import { Config } from "../../config.ts"
import { Db } from "../../db/db.ts"
import { writeArticle } from "../articles.ts"
import { aboutArticles } from "./about.ts"
import { agreementArticles } from "./agreements.ts"
import { demoNetworks, withdrawalTerms } from "./cash.ts"
import { helpArticles } from "./help.ts"
import { demoPlacards, seedBanners } from "./showcase.ts"

const articles = [...aboutArticles, ...agreementArticles, ...helpArticles]

/**
 * Fills an empty site, once: articles, banners and withdrawal terms; in the demo also networks and messages. What an operator removes
 * afterwards stays removed. Several processes may call it at once.
 */
export const seedSite = Effect.fn("seedSite")(function* () {
  const db = yield* Db
  const { profile } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const isDemo = profile === "demo"
  const work = Effect.gen(function* () {
    const isFirst = yield* db.execute(
      `insert into settings (name, value, changed_at_ms) values ('site seeded', 'true'::jsonb, $1)
       on conflict do nothing`,
      [nowMs],
    )
    if (isFirst === 0) return
    // Lists show the newest first: a second apart, in the order in which they are written down.
    for (const [index, article] of articles.entries())
      yield* writeArticle(article, DEFAULT_LOCALE, nowMs - index * 1_000)
    yield* seedBannersAndTerms(isDemo)
    if (isDemo) yield* seedDemo(nowMs)
  })
  yield* db.transaction(work)
})

const seedBannersAndTerms = Effect.fnUntraced(function* (isDemo: boolean) {
  const db = yield* Db
  for (const [position, banner] of seedBanners.entries())
    yield* db.execute(
      "insert into banners (id, swipe_image, link, title, position) values ($1, $2, null, $3, $4)",
      [banner.id, banner.swipe_image, banner.title, position],
    )
  for (const [position, terms] of withdrawalTerms(isDemo).entries())
    yield* db.execute(
      `insert into withdrawal_terms (id, method, network, minimum, maximum, fee, arrival_minutes, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[terms.id, terms.method, terms.network, terms.minimum, terms.maximum],
        ...[terms.fee, terms.arrivalMinutes, position],
      ],
    )
})

const seedDemo = Effect.fnUntraced(function* (nowMs: number) {
  const db = yield* Db
  for (const [index, placard] of demoPlacards.entries())
    yield* db.execute("insert into placards (id, content, at_ms) values ($1, $2, $3)", [
      ...[placard.id, placard.content, nowMs - index * 1_000],
    ])
  for (const [position, network] of demoNetworks.entries())
    yield* db.execute(
      `insert into deposit_networks (id, network, address, minimum, maximum, arrival_minutes, position)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[network.id, network.network, network.address, network.minimum],
        ...[network.maximum, network.arrivalMinutes, position],
      ],
    )
})
