import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { projectFolder } from "../paths.ts"
import type { Choice } from "./deliveries.ts"

/** `open`: the visitor may choose. `forged`: the link is not what the shop signed. */
export type PageState = "open" | "forged" | Choice

export interface PaymentPage {
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

export const localeOf = (text: string | null): Locale => LOCALES.find((locale) => locale === text) ?? "en"

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
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const titles = {
  open: "payment-page.title",
  pay: "payment-page.paid",
  cancel: "payment-page.cancelled",
  expire: "payment-page.expired",
  forged: "payment-page.forged",
} as const

/** The provider's page: what is to be paid, the choice, and afterwards the way back to the shop. */
export const renderPage = (page: PaymentPage): string => {
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
