/** Shows a member's tab pages before any code has loaded, with what the server has answered. */

import { createFrame, type Frame } from "../../src/app/tab-frame.ts"
import { inRow } from "../../src/app/tab-samples.ts"
import { LAST_KNOWN_MS, PRODUCT_CATEGORIES } from "../../src/domain/limits.ts"
import { HIDDEN_DIGITS } from "../../src/domain/problem.ts"
import { LAST_HOME } from "../../src/runtime/api/last-home.ts"
import { AMOUNTS_HIDDEN, APPEARANCE } from "../../src/runtime/api/stored-preferences.ts"
import { showChanges } from "./changes.ts"
import { contentOf, fieldOf, memberId, readAnswer, readData } from "./kept.ts"
import { productValues, shownProducts, walletValues } from "./values.ts"

/** The URLs of the calls whose answers the pages show. */
export interface AnswerUrls {
  readonly walletSummary: string
  readonly products: string
  readonly quotes: string
}

export interface TabPagesOptions {
  readonly root: HTMLElement
  /** The language of the document. */
  readonly tag: string
  readonly urls: AnswerUrls
  /** The path of each tab page by its name. */
  readonly paths: Readonly<Record<string, string>>
}

/** A hidden balance is dots, as in the app. */
const balancesOf = (wallet: unknown) => {
  const values = walletValues(wallet)
  if (values.available === undefined || readData(AMOUNTS_HIDDEN) !== true) return values
  return { available: HIDDEN_DIGITS, unavailable: HIDDEN_DIGITS }
}

/** Leaves the tabs of the categories that a product has, as the market does. */
const keepCategories = (page: Element, products: readonly unknown[]): void => {
  const known = new Set(products.map((product) => fieldOf(product, "category")))
  const others = PRODUCT_CATEGORIES.filter((name) => !known.has(name))
  for (const name of others) page.querySelector(`[role=tab][id$=-${name}]`)?.parentElement?.remove()
  if (others.length === PRODUCT_CATEGORIES.length) page.querySelector("[role=tablist]")?.remove()
}

/** `quotes`: in the market. Returns whether a figure was written. */
const showProducts = (frame: Frame, tag: string, products: unknown, quotes?: unknown): boolean => {
  if (!Array.isArray(products)) return false
  const shown = shownProducts(products, quotes === undefined)
  const values = productValues(shown, fieldOf(quotes, "quotes"))
  const page = frame.figureOf(inRow(0, "price"))?.closest("[data-frame]")
  if (page) keepCategories(page, shown)
  frame.endAt(shown.length)
  showChanges(frame, tag, values)
  return frame.fill(values)
}

/** Shows the home of the last visit with its time, until the server answers. */
const showLastHome = (frame: Frame, tag: string): (() => void) => {
  const last = readData(LAST_HOME)
  const [wallet, products] = [fieldOf(last, "walletSummary"), fieldOf(last, "products")]
  const atMs = fieldOf(wallet, "atMs")
  const line = frame.figureOf("unavailable")?.parentElement
  const note = contentOf("note")?.textContent
  const isOwn = memberId() !== null && fieldOf(last, "owner") === memberId()
  if (!isOwn || !line || !note || typeof atMs !== "number" || Date.now() - atMs > LAST_KNOWN_MS)
    return () => {}
  frame.fill(balancesOf(fieldOf(wallet, "data")))
  showProducts(frame, tag, fieldOf(products, "data"))
  const content = [...line.childNodes]
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }).format(atMs)
  line.textContent = note.replace("*time*", time)
  return () => line.replaceChildren(...content)
}

const fillHome = async (
  frame: Frame,
  { urls, tag }: TabPagesOptions,
  onFigure: () => void,
): Promise<void> => {
  const endLast = showLastHome(frame, tag)
  if (frame.figureOf("available")?.value) onFigure()
  const balance = readAnswer(urls.walletSummary).then((wallet) => {
    const values = balancesOf(wallet)
    if (values.available === undefined) return
    endLast()
    frame.fill(values)
    onFigure()
  })
  const stocks = readAnswer(urls.products).then((products) => showProducts(frame, tag, products))
  await Promise.all([balance, stocks])
}

const fillMarket = async (
  frame: Frame,
  { urls, tag }: TabPagesOptions,
  onFigure: () => void,
): Promise<void> => {
  const [products, quotes] = await Promise.all([readAnswer(urls.products), readAnswer(urls.quotes)])
  if (showProducts(frame, tag, products, quotes ?? null)) onFigure()
}

/** Puts the tabs into the operator's order of the last visit. */
const orderTabs = (tabs: ParentNode, paths: TabPagesOptions["paths"]): void => {
  const order = fieldOf(readData(APPEARANCE), "tabs")
  if (!Array.isArray(order) || order.length !== Object.keys(paths).length) return
  const items = order.map((id) => tabs.querySelector(`a[href="/pages/tabbar/${id}/index"]`)?.closest("li"))
  if (items.every((item) => item != null)) items[0]?.parentElement?.append(...items)
}

/** Opens the window of a member in `root`; returns what shows a tab page in it by its name. */
export const openTabPages = (options: TabPagesOptions): ((name: string) => void) => {
  const { root, tag, paths } = options
  const content = contentOf("window")
  const place = content?.querySelector("[data-place]")
  if (!content || !place) return () => {}
  orderTabs(content, paths)
  root.replaceChildren(content)
  let shown: Element = place
  return (name) => {
    const page = contentOf(`tab-${name}`)
    const first = page?.firstElementChild
    if (!page || !first) return
    const frame = createFrame(page, tag)
    shown.replaceWith(page)
    shown = first
    for (const tab of root.querySelectorAll("nav a"))
      if (tab.getAttribute("href") === paths[name]) tab.setAttribute("aria-current", "page")
      else tab.removeAttribute("aria-current")
    // what the app has rendered meanwhile is not touched: the frame has left the document
    const onFigure = () => {
      first.setAttribute("data-filled", "")
    }
    const fill = { home: fillHome, market: fillMarket }[name]
    fill?.(frame, options, onFigure).catch(() => {})
  }
}
