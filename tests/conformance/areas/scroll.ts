/** Reaching the bottom, scroll edges, pull to refresh and scroll restoration, by real scrolling. */
import type { Page } from "playwright-core"
import { SCROLL_EDGE_GAP_MS } from "../../../src/domain/limits.ts"
import { createScrollEdges } from "../../../src/ui/scroll-edges.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { wantedBy } from "../better.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { type Hand, handOn, wait } from "../touch.ts"
import { observePlaces } from "./scroll-places.ts"

const GIVEN =
  /^(scrollable|distance|onReachBottomDistance|firedMsAgo|upperThreshold|lowerThreshold|refresher(Threshold|Enabled)|scroll(Top|Left|X|Y)|fingers)$/
const STEP =
  /^(waitMs|scroll(To|Down|Up|Right|Left)*(ToRemaining|ToRemain|To|By)?|scrollToRemaining|event|pullPx|fromPx|release|cancel|refresherTriggered|triggered|refreshed|growPx)$/

const PULL_FROM = { x: 150, y: 120 }
const PULL_STEP_PX = 7

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" ? value : otherwise

interface Run {
  readonly page: Page
  readonly hand: Hand
  readonly fingers: number
  at: number
  /** Position of the pulling finger, if any. */
  fingerY?: number | undefined
}

const call = (page: Page, name: string, argument?: unknown): Promise<unknown> =>
  page.evaluate(([which, passed]) => window.harness.call(String(which), passed), [name, argument])

const scrollTo = async (run: Run, to: number): Promise<void> => {
  run.at = numberOf(await call(run.page, "scrollTo", to), to)
  await wait(run.page, 0)
}

const toRemaining = async (run: Run, remaining: number): Promise<void> => {
  const room = numberOf(await call(run.page, "room"), 0)
  await scrollTo(run, Math.max(0, room - remaining))
}

/** Scrolls up until so many pixels remain above. */
const upToRemaining = async (run: Run, remaining: number): Promise<void> => {
  if (run.at <= remaining) {
    await scrollTo(run, remaining + 1_000)
    // lets the gap of the lower edge pass
    await wait(run.page, SCROLL_EDGE_GAP_MS + 1)
  }
  await scrollTo(run, remaining)
}

/** The ways of scrolling. Towards the top, a distance is what remains above. */
const scrolls: readonly (readonly [RegExp, (run: Run, distance: number) => Promise<void>])[] = [
  [/^scroll(Down|Right)?ToRemaining$/, toRemaining],
  [/^scroll(Up|Left)ToRemaining$/, upToRemaining],
  [/^scroll(Up|Left|Down|Right)?To$/, scrollTo],
  [/^scroll(Down|Right)?By$/, (run, distance) => scrollTo(run, run.at + distance)],
  [/^scroll(Up|Left)By$/, (run, distance) => scrollTo(run, Math.max(0, run.at - distance))],
]

const fingersAt = (run: Run, y: number) =>
  Array.from({ length: run.fingers }, (_, index) => ({ x: PULL_FROM.x + index * 60, y }))

/** Moves the finger in small steps to a distance from its start. */
const pull = async (run: Run, to: number): Promise<void> => {
  if (run.fingerY === undefined) {
    run.fingerY = PULL_FROM.y
    await run.hand.put(fingersAt(run, run.fingerY))
  }
  const end = PULL_FROM.y + to
  while (run.fingerY !== end) {
    const left = end - run.fingerY
    run.fingerY += Math.sign(left) * Math.min(PULL_STEP_PX, Math.abs(left))
    await run.hand.move(fingersAt(run, run.fingerY))
  }
}

const letGo = async (run: Run, isTaken: boolean): Promise<void> => {
  run.fingerY = undefined
  await (isTaken ? run.hand.cancel() : run.hand.lift())
}

/** Longer than a refresh takes to end after `busy`. */
const CALM_MS = 1_000

const refreshed = async (run: Run): Promise<void> => {
  await call(run.page, "trigger", false)
  await call(run.page, "busy", false)
  await wait(run.page, CALM_MS)
}

const trigger = async (run: Run): Promise<void> => {
  await call(run.page, "trigger", true)
  await wait(run.page, 0)
}

const happen = async (run: Run, event: unknown): Promise<void> => {
  const words = String(event)
  if (/without leaving|still|while|stay/.test(words)) return toRemaining(run, 1)
  if (/leaving/.test(words)) await toRemaining(run, 1_000)
  if (/scroll at (the )?bottom/.test(words)) return toRemaining(run, 0)
  if (/leav/.test(words)) return
  if (/refresh (is )?(over|done|ends)/.test(words)) return refreshed(run)
  throw new Error(`the event ${JSON.stringify(event)} is not understood`)
}

const perform = async (run: Run, step: Plain): Promise<void> => {
  onlyKnown("when", step, STEP)
  for (const [key, value] of Object.entries(step)) {
    const scroll = scrolls.find(([words]) => words.test(key))?.[1]
    if (scroll) await scroll(run, numberIn(step, key, 0))
    else if (key === "waitMs") await wait(run.page, numberIn(step, key, 0))
    else if (key === "event") await happen(run, value)
    else if (key === "pullPx") await pull(run, numberIn(step, key, 0))
    else if (key === "release" || key === "cancel") await letGo(run, key === "cancel")
    else if (key === "growPx") await call(run.page, "grow", numberIn(step, key, 0))
    else if (/triggered/i.test(key) && value === true) await trigger(run)
    else if (key === "refreshed" || value === false) await refreshed(run)
    else throw new Error(`the step ${JSON.stringify(step)} is not understood`)
  }
}

/** The longest gap after which the same edge is not reported again, found by trying every gap. */
const minGapMs = (): number => {
  const isReported = (gapMs: number): boolean => {
    const edgeAt = createScrollEdges()
    const stand = (scrolledPx: number) => ({ scrolledPx, viewPx: 700, contentPx: 4_000 })
    edgeAt(stand(3_280), 1_000)
    return edgeAt(stand(3_290), 1_000 + gapMs) === "lower"
  }
  let gapMs = 0
  while (!isReported(gapMs + 1)) gapMs += 1
  return gapMs
}

const REFRESHER = /^refresher/
const withoutRepeats = (events: readonly string[]): readonly string[] =>
  events.filter((event, index) => event !== events[index - 1])

/** The events under every key that a case may expect. */
const eventsSeen = (notes: readonly string[], isPull: boolean, isAcross: boolean): Plain => {
  const count = (what: string) => notes.filter((each) => each === what).length
  const pulled = withoutRepeats(notes.filter((each) => REFRESHER.test(each)))
  const names = ["scrolltolower", "scrolltoupper", "reachbottom"]
  const refresher = ["refresherrefresh", "refresherrestore", "refresherabort"]
  return {
    ...Object.fromEntries([...names, ...refresher].map((name) => [name, count(name)])),
    refresherpulling: count("refresherpulling") > 0,
    events: isPull ? pulled : count("reachbottom"),
    event: pulled.at(-1) ?? null,
    direction: directionOf(notes, isAcross),
    minGapMs: minGapMs(),
  }
}

const asked = (value: unknown): number | string | undefined => {
  if (value === undefined || typeof value === "number" || typeof value === "string") return value
  throw new Error(`the threshold ${JSON.stringify(value)} is not understood`)
}

const WAYS = { down: ["top", "bottom"], across: ["left", "right"] } as const

/** The side of the edge that was reported last. */
const directionOf = (notes: readonly string[], isAcross: boolean): string | null => {
  const edge = notes.findLast((note) => /^scrollto(upper|lower)$/.test(note))
  const [upper, lower] = isAcross ? WAYS.across : WAYS.down
  if (edge === undefined) return null
  return edge === "scrolltoupper" ? upper : lower
}

const isAcross = ({ given, when }: Case): boolean =>
  given.scrollX === true || when.some((step) => /Right|Left/.test(Object.keys(step).join(" ")))

/** A threshold, passed on unchanged. */
const PASSED_ON = ["scrollable", "distance", "onReachBottomDistance", "refresherThreshold"] as const

const begin = async (one: Case, tools: Tools): Promise<Run> => {
  const { given } = one
  onlyKnown("given", given, GIVEN)
  const passed = Object.fromEntries(
    PASSED_ON.filter((name) => name in given).map((name) => [name, numberIn(given, name, 0)]),
  )
  const { onReachBottomDistance, distance = onReachBottomDistance, ...lengths } = passed
  const page = await tools.stoppedPage()
  const options = {
    isAcross: isAcross(one),
    refresherEnabled: given.refresherEnabled !== false,
    ...lengths,
    ...(distance !== undefined && { distance }),
    ...(asked(given.upperThreshold) !== undefined && { upperThreshold: given.upperThreshold }),
    ...(asked(given.lowerThreshold) !== undefined && { lowerThreshold: given.lowerThreshold }),
  }
  await page.evaluate((mountOptions) => window.harness.mount("scroller", mountOptions), options)
  const run: Run = { page, hand: handOn(page), fingers: numberIn(given, "fingers", 1), at: 0 }
  await wait(page, 0)
  const start = numberIn(given, "scrollTop", numberIn(given, "scrollLeft", 0))
  if (start > 0) await scrollTo(run, start)
  if (!("firedMsAgo" in given)) return run
  await toRemaining(run, 0)
  await wait(page, numberIn(given, "firedMsAgo", 0))
  return run
}

const observeScroller = async (one: Case, tools: Tools): Promise<Plain> => {
  const run = await begin(one, tools)
  const notesNow = () => run.page.evaluate(() => window.harness.notes.map(({ what }) => what))
  const before = (await notesNow()).length
  for (const step of one.when) await perform(run, step)
  await wait(run.page, 0)
  const notes = (await notesNow()).slice(before)
  return eventsSeen(
    notes,
    one.when.some((step) => Object.keys(step).some((key) => /pullPx|triggered/i.test(key))),
    isAcross(one),
  )
}

const isOfPages = ({ given, when }: Case): boolean =>
  "stack" in given || when.some((step) => "call" in step || "browser" in step)

export const scrollArea: Area = {
  observe: (one, tools) => (isOfPages(one) ? observePlaces(one, tools) : observeScroller(one, tools)),
  wanted: wantedBy(),
}
