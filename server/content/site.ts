import { Context, Effect } from "effect"
import type { SystemConfig } from "../../src/domain/entities.ts"
import { amountOf } from "../../src/domain/money.ts"
import { Config, publicAddress } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { readTermsDate } from "../core/site-state.ts"
import { supervise } from "../core/supervise.ts"
import { storedTextIn } from "../core/texts.ts"
import { allowedLinkOrNone } from "./sanitise.ts"
import { FORGOT_PASSWORD_ARTICLE, LOGIN_HELP_ARTICLE } from "./seed/articles.ts"
import { CustomerService, LinkList, linkLists, readSetting, Website } from "./settings.ts"

/** Description of the prices, shown on every money screen. */
export class MarketLabel extends Context.Service<MarketLabel, SystemConfig["market"]>()(
  "financial-links/server/content/MarketLabel",
) {}

const productName = "Financial Links"
const tabPages = ["home", "optional", "trade", "hold", "my"].map((page) => `/pages/tabbar/${page}/index`)

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

const lookEvery = "2 seconds"

/**
 * Polls whether the site is open, for callers that cannot wait for the database. False while that
 * is unknown.
 */
export const watchSite = Effect.gen(function* () {
  let isOpen = false
  const look = Effect.matchEager(readWebsite(), {
    onSuccess: ({ status }) => {
      isOpen = status === 1
    },
    onFailure: () => {
      isOpen = false
    },
  })
  yield* look
  yield* Effect.forkScoped(
    supervise("look at the site", Effect.forever(Effect.andThen(Effect.sleep(lookEvery), look))),
  )
  return { isOpen: () => isOpen }
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
  const { profile, registrationBonus, linkHosts, payment } = yield* Config
  const bounds = { minimum: amountOf(payment.minimum), maximum: amountOf(payment.maximum) }
  const config: SystemConfig = {
    website: yield* readWebsite(),
    login: {
      helpArticleId: LOGIN_HELP_ARTICLE,
      passwordArticleId: FORGOT_PASSWORD_ARTICLE,
      termsAtMs: yield* readTermsDate(),
    },
    tabbar: { pages: tabPages },
    style: { theme: "system" },
    webPage: { title: productName, pages: yield* readLinks(linkLists.pages) },
    domain: yield* publicAddress(),
    logo: "/icon.svg",
    icon: "/icon.svg",
    shareList: yield* readLinks(linkLists.share),
    linkHosts,
    registrationBonus: amountOf(registrationBonus),
    ...(payment.ways.length > 0 && { paymentWays: payment.ways.map((way) => ({ way, ...bounds })) }),
    market: yield* MarketLabel,
    demo: profile === "demo",
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
