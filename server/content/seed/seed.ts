import { Clock, Effect } from "effect"
import { DEFAULT_LOCALE, LOCALES } from "../../../src/domain/limits.ts"
import { Config } from "../../config.ts"
import { Db } from "../../db/db.ts"
import { storedHtml, writeArticle } from "../articles.ts"
import { plainText } from "../sanitise.ts"
import { companyVideo, seedArticles } from "./articles.ts"
import { demoNetworks, demoPrices, networkAssets, withdrawalTerms } from "./payment-terms.ts"

/** Records that a step has run, once per database. False when it had run before, in any process. */
const isFirstTime = Effect.fnUntraced(function* (what: string, nowMs: number) {
  const db = yield* Db
  const marked = yield* db.execute(
    `insert into settings (name, value, changed_at_ms) values ($1, 'true'::jsonb, $2) on conflict do nothing`,
    [what, nowMs],
  )
  return marked > 0
})

/**
 * Fills a new database once with articles, banners and withdrawal terms, in the demo also with
 * networks and messages; then adds translations, assets, the demo's rates and the company
 * video once, also to an older database. What an operator removes stays removed. Safe to run in several processes at once.
 */
export const seedSite = Effect.fn("seedSite")(function* () {
  const db = yield* Db
  const { profile } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const isDemo = profile === "demo"
  const fill = Effect.gen(function* () {
    if (!(yield* isFirstTime("site seeded", nowMs))) return
    // Lists show the newest first, so articles are dated a second apart in list order.
    for (const [index, article] of seedArticles.entries())
      yield* writeArticle(article, DEFAULT_LOCALE, nowMs - index * 1_000)
    yield* seedBannersAndTerms(isDemo)
    if (isDemo) yield* seedDemo(nowMs)
  })
  const rate = Effect.gen(function* () {
    if (yield* isFirstTime("rates seeded", nowMs)) yield* seedRates(isDemo, nowMs)
  })
  const translate = Effect.gen(function* () {
    if (yield* isFirstTime("articles translated", nowMs)) yield* seedTranslations()
  })
  const film = Effect.gen(function* () {
    if (yield* isFirstTime("company video seeded", nowMs)) yield* seedCompanyVideo()
  })
  yield* db.transaction(Effect.all([fill, translate, rate, film]))
})

/** Puts the video before the first heading of the article in each language, unless an operator wrote it. */
const seedCompanyVideo = Effect.fnUntraced(function* () {
  const db = yield* Db
  yield* db.execute(
    `update articles a
     set content_html = overlay(content_html placing $1 || '<h2>' from position('<h2>' in content_html) for 4)
     where id = 'company-introduction'
       and position('<h2>' in content_html) > 0 and position('<video' in content_html) = 0
       and not exists (
         select 1 from operator_events o
         where o.command = 'articles add' and o.subject = a.id and o.detail ->> 'language' = a.language
       )`,
    [storedHtml(companyVideo)],
  )
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
      `insert into withdrawal_terms (id, method, network, format, minimum, maximum, fee, arrival_minutes, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[terms.id, terms.method, terms.network, terms.format, terms.minimum, terms.maximum],
        ...[terms.fee, terms.arrivalMinutes, position],
      ],
    )
})

/** What an operator has set stays. */
const seedRates = Effect.fnUntraced(function* (isDemo: boolean, nowMs: number) {
  const db = yield* Db
  for (const { network, asset, decimals } of networkAssets)
    yield* db.execute(
      "insert into network_assets (network, asset, decimals) values ($1, $2, $3) on conflict do nothing",
      [network, asset, decimals],
    )
  for (const { asset, price } of isDemo ? demoPrices : [])
    yield* db.execute(
      "insert into asset_prices (asset, price, priced_at_ms) values ($1, $2, $3) on conflict do nothing",
      [asset, price, nowMs],
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
      `insert into deposit_networks (id, network, format, address, minimum, maximum, arrival_minutes, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[network.id, network.network, network.format, network.address, network.minimum],
        ...[network.maximum, network.arrivalMinutes, position],
      ],
    )
})

/** Loaded on demand: needed once per database. */
const loadTranslated = async () => {
  const { translations } = await import("./translations.ts")
  return LOCALES.filter((locale) => locale !== "en").flatMap((language) =>
    seedArticles.map(({ id }) => {
      const { title, html } = translations[language][id]
      return { id, language, title: plainText(title), content_html: storedHtml(html) }
    }),
  )
}

/**
 * Adds the translations of the seed articles. Skips articles that an operator removed or replaced,
 * and keeps translations that an operator wrote.
 */
const seedTranslations = Effect.fn("seedTranslations")(function* () {
  const db = yield* Db
  const translated = yield* Effect.promise(loadTranslated)
  yield* db.execute(
    `insert into articles (id, language, kind, title, content_html, at_ms)
     select t.id, t.language, e.kind, t.title, t.content_html, e.at_ms
     from json_to_recordset($1::json) as t (id text, language text, title text, content_html text)
     join articles e on e.id = t.id and e.language = 'en'
     where not exists (
       select 1 from operator_events o
       where o.command = 'articles add' and o.subject = t.id and o.detail ->> 'language' = 'en'
     )
     on conflict do nothing`,
    [JSON.stringify(translated)],
  )
})

/**
 * Banners that ship with the product. Each title is a message id. Drawn by scripts/draw-banners.ts.
 */
const seedBanners = [
  { id: "simulated", swipe_image: "/banners/simulated.webp", title: "banner.simulated" },
  { id: "loss-first", swipe_image: "/banners/loss-first.webp", title: "banner.loss-first" },
  { id: "check-it", swipe_image: "/banners/check-it.webp", title: "banner.check-it" },
] as const

/** Site messages of the demo, most important first. Each is a message id. */
const demoPlacards = [
  { id: "simulated", content: "placard.simulated" },
  { id: "no-fee", content: "placard.no-fee" },
] as const
