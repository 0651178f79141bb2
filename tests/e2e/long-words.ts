import type { Page } from "playwright-core"

const accents: Readonly<Record<string, string>> = {
  a: "á",
  e: "ê",
  i: "ï",
  o: "ö",
  u: "ű",
  c: "ç",
  n: "ñ",
  A: "Å",
  E: "É",
}
/** Growth of texts in the longest language. */
const GROWTH = 0.4
/** The app's English texts. */
const TEXTS = "/assets/en-[^/]+[.]json$"

interface Lengthening {
  readonly accents: Readonly<Record<string, string>>
  readonly growth: number
  readonly texts: string
}

/**
 * Runs in the page before the app: lengthens and accents the texts that it loads, to find views that
 * fit English only. It is serialised, so it may use nothing from outside its body.
 */
const lengthenInPage = ({ accents, growth, texts }: Lengthening): void => {
  const lengthen = (words: string): string => {
    if (words.trim() === "") return words
    const accented = words.replaceAll(/[aeioucnAE]/g, (letter) => accents[letter] ?? letter)
    return `${accented} ${"łonger ".repeat(words.length).slice(0, Math.ceil(words.length * growth))}`
  }
  /** Compiled messages: strings, and literal leaves (type 0) of ASTs. */
  const lengthenAll = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((part) => (typeof part === "string" ? part : lengthenAll(part)))
    if (typeof value !== "object" || value === null) return value
    const isLiteral = Reflect.get(value, "type") === 0
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (typeof part !== "string") return [name, lengthenAll(part)]
        return [name, isLiteral && name === "value" ? lengthen(part) : part]
      }),
    )
  }
  const read = Response.prototype.json
  Response.prototype.json = async function () {
    const body: unknown = await read.call(this)
    if (!new RegExp(texts).test(this.url) || typeof body !== "object" || body === null) return body
    return Object.fromEntries(
      Object.entries(body).map(([id, text]) => [
        id,
        typeof text === "string" ? lengthen(text) : lengthenAll(text),
      ]),
    )
  }
}

/** Gives a page English texts longer than those of any language. */
export const speakAtLength = (page: Page): Promise<unknown> =>
  page.addInitScript(lengthenInPage, { accents, growth: GROWTH, texts: TEXTS } satisfies Lengthening)

/** Layout overflows of a page: sideways scrolling, clipped texts, texts outside the screen. */
export const whatDoesNotFit = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** A horizontal scroller may hold more than is visible. */
    const isInScroller = (element: Element): boolean => {
      for (let place: Element | null = element; place; place = place.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(place).overflowX)) return true
      return false
    }
    const hasWords = (element: Element): boolean =>
      // Hidden slides lie outside the screen, inert.
      element.closest("[inert]") === null &&
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")
    const problemOf = (element: Element): string | undefined => {
      const { left, right, width, height } = element.getBoundingClientRect()
      // Text for screen readers alone is one pixel wide.
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true }))
        return undefined
      if (right > innerWidth + 1 || left < -1) return "lies beside the screen"
      if (element.scrollWidth <= element.clientWidth + 1) return undefined
      const { overflowX, textOverflow } = getComputedStyle(element)
      return overflowX === "visible" || textOverflow === "ellipsis" ? undefined : "is cut off"
    }
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways")
    for (const element of document.querySelectorAll("[data-page] *, nav *, dialog *")) {
      const problem = hasWords(element) ? problemOf(element) : undefined
      if (problem === undefined || isInScroller(element)) continue
      found.push(`${JSON.stringify(element.textContent.slice(0, 40))} ${problem}`)
    }
    return found
  })
