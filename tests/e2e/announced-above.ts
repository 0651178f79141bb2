import { expect } from "vitest"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"

/**
 * Expects a submit without a network to announce the reason once, and to show it in view in a low
 * window.
 */
export const expectAnnouncedAbove = async (
  { page, window, feedback }: Phone,
  submit: () => Promise<void>,
) => {
  const words = text("error.no-answer.network")
  const whole = page.viewportSize() ?? { width: 375, height: 812 }
  const received = await feedback.listen()
  await page.setViewportSize({ width: whole.width, height: 320 })
  await window.context.setOffline(true)
  await submit()
  await seeText(page, words)
  const isInView = () =>
    page
      .getByRole("alert")
      .filter({ hasText: words })
      .evaluate((notice) => {
        const { top, bottom } = notice.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      })
  await seeEqual(isInView, true)
  expect(await received.times(words)).toBeLessThanOrEqual(1)
  await window.context.setOffline(false)
  await page.setViewportSize(whole)
}
