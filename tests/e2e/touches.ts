import type { CDPSession, Locator, Page } from "playwright-core"

interface Point {
  readonly x: number
  readonly y: number
}

const centreOf = async (target: Locator): Promise<Point> => {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error("what is to be touched is not in view")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const FRAME_MS = 16
const STEPS = 12
/** A move beyond this ends a long press. */
const GONE_PX = 12

/** One finger, by raw touch events. */
export const fingerOn = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] })
  const press = async <A>(target: Locator, during: () => Promise<A>): Promise<A> => {
    await send("touchStart", [await centreOf(target)])
    const result = await during()
    await send("touchEnd", [])
    return result
  }
  return {
    /** Presses an element while this runs. */
    press,
    hold: (target: Locator, ms: number) => press(target, () => page.waitForTimeout(ms)),
    /** Drags slowly from the centre of an element, so that distance counts and not speed. */
    drag: async (target: Locator, by: Point) => {
      const from = await centreOf(target)
      const moved = (share: number) =>
        send("touchMove", [{ x: from.x + by.x * share, y: from.y + by.y * share }])
      const begun = Math.min(1, GONE_PX / Math.hypot(by.x, by.y))
      // Both at once: a delay between them would start a long press.
      await Promise.all([send("touchStart", [from]), moved(begun)])
      for (let step = 1; step <= STEPS; step += 1) {
        await moved(begun + ((1 - begun) * step) / STEPS)
        await page.waitForTimeout(FRAME_MS)
      }
      await page.waitForTimeout(10 * FRAME_MS)
      await send("touchEnd", [])
    },
  }
}
