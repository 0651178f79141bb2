import { Clock, Context, Effect, Option, Schema } from "effect"
import { TAB_IDS, tabPath } from "../../src/domain/appearance.ts"
import type { SystemConfig } from "../../src/domain/entities.ts"
import { LOSS_RATE_ACCOUNTS_MIN } from "../../src/domain/limits.ts"
import { amountOf } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { publicAddress } from "../core/public-address.ts"
import { readTermsDate } from "../core/site-state.ts"
import { supervise } from "../core/supervise.ts"
import { storedTextIn } from "../core/texts.ts"
import { execute, sql } from "../db/db.ts"
import { allowedLinkOrNone } from "./sanitise.ts"
import { FORGOT_PASSWORD_ARTICLE, LOGIN_HELP_ARTICLE } from "./seed/articles.ts"

/**
 * Whether the site is open. Status 0 is closed; page_status 1 then redirects visitors to page_url.
 */
export const Website = Schema.Struct({
  status: Schema.Literals([0, 1]),
  page_status: Schema.Literals([0, 1]),
  page_url: Schema.String,
})
export type Website = typeof Website.Type

/** Contact details of customer service, set by the operator. */
export const CustomerService = Schema.Struct({
  name: Schema.String,
  url: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  hours: Schema.String,
})
export type CustomerService = typeof CustomerService.Type

/** Named links: where members can share their invitation link, and outside pages. */
export const LinkList = Schema.Array(Schema.Struct({ name: Schema.String, url: Schema.String }))

/** The setting that holds a list of links. */
export const linkLists = { share: "share list", pages: "outside pages" } as const

/**
 * Reads a setting. An absent one yields the fallback; so does an unreadable one, which is logged.
 */
export const readSetting = Effect.fn("readSetting")(function* <A>(
  name: string,
  schema: Schema.Codec<A, unknown>,
  fallback: A,
) {
  const rows = yield* sql<{ value: unknown }>("select value from settings where name = $1", [name])
  if (rows[0] === undefined) return fallback
  const decoded = Schema.decodeUnknownOption(schema)(rows[0].value)
  if (Option.isSome(decoded)) return decoded.value
  yield* Effect.logWarning("A setting could not be read and its default stands.", { name })
  return fallback
})

export const writeSetting = Effect.fn("writeSetting")(function* (name: string, value: unknown) {
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    `insert into settings (name, value, changed_at_ms) values ($1, $2::jsonb, $3)
     on conflict (name) do update set value = excluded.value, changed_at_ms = excluded.changed_at_ms`,
    [name, JSON.stringify(value), atMs],
  )
})

/** What operators configured of the app's appearance. Images are named by the hash of their bytes. */
export const SiteAppearance = Schema.Struct({
  logo: Schema.optionalKey(Schema.String),
  icon: Schema.optionalKey(Schema.String),
  accent: Schema.optionalKey(Schema.String),
  tabs: Schema.optionalKey(Schema.Array(Schema.String)),
})
export type SiteAppearance = typeof SiteAppearance.Type

/** A WebP image of the site, in base64. */
export const SiteImage = Schema.Struct({ hash: Schema.String, data: Schema.String })

export const BRAND_IMAGES = ["logo", "icon"] as const
export type BrandImage = (typeof BRAND_IMAGES)[number]

/** The setting that holds an image, apart from the others, which every configuration reads. */
export const imageSetting = (which: BrandImage): string => `${which} image`

export const readAppearance = () => readSetting("appearance", SiteAppearance, {})

/** Description of the prices, shown on every money screen. */
export class MarketLabel extends Context.Service<MarketLabel, SystemConfig["market"]>()(
  "financial-links/server/content/MarketLabel",
) {}

const productName = "Financial Links"
const ownImage = "/icon.svg"

/** The path of an image of the site; the product's own without one. */
export const brandPath = (which: BrandImage, hash: string | undefined): string =>
  hash === undefined ? ownImage : `/brand/${which}-${hash}.webp`

/** The default: the site is open until an operator closes it. */
export const openWebsite: Website = { status: 1, page_status: 0, page_url: "" }

/**
 * The website setting. A redirect to a link that is not allowed is dropped, so visitors see the
 * empty page.
 */
const readWebsite = Effect.fnUntraced(function* () {
  const { linkHosts } = yield* Config
  const website = yield* readSetting("website", Website, openWebsite)
  const pageUrl = yield* allowedLinkOrNone(website.page_url, linkHosts, "website page")
  const pageStatus = pageUrl === "" ? 0 : website.page_status
  return { status: website.status, pageStatus, pageUrl } satisfies SystemConfig["website"]
})

/** The latest loss rate; nothing while too few accounts have traded. */
const readLossRate = Effect.fnUntraced(function* () {
  const rows = yield* sql<{ accounts: number; losing: number }>(
    "select accounts, losing from loss_rates order by day desc limit 1",
  )
  return rows.filter(({ accounts }) => accounts >= LOSS_RATE_ACCOUNTS_MIN)[0]
})

const lookEvery = "2 seconds"

/** What the headers of a page say of the site. */
export interface SiteHints {
  readonly isOpen: boolean
  /** True if the first page shows what is configured: appearance, loss rate, other log-ins. */
  readonly isConfigShown: boolean
}

/**
 * Polls the state of the site, for callers that cannot wait for the database. Closed while it is
 * unknown.
 */
export const watchSite = Effect.gen(function* () {
  const { weChat, demoPast } = yield* Config
  const isEntryShown = weChat !== null || demoPast
  let hints: SiteHints = { isOpen: false, isConfigShown: isEntryShown }
  const look = Effect.matchEager(Effect.all([readWebsite(), readAppearance(), readLossRate()]), {
    onSuccess: ([{ status }, appearance, lossRate]) => {
      const isConfigShown = isEntryShown || lossRate !== undefined || Object.keys(appearance).length > 0
      hints = { isOpen: status === 1, isConfigShown }
    },
    onFailure: () => {
      hints = { ...hints, isOpen: false }
    },
  })
  yield* look
  yield* Effect.forkScoped(
    supervise("look at the site", Effect.forever(Effect.andThen(Effect.sleep(lookEvery), look))),
  )
  return () => hints
})

/** A list of links without those that are not allowed any more. */
const readLinks = Effect.fnUntraced(function* (name: (typeof linkLists)[keyof typeof linkLists]) {
  const { linkHosts } = yield* Config
  const listed = yield* readSetting(name, LinkList, [])
  return yield* Effect.filter(listed, (link) =>
    Effect.map(allowedLinkOrNone(link.url, linkHosts, name), (url) => url !== ""),
  )
})

/** The configuration of the site. */
export const readSystemConfig = Effect.fn("readSystemConfig")(function* (_request: object, _call: Call) {
  const { profile, registrationBonus, coolingOffMs, withdrawalPromiseMs, linkHosts, payment, weChat } =
    yield* Config
  const bounds = { minimum: amountOf(payment.minimum), maximum: amountOf(payment.maximum) }
  const appearance = yield* readAppearance()
  const lossRate = yield* readLossRate()
  const config: SystemConfig = {
    website: yield* readWebsite(),
    login: {
      helpArticleId: LOGIN_HELP_ARTICLE,
      passwordArticleId: FORGOT_PASSWORD_ARTICLE,
      termsAtMs: yield* readTermsDate(),
      ...(weChat !== null && { wechat: true }),
    },
    tabbar: { pages: (appearance.tabs ?? TAB_IDS).map(tabPath) },
    style: { theme: "system", ...(appearance.accent !== undefined && { accent: appearance.accent }) },
    webPage: { title: productName, pages: yield* readLinks(linkLists.pages) },
    domain: yield* publicAddress(),
    logo: brandPath("logo", appearance.logo),
    icon: brandPath("icon", appearance.icon),
    shareList: yield* readLinks(linkLists.share),
    linkHosts,
    registrationBonus: amountOf(registrationBonus),
    ...(payment.ways.length > 0 && { paymentWays: payment.ways.map((way) => ({ way, ...bounds })) }),
    market: yield* MarketLabel,
    ...(lossRate !== undefined && { lossRate }),
    demo: profile === "demo",
    coolingOffMs,
    withdrawalPromiseMs,
  }
  return config
})

/** The address under which the app is published. */
export const readAppUrl = Effect.fn("readAppUrl")(function* (_request: object, _call: Call) {
  return { url: yield* publicAddress() }
})

/** Contact texts before customer service is set up. The demo says that it has none. */
const defaultServices: Readonly<Record<"demo" | "production", CustomerService>> = {
  demo: { name: "service.demo.name", url: null, email: null, hours: "service.demo.hours" },
  production: { name: "service.name", url: null, email: null, hours: "service.hours" },
}

/** Contact details of customer service. */
export const readCustomerService = Effect.fn("readCustomerService")(function* (_request: object, call: Call) {
  const { profile, linkHosts } = yield* Config
  const service = yield* readSetting("customer service", CustomerService, defaultServices[profile])
  const url = yield* allowedLinkOrNone(service.url ?? "", linkHosts, "customer service")
  return {
    name: storedTextIn(call.locale, service.name),
    url: url === "" ? null : url,
    email: service.email,
    hours: storedTextIn(call.locale, service.hours),
  }
})
