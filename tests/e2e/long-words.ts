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
/** How much longer words grow in the wordiest of languages. */
const GROWTH = 0.4

/** The same words with accents, and longer: what cannot take them was measured by English. */
const lengthen = (words: string): string => {
  if (words.trim() === "") return words
  const accented = words.replaceAll(/[aeioucnAE]/g, (letter) => accents[letter] ?? letter)
  return `${accented} ${"łonger ".repeat(words.length).slice(0, Math.ceil(words.length * GROWTH))}`
}

/** Compiled texts: strings, or trees whose literal leaves are marked by type 0; values, plurals and tags stay what they are. */
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

/** From now on English comes longer than any language. */
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

/** What does not fit this page: it scrolls sideways, or words of it are cut off or lie beside the screen. */
export const whatDoesNotFit = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** What scrolls sideways by itself may hold more than is seen. */
    const isInScroller = (element: Element): boolean => {
      for (let place: Element | null = element; place; place = place.parentElement)
        if (["auto", "scroll"].includes(getComputedStyle(place).overflowX)) return true
      return false
    }
    const hasWords = (element: Element): boolean =>
      // the slides that are not shown wait beside the screen, out of reach
      element.closest("[inert]") === null &&
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "")
    const problemOf = (element: Element): string | undefined => {
      const { left, right, width, height } = element.getBoundingClientRect()
      // what is there for screen readers alone is a pixel wide
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
