import type { Page } from "playwright-core"
import { SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

/** Records live region announcements until the document is left. */
const listen = (page: Page) =>
  page.evaluateHandle(() => {
    const said: string[] = []
    const seen = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of addedNodes)
          if (target instanceof Element && target.closest("[role=status], [role=alert]"))
            said.push((node.textContent ?? "").trim())
    })
    seen.observe(document.body, { childList: true, subtree: true })
    return said
  })

/** Page model of toasts, dialogs and notices. */
export const feedback = (page: Page) => ({
  /** Records announcements; `seeOnce` waits for a text and expects it once. */
  listen: async () => {
    const said = await listen(page)
    const times = async (words: string) => (await said.jsonValue()).filter((each) => each === words).length
    return {
      seeOnce: (words: string) => seeEqual(() => times(words), 1),
      times,
    }
  },
  /** The notice of a resolved operation, on any page. */
  seeFound: (outcome: "accepted" | "refused" | "notPlaced", timeoutMs = 2 * SOON_MS) =>
    seeText(page, text(`found.${outcome}`), timeoutMs),
})
