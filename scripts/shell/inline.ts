import { type MarketUrls, showMarket } from "./early-market.ts"
import { isLoginPath, isMember, ownLocale } from "./kept.ts"
import { showKnown } from "./known.ts"

/**
 * Runs at the end of the document: applies the language, keeps the login page only if it is the
 * page that follows, shows a tab page's skeleton otherwise, and starts fetching the texts.
 */
interface Shell {
  /**
   * Texts of the login page and of its responses in the order of the markup, one per line; one text
   * per locale except that of the markup.
   */
  readonly words: Readonly<Record<string, string>>
  /** The same for a tab page and its figures. */
  readonly memberWords: Readonly<Record<string, string>>
  /** Paths of the tab pages; the first is home. */
  readonly tabs: readonly string[]
  /** The URL of the call whose answer holds the balance. */
  readonly balanceUrl: string
  readonly marketPath: string
  readonly marketUrls: MarketUrls
  /** The URL of each locale's texts. */
  readonly urls: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
}

declare const SHELL: Shell

const { words, memberWords, balanceUrl, marketPath, marketUrls, urls, tags, tabs } = SHELL
const root = document.getElementById("root")
const html = document.documentElement

delete html.dataset.veiled

const locale = ownLocale()
html.lang = tags[locale] ?? "en"

const preload = document.createElement("link")
preload.rel = "preload"
preload.as = "fetch"
preload.crossOrigin = "anonymous"
preload.href = urls[locale] ?? ""
document.head.append(preload)

const templateOf = (id: string): HTMLTemplateElement | null => document.querySelector(`template#${id}`)

/** Text nodes and accessible names in document order. */
const speak = (within: Node, list: string[]): void => {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element)
      for (const name of ["aria-label", "title"])
        if (node.hasAttribute(name)) node.setAttribute(name, list.shift() ?? "")
    if (node instanceof Text) node.data = list.shift() ?? ""
  }
}

const show = (id: string, within: HTMLElement): void => {
  const template = templateOf(id)
  if (template) within.replaceChildren(template.content.cloneNode(true))
}

/** Lets Intl find its locales ahead of its first use, which takes a slow phone several frames. */
const findLocales = (): void =>
  void requestAnimationFrame(() => setTimeout(() => Intl.NumberFormat.supportedLocalesOf(html.lang)))

/** A member's tab page; home with the balance and the market with prices, as soon as they are known. */
const showTab = (within: HTMLElement, isHome: boolean): void => {
  show("tab", within)
  findLocales()
  const [figure, market] = [templateOf("known"), templateOf("market")]
  const list = memberWords[locale]?.split("\n")
  if (list !== undefined)
    for (const part of [within.lastChild, figure?.content, market?.content]) if (part) speak(part, list)
  if (!isHome) within.querySelector("[data-brand]")?.remove()
  const place = within.querySelector("[data-figure]")
  if (isHome && place && figure) showKnown(html.lang, balanceUrl, place, figure.content)
  const top = within.querySelector("[data-top]")
  if (location.pathname === marketPath && top && market)
    showMarket(html.lang, marketUrls, top, market.content).catch(() => {})
}

const showLogin = (within: HTMLElement): void => {
  const answers = templateOf("answers")
  const list = words[locale]?.split("\n")
  if (list !== undefined) for (const part of [within, answers?.content]) if (part) speak(part, list)
  if (answers) answers.dataset.ready = ""
  const line = within.querySelector("main p")?.textContent
  if (line) document.querySelector("meta[name=description]")?.setAttribute("content", line)
  // submitted before this script ran
  within.querySelector<HTMLFormElement>("form[data-submitted]")?.requestSubmit()
}

if (root) {
  const { pathname } = location
  const isHome = isLoginPath() || pathname === tabs[0]
  if (isMember() && (isHome || tabs.includes(pathname))) showTab(root, isHome)
  else if (isLoginPath()) showLogin(root)
  else show("waiting", root)
}
