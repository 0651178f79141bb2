/** Long presses by real touches. Pulling belongs to the scroll area. */
import type { Area, Case, Plain, Tools } from "../area.ts"
import { type Rule, wantedBy } from "../better.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { type Hand, handOn, type Point } from "../touch.ts"
import { scrollArea } from "./scroll.ts"

const GIVEN = /^(holdMs|movePx|moveXPx|moveYPx|direction|fingers|times)$/
const STEP = /^(touch|waitMs|holdMs|movePx|moveXPx|moveYPx|direction|fingers)$/
const TAP_MS = 50
const DOWNWARDS = /^(vertical|up|down|y)$/
const START: Point = { x: 150, y: 200 }
const FINGER_APART_PX = 60

interface Finger {
  readonly hand: Hand
  /** Current positions. */
  at: readonly Point[]
}

const moved = (points: readonly Point[], options: Plain): readonly Point[] => {
  const along = numberIn(options, "movePx", 0)
  const isDown = DOWNWARDS.test(String(options.direction ?? ""))
  const x = numberIn(options, "moveXPx", isDown ? 0 : along)
  const y = numberIn(options, "moveYPx", isDown ? along : 0)
  return points.map((point, index) => (index === 0 ? { x: point.x + x, y: point.y + y } : point))
}

/** Adds fingers to those that are down. */
const put = async (finger: Finger, options: Plain): Promise<void> => {
  const before = finger.at.length
  const count =
    before > 0 ? Math.max(numberIn(options, "fingers", 0), before + 1) : numberIn(options, "fingers", 1)
  const all = Array.from({ length: count }, (_, index) => ({
    x: START.x + index * FINGER_APART_PX,
    y: START.y,
  }))
  // fingers come down one after the other
  for (const [index] of all.entries()) {
    if (index < before) continue
    finger.at = [...finger.at, ...all.slice(index, index + 1)]
    await finger.hand.put(finger.at)
  }
}

const lift = async (finger: Finger, isTaken: boolean): Promise<void> => {
  finger.at = []
  await (isTaken ? finger.hand.cancel() : finger.hand.lift())
}

/** A whole touch: down, moved half-way if asked, held for the rest, up. */
const hold = async (finger: Finger, options: Plain): Promise<void> => {
  const holdMs = numberIn(options, "holdMs", 0)
  const halfMs = Math.floor(Math.min(holdMs, 200) / 2)
  await put(finger, options)
  await finger.hand.wait(halfMs)
  const to = moved(finger.at, options)
  if (["movePx", "moveXPx", "moveYPx"].some((key) => key in options)) await finger.hand.move(to)
  await finger.hand.wait(holdMs - halfMs)
  await lift(finger, false)
}

const perform = async (finger: Finger, step: Plain, given: Plain): Promise<void> => {
  onlyKnown("when", step, STEP)
  const options = { ...given, ...step }
  await finger.hand.wait(numberIn(step, "waitMs", 0))
  switch (step.touch) {
    case undefined:
      if ("waitMs" in step) return
      throw new Error(`the step ${JSON.stringify(step)} is not understood`)
    case "hold":
      return hold(finger, options)
    case "tap":
      return hold(finger, { holdMs: TAP_MS, ...options })
    case "start":
      return put(finger, options)
    case "move":
      finger.at = moved(finger.at, options)
      return finger.hand.move(finger.at)
    case "end":
    case "cancel":
      return lift(finger, step.touch === "cancel")
    default:
      throw new Error(`the touch ${JSON.stringify(step.touch)} is not understood`)
  }
}

const observePress = async ({ given, when }: Case, tools: Tools): Promise<Plain> => {
  onlyKnown("given", given, GIVEN)
  const page = await tools.stoppedPage()
  await page.evaluate(() => window.harness.mount("press", {}))
  const finger: Finger = { hand: handOn(page), at: [] }
  for (let time = 0; time < numberIn(given, "times", 1); time += 1)
    for (const step of when) await perform(finger, step, given)
  await finger.hand.wait(0)
  const notes = await page.evaluate(() => window.harness.notes.map(({ what }) => what))
  const count = (what: string) => notes.filter((each) => each === what).length
  const taps = Object.fromEntries(TAPS.map((name) => [name, count("tap")]))
  return { longpressEvents: count("longpress"), ...taps }
}

/** The names of a tap or click in the cases. */
const TAPS = ["taps", "tapEvents", "clicks", "clickEvents"] as const

/** Understands "no click after a long press". */
const withoutTap: Rule = (words, { then }) => {
  if (!/\b(no|without|never|suppress\w*|leave out)\b.*\b(tap|click)/.test(words)) return null
  const silent = TAPS.filter((name) => name in then).map((name) => [name, 0] as const)
  return silent.length > 0 ? { ...then, ...Object.fromEntries(silent) } : null
}

const isPull = ({ when }: Case): boolean => when.some((step) => "pullPx" in step)

export const gestureArea: Area = {
  observe: (one, tools) => (isPull(one) ? scrollArea.observe(one, tools) : observePress(one, tools)),
  wanted: wantedBy(withoutTap),
}
