import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { projectFolder } from "../paths.ts"
import { isSignedLink } from "../payments/payment-signature.ts"
import { type Choice, deliveriesOf, sendAll } from "./deliveries.ts"

/** The two providers by the path of their page. */
const providers = {
  "/wechat": { name: "wechat", wayId: "pay.way.2" },
  "/alipay": { name: "alipay", wayId: "pay.way.3" },
} as const
type Provider = (typeof providers)[keyof typeof providers]

export interface SimulatorOptions {
  readonly port: number
  readonly secrets: Readonly<Record<Provider["name"], string>>
  /** Decides which webhooks are forged, doubled or out of order. */
  readonly seed: string
  readonly lateMs: number
}

/** Choices that are remembered; the oldest is forgotten first. */
const CHOICES_MAX = 10_000
const BODY_MAX_BYTES = 1_024

const providerAt = (path: string): Provider | undefined =>
  path === "/wechat" || path === "/alipay" ? providers[path] : undefined

const isRecent = (parameters: URLSearchParams): boolean => Date.now() < Number(parameters.get("expires"))

const readChoice = async (request: IncomingMessage): Promise<Choice | null> => {
  let body = ""
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > BODY_MAX_BYTES) return null
  }
  const choice = new URLSearchParams(body).get("choice")
  return choice === "pay" || choice === "cancel" ? choice : null
}

const show = (response: ServerResponse, page: PaymentPage): void => {
  response.writeHead(page.state === "forged" ? 400 : 200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": pagePolicy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  })
  response.end(renderPage(page))
}

/** Listens on this machine only. Resolves with the address and a way to stop. */
export const startSimulator = async (options: SimulatorOptions) => {
  const choices = new Map<string, Choice>()
  const stopping = new AbortController()

  /** The first choice stands. Its webhooks go to the address that the shop signed. */
  const decide = (provider: Provider, parameters: URLSearchParams, choice: Choice): void => {
    const given = (name: string): string => parameters.get(name) ?? ""
    const payment = given("payment")
    if (choices.has(payment)) return
    const oldest = choices.size >= CHOICES_MAX ? choices.keys().next().value : undefined
    if (oldest !== undefined) choices.delete(oldest)
    choices.set(payment, choice)
    const amount = given("amount")
    const { seed, lateMs } = options
    const target = {
      url: given("notify"),
      secret: options.secrets[provider.name],
      payment,
      amount,
      currency: given("currency"),
    }
    const deliveries = deliveriesOf({ payment, amount, choice, seed, lateMs })
    sendAll(target, deliveries, stopping.signal).catch((thrown: unknown) => {
      if (!stopping.signal.aborted) console.error(`The webhooks of ${payment} were not sent:`, thrown)
    })
  }

  const stateOf = (provider: Provider, parameters: URLSearchParams): PageState => {
    if (!isSignedLink(options.secrets[provider.name], parameters)) return "forged"
    const payment = parameters.get("payment") ?? ""
    if (!choices.has(payment) && !isRecent(parameters)) decide(provider, parameters, "expire")
    return choices.get(payment) ?? "open"
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? "/", "http://localhost")
    const provider = url === null ? undefined : providerAt(url.pathname)
    if (url === null || provider === undefined) return void response.writeHead(404).end()
    const { pathname, search, searchParams } = url
    const action = `${pathname}${search}`
    if (request.method === "POST") {
      const choice = await readChoice(request)
      if (choice !== null && stateOf(provider, searchParams) === "open")
        decide(provider, searchParams, choice)
      return void response.writeHead(303, { location: action }).end()
    }
    const state = stateOf(provider, searchParams)
    const isForged = state === "forged"
    show(response, {
      state,
      locale: localeOf(searchParams.get("lang")),
      wayId: provider.wayId,
      amount: isForged ? "0" : (searchParams.get("amount") ?? "0"),
      currency: isForged ? "NGN" : (searchParams.get("currency") ?? "NGN"),
      back: isForged ? null : searchParams.get("return"),
      action,
    })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((thrown: unknown) => {
      console.error(thrown)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("The simulator has no port.")
  const stop = (): void => {
    stopping.abort()
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}`, stop }
}

/** `open`: the visitor may choose. `forged`: the link is not what the shop signed. */
type PageState = "open" | "forged" | Choice

interface PaymentPage {
  readonly state: PageState
  readonly locale: Locale
  /** The message that names the way to pay. */
  readonly wayId: string
  readonly amount: string
  readonly currency: string
  /** The shop's page; null where the link is forged. */
  readonly back: string | null
  /** The address that a choice is posted to. */
  readonly action: string
}

const localeOf = (text: string | null): Locale => LOCALES.find((locale) => locale === text) ?? "en"

const known = new Map<Locale, ReadonlyMap<string, string>>()

const readTexts = (locale: Locale): ReadonlyMap<string, string> => {
  const parsed: unknown = JSON.parse(readFileSync(join(projectFolder, "locales", `${locale}.json`), "utf8"))
  if (typeof parsed !== "object" || parsed === null) return new Map()
  return new Map(Object.entries(parsed).map(([id, text]) => [id, String(text)]))
}

const textIn = (locale: Locale, id: string): string => {
  const texts = known.get(locale) ?? readTexts(locale)
  known.set(locale, texts)
  return texts.get(id) ?? id
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "")

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16262b, #f1f5f6); --quiet: light-dark(#4f6068, #a9b8be);
  --ground: light-dark(#f4f7f8, #0c1316); --surface: light-dark(#fff, #141d21); --line: light-dark(#dfe6e8, #2a363b);
  --fill: light-dark(#0f5a66, #4fb3c1); --on: light-dark(#fff, #06181c); --warn: light-dark(#fbf1d7, #33290f) }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.5 system-ui, sans-serif }
main { box-sizing: border-box; width: min(100%, 26rem); padding: 16px; display: grid; gap: 16px; text-align: center }
.card { display: grid; gap: 8px; padding: 24px 16px; border: 1px solid var(--line); border-radius: 20px;
  background: var(--surface) }
h1 { margin: 0; font-size: 1.25rem } p { margin: 0; color: var(--quiet); overflow-wrap: anywhere }
.amount { color: var(--ink); font-size: 2.5rem; font-weight: 600; font-variant-numeric: tabular-nums; line-height: 1.2 }
.simulated { padding: 12px 16px; border-radius: 14px; background: var(--warn); color: var(--ink); font-size: .9375rem }
form { display: grid; gap: 12px }
button, a { box-sizing: border-box; display: grid; place-items: center; min-height: 48px; padding: 8px 16px;
  border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: var(--ink); font: inherit;
  font-weight: 600; text-decoration: none; cursor: pointer }
button[value=pay], a { border-color: transparent; background: var(--fill); color: var(--on) }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px }`

/** Nothing but the page's own style; a form may only return here. */
const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const titles = {
  open: "payment-page.title",
  pay: "payment-page.paid",
  cancel: "payment-page.cancelled",
  expire: "payment-page.expired",
  forged: "payment-page.forged",
} as const

/** The provider's page: what is to be paid, the choice, and afterwards the way back to the shop. */
const renderPage = (page: PaymentPage): string => {
  const { state, locale, wayId, amount, currency, back, action } = page
  const text = (id: string): string => escaped(textIn(locale, id))
  const tag = localeTagOf(locale)
  const shown = new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
  const figure = state === "forged" ? "" : `<p class="amount">${escaped(shown.format(Number(amount)))}</p>`
  const form = `<form method="post" action="${escaped(action)}">
    <button name="choice" value="pay">${text("payment-page.pay")}</button>
    <button name="choice" value="cancel">${text("payment-page.cancel")}</button></form>`
  const link = back === null ? "" : `<a href="${escaped(back)}">${text("payment-page.return")}</a>`
  const note = state === "pay" ? `<p>${text("payment-page.paid.text")}</p>` : ""
  return `<!doctype html><html lang="${tag}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(wayId)}</title>
<style>${style}</style></head><body><main>
<p class="simulated">${text("payment-page.simulated")}</p>
<div class="card"><p>${text(wayId)}</p><h1>${text(titles[state])}</h1>${figure}${note}</div>
${state === "open" ? form : link}
</main></body></html>`
}
