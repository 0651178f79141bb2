import { Clock, Effect } from "effect"
import type { AddressFormat } from "../../../src/domain/cash.ts"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../../src/domain/limits.ts"
import type { Kobo, PriceUnits } from "../../../src/domain/money.ts"
import { Config } from "../../config.ts"
import { execute, transaction } from "../../db/db.ts"
import { storedHtml, writeArticle } from "../articles.ts"
import { plainText } from "../sanitise.ts"
import { LATER_ARTICLES, type SeedArticleId, seedArticles } from "./articles.ts"

/** Loaded on demand: needed once per database. */
const loadTexts = Effect.promise(() => import("./article-text.ts"))

/** Records that a step has run, once per database. False when it had run before, in any process. */
const isFirstTime = Effect.fnUntraced(function* (what: string, nowMs: number) {
  const marked = yield* execute(
    `insert into settings (name, value, changed_at_ms) values ($1, 'true'::jsonb, $2) on conflict do nothing`,
    [what, nowMs],
  )
  return marked > 0
})

/**
 * Fills a new database once with articles, banners and withdrawal terms, in the demo also with
 * networks and messages; then adds translations, assets, the demo's rates, the company video,
 * corrected texts and later articles once, also to an older database. What an operator removes stays removed. Safe to run
 * in several processes at once.
 */
export const seedSite = Effect.fn("seedSite")(function* () {
  const { profile } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const isDemo = profile === "demo"
  const fill = Effect.gen(function* () {
    if (!(yield* isFirstTime("site seeded", nowMs))) return
    // Lists show the newest first, so articles are dated a second apart in list order.
    const { seedText } = yield* loadTexts
    for (const [index, article] of seedArticles.entries())
      yield* writeArticle(
        { ...article, ...seedText(DEFAULT_LOCALE, article.id) },
        DEFAULT_LOCALE,
        nowMs - index * 1_000,
      )
    yield* isFirstTime(CORRECTION, nowMs)
    for (const { mark } of additions) yield* isFirstTime(mark, nowMs)
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
  const correct = Effect.gen(function* () {
    if (yield* isFirstTime(CORRECTION, nowMs)) yield* correctArticles()
  })
  const extend = Effect.gen(function* () {
    for (const { mark, ids } of additions) if (yield* isFirstTime(mark, nowMs)) yield* addArticles(ids, nowMs)
  })
  yield* transaction(Effect.all([fill, translate, rate, film, correct, extend]))
})

const additions = Object.entries(LATER_ARTICLES).map(([mark, ids]) => ({ mark, ids }))

/** Adds what was written after the release of an older database, in all languages. */
const addArticles = Effect.fn("addArticles")(function* (ids: ReadonlyArray<SeedArticleId>, nowMs: number) {
  yield* execute(
    `insert into articles (id, language, kind, title, content_html, at_ms)
     select id, language, 'help', title, content_html, $2
     from json_to_recordset($1::json) as t (id text, language text, title text, content_html text)
     on conflict do nothing`,
    [JSON.stringify(yield* textsOf(LOCALES, ids)), nowMs],
  )
})

/** The stored form of articles in these languages. */
const textsOf = Effect.fnUntraced(function* (
  languages: ReadonlyArray<Locale>,
  ids: ReadonlyArray<SeedArticleId>,
) {
  const { seedText } = yield* loadTexts
  return languages.flatMap((language) =>
    ids.map((id) => {
      const { title, html } = seedText(language, id)
      return { id, language, title: plainText(title), content_html: storedHtml(html) }
    }),
  )
})

/** Named after the last change of the articles that older databases are to get. */
const CORRECTION = "articles of November 2026"

/**
 * Gives the articles of an older database their present text, except those that an operator wrote or
 * removed, and the agreements, to which members agreed as they were.
 */
const correctArticles = Effect.fn("correctArticles")(function* () {
  const texts = yield* textsOf(
    LOCALES,
    seedArticles.filter(({ kind }) => kind !== "agreement").map(({ id }) => id),
  )
  yield* execute(
    `update articles a set title = t.title, content_html = t.content_html
     from json_to_recordset($1::json) as t (id text, language text, title text, content_html text)
     where a.id = t.id and a.language = t.language and a.content_html <> t.content_html
       and not exists (
         select 1 from operator_events o
         where o.command = 'articles add' and o.subject = a.id and o.detail ->> 'language' = a.language
       )`,
    [JSON.stringify(texts)],
  )
})

/** Puts the video before the first heading of the article in each language, unless an operator wrote it. */
const seedCompanyVideo = Effect.fnUntraced(function* () {
  const { companyVideo } = yield* loadTexts
  yield* execute(
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
  for (const [position, banner] of seedBanners.entries())
    yield* execute(
      "insert into banners (id, swipe_image, link, title, position) values ($1, $2, null, $3, $4)",
      [banner.id, banner.swipe_image, banner.title, position],
    )
  for (const [position, terms] of withdrawalTerms(isDemo).entries())
    yield* execute(
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
  for (const { network, asset, decimals } of networkAssets)
    yield* execute(
      "insert into network_assets (network, asset, decimals) values ($1, $2, $3) on conflict do nothing",
      [network, asset, decimals],
    )
  for (const { asset, price } of isDemo ? demoPrices : [])
    yield* execute(
      "insert into asset_prices (asset, price, priced_at_ms) values ($1, $2, $3) on conflict do nothing",
      [asset, price, nowMs],
    )
})

const seedDemo = Effect.fnUntraced(function* (nowMs: number) {
  for (const [index, placard] of demoPlacards.entries())
    yield* execute("insert into placards (id, content, at_ms) values ($1, $2, $3)", [
      ...[placard.id, placard.content, nowMs - index * 1_000],
    ])
  for (const [position, network] of demoNetworks.entries())
    yield* execute(
      `insert into deposit_networks (id, network, format, address, minimum, maximum, arrival_minutes, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        ...[network.id, network.network, network.format, network.address, network.minimum],
        ...[network.maximum, network.arrivalMinutes, position],
      ],
    )
})

/**
 * Adds the translations of the seed articles. Skips articles that an operator removed or replaced,
 * and keeps translations that an operator wrote.
 */
const seedTranslations = Effect.fn("seedTranslations")(function* () {
  const translated = yield* textsOf(
    LOCALES.filter((locale) => locale !== DEFAULT_LOCALE),
    seedArticles.map(({ id }) => id),
  )
  yield* execute(
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

/** Banners that ship with the product. Each title is a message id. */
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

interface SeedNetwork {
  readonly id: string
  readonly network: string
  readonly format: AddressFormat
  readonly address: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly arrivalMinutes: number
}

interface SeedTerms {
  readonly id: string
  readonly method: "bank" | "crypto"
  readonly network: string | null
  readonly format: AddressFormat | null
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
  readonly arrivalMinutes: number
}

const naira = (amount: bigint): Kobo => amount * 100n

/**
 * Deposit networks of the demo. The addresses have a valid form but spell out that they are fake,
 * and their checksums are wrong on purpose, so that no wallet sends anything to them.
 */
export const demoNetworks: ReadonlyArray<SeedNetwork> = [
  {
    id: "usdt-trc20",
    network: "USDT-TRC20",
    format: "tron",
    address: "TSimu1atedDemoAddressDoNotSendCash",
    minimum: naira(1_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "usdt-erc20",
    network: "USDT-ERC20",
    format: "ethereum",
    address: "0xDEADdeadDEADdeadDEADdeadDEADdeadDEADdead",
    minimum: naira(10_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "btc",
    network: "BTC",
    format: "bitcoin",
    address: "bc1qdem0dem0d0n0tsendmneyt0thsaddress00000",
    minimum: naira(20_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
]

/** The asset of each network, and the decimals in which it is sent. */
const networkAssets = [
  { network: "USDT-TRC20", asset: "USDT", decimals: 6 },
  { network: "USDT-ERC20", asset: "USDT", decimals: 6 },
  { network: "BTC", asset: "BTC", decimals: 8 },
  { network: "ETH", asset: "ETH", decimals: 8 },
] as const

/** Prices of the demo in ten-thousandths of a naira: fixed, and as simulated as its money. */
const demoPrices: ReadonlyArray<{ readonly asset: string; readonly price: PriceUnits }> = [
  { asset: "USDT", price: 1_600_0000n },
  { asset: "BTC", price: 144_000_000_0000n },
  { asset: "ETH", price: 4_800_000_0000n },
]

/**
 * Withdrawal terms. Bank cards are free; a crypto address costs the network's own fee. The operator
 * earns nothing.
 */
const withdrawalTerms = (isDemo: boolean): ReadonlyArray<SeedTerms> => [
  {
    id: "bank",
    method: "bank",
    network: null,
    format: null,
    minimum: naira(1_000n),
    maximum: naira(20_000_000n),
    fee: 0n,
    arrivalMinutes: isDemo ? 1 : 24 * 60,
  },
  {
    id: "usdt-trc20",
    method: "crypto",
    network: "USDT-TRC20",
    format: "tron",
    minimum: naira(5_000n),
    maximum: naira(20_000_000n),
    fee: naira(1_500n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "usdt-erc20",
    method: "crypto",
    network: "USDT-ERC20",
    format: "ethereum",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(6_000n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "btc",
    method: "crypto",
    network: "BTC",
    format: "bitcoin",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(3_000n),
    arrivalMinutes: isDemo ? 1 : 90,
  },
  {
    id: "xrp",
    method: "crypto",
    network: "XRP",
    format: "ripple",
    minimum: naira(5_000n),
    maximum: naira(20_000_000n),
    fee: naira(500n),
    arrivalMinutes: isDemo ? 1 : 30,
  },
]
