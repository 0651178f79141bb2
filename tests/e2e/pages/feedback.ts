import type { Page } from "playwright-core"
import { SOON_MS, seeText } from "./figures.ts"
import { text } from "./texts.ts"

/** What the app says over its pages. */
export const feedback = (page: Page) => ({
  /** The outcome of an operation that was in doubt, told wherever the member is. */
  seeFound: (outcome: "accepted" | "refused" | "notPlaced", timeoutMs = 2 * SOON_MS) =>
    seeText(page, text(`found.${outcome}`), timeoutMs),
})
