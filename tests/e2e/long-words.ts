import type { Page, Route } from "playwright-core"

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

/** Lengthens and accents a text, to find views that fit English only. */
const lengthen = (words: string): string => {
  if (words.trim() === "") return words
  const accented = words.replaceAll(/[aeioucnAE]/g, (letter) => accents[letter] ?? letter)
  return `${accented} ${"łonger ".repeat(words.length).slice(0, Math.ceil(words.length * GROWTH))}`
}

/** Lengthens compiled messages: strings, and literal leaves (type 0) of ASTs. */
const lengthenAll = (texts: unknown): unknown => {
  if (typeof texts === "string") return lengthen(texts)
  if (Array.isArray(texts)) return texts.map((part) => (typeof part === "string" ? part : lengthenAll(part)))
  if (typeof texts !== "object" || texts === null) return texts
  const isLiteral = Reflect.get(texts, "type") === 0
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => {
      if (typeof value !== "string") return [name, lengthenAll(value)]
      return [name, isLiteral && name === "value" ? lengthen(value) : value]
    }),
  )
}

/** Serves English texts longer than any language. */
export const speakAtLength = async (page: Page): Promise<void> => {
  await page.route(/\/assets\/en-[^/]+\.json$/, async (route: Route) => {
    const response = await route.fetch()
    const texts: Readonly<Record<string, unknown>> = await response.json()
    const json = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        typeof text === "string" ? lengthen(text) : lengthenAll(text),
      ]),
    )
    await route.fulfill({ response, json })
  })
}

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
