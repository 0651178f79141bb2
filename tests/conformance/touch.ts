/** Fingers on the page of a real browser whose clock stands still unless it is told to go on. */
import type { CDPSession, Page } from "playwright-core"

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Hand {
  /** All fingers that touch the screen now. */
  readonly put: (points: readonly Point[]) => Promise<void>
  readonly move: (points: readonly Point[]) => Promise<void>
  readonly lift: () => Promise<void>
  /** The system takes the touch away. */
  readonly cancel: () => Promise<void>
  /** Lets time pass on the page. */
  readonly wait: (ms: number) => Promise<void>
}

/** What has been begun on the page, a render included, is over. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        let turns = 0
        port1.onmessage = () => {
          turns += 1
          if (turns === 4) resolve()
          else port2.postMessage(0)
        }
        port2.postMessage(0)
      }),
  )

const SOON_MS = 1_000

/** Stops the page's clock; call it before the part is mounted. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + SOON_MS)
}

export const wait = async (page: Page, ms: number): Promise<void> => {
  // what was begun is over first: a timer that it sets counts from now
  await settle(page)
  if (ms > 0) await page.clock.runFor(ms)
  // transitions of style sheets have a clock of their own
  await page.evaluate((goneMs) => {
    for (const motion of document.getAnimations()) motion.currentTime = Number(motion.currentTime) + goneMs
  }, ms)
  await settle(page)
}

export const handOn = async (page: Page): Promise<Hand> => {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = async (
    type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
    points: readonly Point[],
  ) => {
    const touchPoints = points.map((point, id) => ({ ...point, id }))
    await session.send("Input.dispatchTouchEvent", { type, touchPoints })
    await settle(page)
  }
  return {
    put: (points) => send("touchStart", points),
    move: (points) => send("touchMove", points),
    lift: () => send("touchEnd", []),
    cancel: () => send("touchCancel", []),
    wait: (ms) => wait(page, ms),
  }
}
