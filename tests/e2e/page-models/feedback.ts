import type { Page } from "playwright-core"
import { SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

/** Writes down what screen readers are given to say, from here on and until the document is left. */
const listen = (page: Page) =>
  page.evaluateHandle(() => {
    const said: string[] = []
    const seen = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes)
          if (target instanceof Element && target.closest("[role=status], [role=alert]"))
            said.push(node.textContent ?? "")
    })
    seen.observe(document.body, { childList: true, subtree: true })
    return said
  })

/** What the app says over its pages. */
export const feedback = (page: Page) => ({
  /** Writes down what is said; `seeOnce` waits for words, and sees that they have been said once. */
  listen: async () => {
    const said = await listen(page)
    const times = async (words: string) => (await said.jsonValue()).filter((each) => each === words).length
    return {
      seeOnce: (words: string) => seeEqual(() => times(words), 1),
      times,
    }
  },
  /** The outcome of an operation that was in doubt, told wherever the member is. */
  seeFound: (outcome: "accepted" | "refused" | "notPlaced", timeoutMs = 2 * SOON_MS) =>
    seeText(page, text(`found.${outcome}`), timeoutMs),
})
