/** Shows products with their last prices before any code has loaded, once the server has answered. */
import { isDecimal } from "../../src/ui/money-parts.ts"
import { fieldOf, readAnswer } from "./kept.ts"
import { writeTime } from "./known.ts"

/** More than a phone shows at once. */
const ROWS_MOST = 12

const FOUR_DECIMALS = { minimumFractionDigits: 4, maximumFractionDigits: 4 } as const

interface Row {
  readonly symbol: string
  readonly name: string
  readonly price: `${number}`
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The products whose price is known, in the order of the server. */
const rowsOf = (products: unknown, frame: unknown): readonly Row[] => {
  const prices = new Map(
    listOf(fieldOf(frame, "quotes")).map((quote) => [fieldOf(quote, "symbol"), fieldOf(quote, "price")]),
  )
  return listOf(products).flatMap((product): readonly Row[] => {
    const [symbol, name] = [fieldOf(product, "symbol"), fieldOf(product, "name")]
    const price = prices.get(symbol)
    const isKnown = typeof symbol === "string" && typeof name === "string" && typeof price === "string"
    return isKnown && isDecimal(price) ? [{ symbol, name, price }] : []
  })
}

/** Formats the price as `Price` does: the last two digits lighter. */
const writePrice = (figure: HTMLDataElement, price: `${number}`, format: Intl.NumberFormat): void => {
  const text = format.format(price)
  const fine = figure.querySelector("span")
  figure.value = price
  if (fine === null) return
  fine.textContent = text.slice(-2)
  figure.replaceChildren(text.slice(0, -2), fine)
}

const fillRow = (row: Element, { symbol, name, price }: Row, format: Intl.NumberFormat): Element => {
  const figure = row.querySelector("data")
  for (const [index, word] of row.querySelectorAll(":scope > span > span").entries())
    word.textContent = index === 0 ? symbol : name
  if (figure) writePrice(figure, price, format)
  return row
}

/** The URLs of the calls whose answers hold products and prices. */
export interface MarketUrls {
  readonly products: string
  readonly quotes: string
}

/** Replaces `place` and the skeleton of the rows after it; does nothing without both answers. */
export const showMarket = async (
  tag: string,
  urls: MarketUrls,
  place: Element,
  sample: DocumentFragment,
): Promise<void> => {
  const [products, frame] = await Promise.all([readAnswer(urls.products), readAnswer(urls.quotes)])
  const rows = rowsOf(products, frame).slice(0, ROWS_MOST)
  const atMs = fieldOf(frame, "at_ms")
  const drawing = document.importNode(sample, true)
  const [note, row] = [drawing.querySelector("p"), drawing.querySelector("li")]
  // the app may have started meanwhile and knows better
  if (rows.length === 0 || typeof atMs !== "number" || !note || !row || !place.isConnected) return
  const format = new Intl.NumberFormat(tag, FOUR_DECIMALS)
  writeTime(note, tag, atMs)
  row.replaceWith(...rows.map((each) => fillRow(document.importNode(row, true), each, format)))
  place.nextElementSibling?.remove()
  place.replaceWith(drawing)
}
