import type { Page } from "playwright-core"

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
