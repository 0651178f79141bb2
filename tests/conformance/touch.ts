/** Touch input on a browser page whose clock is stopped. */
import type { CDPSession, Page } from "playwright-core"
import { sureOfWait } from "./notation.ts"

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Hand {
  /** The fingers that touch the screen from now on. */
  readonly put: (points: readonly Point[]) => Promise<void>
  readonly move: (points: readonly Point[]) => Promise<void>
  readonly lift: () => Promise<void>
  /** The system cancels the touch. */
  readonly cancel: () => Promise<void>
  /** Advances the clock of the page. */
  readonly wait: (ms: number) => Promise<void>
}

/** Resolves when the pending work of the page, renders included, is done. */
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

/** Stops the clock of the page permanently. Call it before mounting. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + SOON_MS)
}

export const wait = async (page: Page, ms: number): Promise<void> => {
  // pending work first: a timer that it sets counts from now
  await settle(page)
  if (ms <= 0) return
  await page.clock.runFor(sureOfWait(ms))
  // CSS transitions have their own clock
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

/** Removes the fingers that a case has left on the page. */
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
