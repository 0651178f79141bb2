/** The swiper in a browser with a stopped clock. */
import type { Page } from "playwright-core"
import { swiperSettings } from "../../../src/ui/swiper.ts"
import { swiperOptionsOf } from "../adapters/swiper-options.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { wantedBy } from "../better.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { type Hand, handOn, wait } from "../touch.ts"

const GIVEN =
  /^(items|itemIds|interval|duration|autoplay|circular|vertical|current|currentItemId|indicatorDots|displayMultipleItems|disableTouch|reducedMotion)$/
const STEP =
  /^(waitMs|render|swipe|px|ms|cancel|touch|tap|press|set|setCurrent|current|setCurrentItemId|currentItemId)$/

const FROM = { x: 180, y: 100 }
const MOVES = 6

const ways: Readonly<Record<string, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** "next" and "previous" follow the axis of the swiper. */
const wayOf = (word: string, vertical: boolean) => {
  if (word === "next") return ways[vertical ? "up" : "left"]
  if (word === "previous" || word === "prev") return ways[vertical ? "down" : "right"]
  return ways[word]
}

/** By default slow and longer than half a slide, so that the distance decides. */
const swipe = async (hand: Hand, step: Plain, vertical: boolean): Promise<void> => {
  const way = wayOf(String(step.swipe), vertical)
  if (!way) throw new Error(`the swipe ${JSON.stringify(step.swipe)} is not understood`)
  const px = numberIn(step, "px", vertical ? 120 : 220)
  const ms = numberIn(step, "ms", 1_200)
  const start = { x: FROM.x - (way[0] * px) / 2, y: FROM.y - (way[1] * px) / 2 }
  await hand.put([start])
  for (let move = 1; move <= MOVES; move += 1) {
    await hand.wait(Math.round(ms / MOVES))
    const part = (px * move) / MOVES
    await hand.move([{ x: start.x + way[0] * part, y: start.y + way[1] * part }])
  }
  await (step.cancel === true ? hand.cancel() : hand.lift())
}

/** A finger that rests on the swiper. */
const touch = async (hand: Hand, { touch: what }: Plain): Promise<void> => {
  if (what === "start" || what === "hold") await hand.put([FROM])
  else if (what === "end") await hand.lift()
  else if (what === "cancel") await hand.cancel()
  else throw new Error(`the touch ${JSON.stringify(what)} is not understood`)
}

/** The ids that the case lists, or the numbers from 0. */
const idsOf = (given: Plain): readonly string[] => {
  const listed = given.itemIds ?? given.items
  if (Array.isArray(listed)) return listed.map(String)
  return Array.from({ length: numberIn(given, "items", 3) }, (_, index) => String(index))
}

const optionsOf = (given: Plain): Plain => {
  const { displayMultipleItems, reducedMotion: _, items, itemIds, ...rest } = given
  return {
    ...rest,
    ...(displayMultipleItems !== undefined && { perView: displayMultipleItems }),
    ...((items ?? itemIds) !== undefined && { ids: idsOf({ items, itemIds }) }),
  }
}

/** Taps "dot 2" (the second one) or a button by its name. */
const tap = async (page: Page, what: string): Promise<void> => {
  const dot = /^dot (\d+)$/.exec(what)?.[1]
  const name = dot === undefined ? new RegExp(`^${what}$`, "i") : new RegExp(`^Slide ${dot} of `)
  await page.getByRole("button", { name }).evaluate((button) => {
    if (button instanceof HTMLElement) button.click()
  })
}

/** The options that a step changes. */
const setIn = ({ set, setCurrent, current, setCurrentItemId, currentItemId }: Plain): Plain | null => {
  if (isPlain(set)) return set
  const id = setCurrentItemId ?? currentItemId
  if (id !== undefined) return { currentItemId: id }
  const to = setCurrent ?? current
  return to === undefined ? null : { current: to }
}

const perform = async (page: Page, hand: Hand, step: Plain, given: Plain): Promise<void> => {
  onlyKnown("when", step, STEP)
  if ("touch" in step) await touch(hand, step)
  if (typeof step.waitMs === "number") return wait(page, step.waitMs)
  if ("touch" in step) return
  if ("swipe" in step) return swipe(hand, step, given.vertical === true)
  if (typeof step.tap === "string") return tap(page, step.tap)
  if (typeof step.press === "string") {
    await page.locator("section [tabindex='0']").focus()
    return page.keyboard.press(step.press)
  }
  const set = setIn(step)
  if (set) {
    const changes = optionsOf(set)
    await page.evaluate((set) => window.harness.call("set", set), changes)
    return
  }
  if (step.render !== "swiper") throw new Error(`the step ${JSON.stringify(step)} is not understood`)
}

interface Change {
  readonly current: number
  readonly source: string
}

const changesOn = async (page: Page): Promise<readonly Change[]> => {
  const details = await page.evaluate(() => window.harness.notes.map(({ detail }) => detail))
  return details
    .filter(isPlain)
    .map(({ current, source }) => ({ current: Number(current), source: String(source) }))
}

const settingsOf = (given: Plain, ids: readonly string[]) => {
  const { interval, duration, current, currentItemId, perView, circular } = optionsOf(given)
  const plain = (value: unknown) =>
    typeof value === "number" || typeof value === "string" ? value : undefined
  const options = {
    interval: plain(interval),
    duration: plain(duration),
    current: plain(current),
    currentItemId: String(currentItemId ?? ""),
    perView: plain(perView),
    circular: circular === true,
  }
  return swiperSettings(swiperOptionsOf(options, ids), ids.length)
}

/**
 * A list as long as the waits of a case means the slides after each wait, otherwise after each
 * step.
 */
const asLong = (currents: readonly number[], when: readonly Plain[], wanted: unknown): readonly number[] => {
  if (!Array.isArray(wanted) || wanted.length === currents.length) return currents
  const afterPauses = currents.filter((_, index) => "waitMs" in (when[index] ?? {}))
  return wanted.length === afterPauses.length ? afterPauses : currents
}

const observe = async ({ given, when, then }: Case, tools: Tools): Promise<Plain> => {
  onlyKnown("given", given, GIVEN)
  const ids = idsOf(given)
  const settings = settingsOf(given, ids)
  const page = await tools.stoppedPage()
  if (given.reducedMotion === true) await page.emulateMedia({ reducedMotion: "reduce" })
  await page.evaluate((mountOptions) => window.harness.mount("slides", mountOptions), {
    ...optionsOf(given),
    ids,
  })
  const hand = handOn(page)
  const currents: number[] = []
  await wait(page, 0)
  for (const step of when) {
    await perform(page, hand, step, given)
    await wait(page, 0)
    currents.push((await changesOn(page)).at(-1)?.current ?? settings.current)
  }
  const changes = await changesOn(page)
  const dots = page.getByRole("button", { name: /^Slide \d+ of / })
  const lit = await dots.evaluateAll((all) => all.findIndex((dot) => dot.ariaCurrent === "true"))
  const current = currents.at(-1) ?? settings.current
  const shown = await page.locator("section li:not([inert])").allTextContents()
  return {
    currents: asLong(currents, when, then.currents),
    current,
    currentItemId: ids[current],
    currentItemIds: currents.map((index) => ids[index]),
    dots: await dots.count(),
    activeDot: lit,
    indicatorDots: (await dots.count()) > 0,
    changes: changes.length,
    events: Array.isArray(given.itemIds ?? given.items)
      ? changes.map((each) => ({ ...each, currentItemId: ids[each.current] }))
      : changes,
    sources: changes.map(({ source }) => source),
    source: changes.at(-1)?.source ?? null,
    shown,
    interval: settings.intervalMs,
    duration: settings.durationMs,
    displayMultipleItems: settings.perView,
    autoplay: given.autoplay === true,
    circular: given.circular === true,
  }
}

export const swiperArea: Area = {
  observe,
  wanted: wantedBy(),
}
