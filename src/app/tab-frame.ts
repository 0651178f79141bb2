/** Blanks a page that the build has drawn with samples, and fills in what the server answers. */
import { HIDDEN_DIGITS } from "../domain/problem.ts"
import { isDecimal, LIGHT_PARTS, MONEY, placesOf, trueMinus } from "../ui/money-parts.ts"
import { SAMPLE_ROWS, sampleFields, TOKEN } from "./tab-samples.ts"

/** What the fields hold. A field that is absent is not known yet. */
export type Values = Readonly<Record<string, string | undefined>>

export interface Frame {
  /** Writes what is known into its places. Returns whether a figure was written. */
  readonly fill: (values: Values) => boolean
  /** Removes the rows from this one on. */
  readonly endAt: (row: number) => void
  /** The element of a figure; undefined if the page has none. */
  readonly figureOf: (field: string) => HTMLDataElement | undefined
}

/** As wide as a digit, and nothing to read. */
const BLANK = "\u2007"

/** The text with its fields; null where one is unknown. */
const written = (text: string, values: Values): string | null => {
  let isKnown = true
  const filled = text.replaceAll(TOKEN, (_, field: string) => {
    isKnown &&= values[field] !== undefined
    return values[field] ?? ""
  })
  return isKnown ? filled : null
}

const span = (text: string, name = ""): HTMLSpanElement => {
  const element = document.createElement("span")
  element.className = name
  element.textContent = text
  return element
}

const classIn = (figure: Element): string => figure.querySelector("span[class]")?.className ?? ""

/** Formats as `Amount` does. */
const writeAmount = (figure: HTMLDataElement, tag: string, amount: `${number}`, light: string): void => {
  const parts = new Intl.NumberFormat(tag, { ...MONEY, signDisplay: "negative" }).formatToParts(amount)
  const length = parts.reduce((sum, { value }) => sum + value.length, 0)
  figure.style.setProperty("--length", String(length))
  figure.replaceChildren(
    ...parts.map(({ type, value }) => span(trueMinus(value), LIGHT_PARTS.has(type) ? light : "")),
  )
}

/** Formats as `Price` does: decimals beyond the second lighter. */
const writePrice = (figure: HTMLDataElement, tag: string, price: `${number}`, fine: string): void => {
  const places = placesOf(price)
  const decimals = { minimumFractionDigits: places, maximumFractionDigits: places }
  const text = new Intl.NumberFormat(tag, decimals).format(price)
  if (places === 2) figure.textContent = text
  else figure.replaceChildren(text.slice(0, -2), span(text.slice(-2), fine))
}

/** Four decimals are a price, two an amount. */
const isPrice = (sample: string): boolean => sample.split(".")[1]?.length === 4

type Filler = (values: Values) => boolean

const figureFiller = (figure: HTMLDataElement, field: string, tag: string): Filler => {
  const write = isPrice(figure.value) ? writePrice : writeAmount
  const lighter = classIn(figure)
  return ({ [field]: value }) => {
    if (value === HIDDEN_DIGITS) figure.textContent = value
    if (value === undefined || !isDecimal(value)) return false
    figure.value = value
    write(figure, tag, value, lighter)
    return true
  }
}

const textFiller = (node: Text): Filler => {
  const template = node.data
  node.data = BLANK.repeat(6)
  return (values) => {
    node.data = written(template, values) ?? node.data
    return false
  }
}

const attributeFiller = (attribute: Attr): Filler => {
  const template = attribute.value
  attribute.value = ""
  return (values) => {
    attribute.value = written(template, values) ?? attribute.value
    return false
  }
}

/** The row of a page: an item of a list, or an article. */
const rowOf = (node: Element): Element => node.closest("li") ?? node.closest("article") ?? node

/** Blanks the page: nothing of a sample can be seen. `tag`: the language of its figures. */
export const createFrame = (page: DocumentFragment, tag: string): Frame => {
  const fields = sampleFields()
  const figures = new Map<string, HTMLDataElement>()
  const rows = new Map<number, Element>()
  const fillers: Filler[] = []
  const addTemplate = (text: string, element: Element | null, filler: () => Filler): void => {
    if (text.search(TOKEN) < 0) return
    fillers.push(filler())
    const row = /\*p(\d+)\./.exec(text)?.[1]
    if (row !== undefined && element !== null) rows.set(Number(row), rowOf(element))
  }
  const addFigure = (figure: HTMLDataElement): void => {
    const field = fields.get(figure.value)
    if (field !== undefined) {
      figures.set(field, figure)
      fillers.push(figureFiller(figure, field, tag))
    }
    figure.value = ""
  }
  const nodes = document.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Element)
      for (const attribute of node.attributes)
        addTemplate(attribute.value, node, () => attributeFiller(attribute))
    if (node instanceof HTMLDataElement) addFigure(node)
    if (!(node instanceof Text)) continue
    const text = node
    const isFigure = text.parentElement?.closest("data") != null
    if (isFigure || /\d/.test(text.data.replaceAll(TOKEN, ""))) text.data = BLANK.repeat(text.data.length)
    else addTemplate(text.data, text.parentElement, () => textFiller(text))
  }
  return {
    fill: (values) => fillers.map((filler) => filler(values)).includes(true),
    endAt: (row) => {
      for (let each = row; each < SAMPLE_ROWS; each += 1) rows.get(each)?.remove()
    },
    figureOf: (field) => figures.get(field),
  }
}
