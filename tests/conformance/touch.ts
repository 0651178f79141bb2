/** Fingers on the page of a real browser whose clock stands still unless it is told to go on. */
import type { CDPSession, Page } from "playwright-core"
import { sureOfWait } from "./notation.ts"

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

/** Stops the page's clock for good; call it before anything is mounted. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + SOON_MS)
}

export const wait = async (page: Page, ms: number): Promise<void> => {
  // what was begun is over first: a timer that it sets counts from now
  await settle(page)
  if (ms <= 0) return
  await page.clock.runFor(sureOfWait(ms))
  // transitions of style sheets have a clock of their own
  await page.evaluate((goneMs) => {
    for (const motion of document.getAnimations()) motion.currentTime = Number(motion.currentTime) + goneMs
  }, ms)
  await settle(page)
}

interface Touched {
  readonly session: Promise<CDPSession>
  fingers: number
}

const touched = new WeakMap<Page, Touched>()

const touchedOf = (page: Page): Touched => {
  const known = touched.get(page) ?? { session: page.context().newCDPSession(page), fingers: 0 }
  touched.set(page, known)
  return known
}

type Touch = "touchStart" | "touchMove" | "touchEnd" | "touchCancel"

const send = async (page: Page, type: Touch, points: readonly Point[]): Promise<void> => {
  const state = touchedOf(page)
  state.fingers = points.length
  const touchPoints = points.map((point, id) => ({ ...point, id }))
  await (await state.session).send("Input.dispatchTouchEvent", { type, touchPoints })
  await settle(page)
}

/** Fingers that a case has left on the page are taken off. */
export const liftAll = async (page: Page): Promise<void> => {
  if ((touched.get(page)?.fingers ?? 0) > 0) await send(page, "touchCancel", [])
}

export const handOn = (page: Page): Hand => {
  return {
    put: (points) => send(page, "touchStart", points),
    move: (points) => send(page, "touchMove", points),
    lift: () => send(page, "touchEnd", []),
    cancel: () => send(page, "touchCancel", []),
    wait: (ms) => wait(page, ms),
  }
}
