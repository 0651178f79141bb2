/** Toasts and loading indicators: the machine on a virtual clock, the fading in a browser. */
import type { Page } from "playwright-core"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { callsOf, type Rule, wantedBy } from "../better.ts"
import { onlyKnown, textOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { wait } from "../touch.ts"
import { ToastRun } from "./toast-run.ts"

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth"]

const untilGiven: Rule = (words) => {
  const spans = [...words.matchAll(/(\w+) until (\d+) ms/g)]
  return spans.length === 0
    ? null
    : Object.fromEntries(spans.map(([, title = "", ms]) => [`${title}GoneAtMs`, Number(ms)]))
}

const DEFAULT_MS = 1_500

/** "its own timer", "the whole duration": the newest toast ends after its own duration. */
const ownTime: Rule = (words, testCase) => {
  if (!/\b(own|whole|full|entire) (timer|time|duration)/.test(words)) return null
  const newest = callsOf(testCase).findLast(({ call }) => call === "showToast")
  const at = testCase.when.lastIndexOf(newest ?? {})
  if (!newest || at < 0) return null
  const pauses = testCase.when.slice(0, at).map(({ waitMs, afterMs }) => Number(waitMs ?? afterMs ?? 0))
  const durationMs = typeof newest.duration === "number" ? newest.duration : DEFAULT_MS
  const fromMs = pauses.reduce((sum, ms) => sum + ms, 0)
  const title = textOf(newest.title)
  const expected = { [`${title}GoneAtMs`]: fromMs + durationMs, [`${title}VisibleMs`]: durationMs }
  return Object.fromEntries(Object.entries(expected).filter(([key]) => key in testCase.then))
}

/** What is shown if each loading indicator is counted. */
const counted: Rule = (words, testCase) => {
  if (!/\bcount/.test(words)) return null
  const open: string[] = []
  const shown = callsOf(testCase).map(({ call, title }) => {
    if (call === "showLoading") open.push(textOf(title))
    if (call === "hideLoading") open.pop()
    return open.length === 0 ? null : `loading:${open.at(-1)}`
  })
  const expected: Record<string, unknown> = {}
  for (const key of Object.keys(testCase.then)) {
    const ordinal = ORDINALS.indexOf(key.replace(/^shownAfter/, ""))
    if (key === "shownAfterHide") expected[key] = shown.at(-1)
    else if (key.startsWith("shownAfter") && ordinal >= 0) expected[key] = shown[ordinal]
  }
  return expected
}

const wanted = wantedBy(untilGiven, ownTime, counted)

/** "BGoneAtMs", "BVisibleMs": times of the title B. */
const livesOf = (run: ToastRun, keys: readonly string[]): Plain => {
  const found: Record<string, unknown> = {}
  for (const key of keys) {
    const [, title, what] = /^(\w+?)(GoneAtMs|VisibleMs)$/.exec(key) ?? []
    const span = title === undefined ? null : run.spanOf(title)
    if (!span || span.untilMs === null) continue
    found[key] = what === "GoneAtMs" ? span.untilMs : span.untilMs - span.fromMs
  }
  return found
}

const LOOK_EVERY_MS = 25
/** Longer than any toast of a case. */
const WATCHED_MS = 20_000

interface Standing {
  readonly isSeen: boolean
  readonly fadeMs: number
  /** The URL of the image in place of the icon, or "". */
  readonly image: string
}

const standingOn = async (page: Page): Promise<Standing> => {
  const state: unknown = await page.evaluate(() => window.harness.call("standing"))
  if (!isPlain(state)) throw new Error("the toast does not say how it stands")
  return { isSeen: state.isSeen === true, fadeMs: Number(state.fadeMs), image: String(state.image) }
}

/** When the toast's layer last opened or closed, in page time. */
const momentOf = (page: Page, state: "open" | "closed"): Promise<number> =>
  page.evaluate((what) => {
    const note = window.harness.notes.findLast((each) => each.what === what)
    if (!note) throw new Error(`the toast was never ${what}`)
    return note.atMs
  }, state)

/** Waits for asynchronous work of the browser. */
const until = async (page: Page, holds: (standing: Standing) => boolean): Promise<Standing> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const standing = await standingOn(page)
    if (holds(standing)) return standing
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error("the toast stays as it is")
}

/** How long a toast shows, in page time, and how long it then fades. */
const seenInBrowser = async ({ when }: Case, tools: Tools): Promise<Plain> => {
  const step = when.find(({ call }) => call === "showToast")
  const page = await tools.stoppedPage()
  await page.evaluate(() => window.harness.mount("toast", {}))
  await page.evaluate((options) => window.harness.call("show", options), step ?? {})
  const { fadeMs, image } = await until(page, ({ isSeen }) => isSeen)
  await wait(page, WATCHED_MS)
  const standsMs = (await momentOf(page, "closed")) - (await momentOf(page, "open"))
  await until(page, ({ isSeen }) => !isSeen)
  return { plusFadeMs: fadeMs, observedVisibleMs: standsMs + fadeMs, image }
}

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  onlyKnown("given", testCase.given, /^$/)
  const keys = Object.keys(wanted(testCase) ?? {})
  const run = new ToastRun()
  try {
    for (const step of testCase.when) run.step(step)
    const newest = run.newest()
    const later: Record<string, unknown> = {}
    const moments = keys.flatMap((key) => {
      const ms = /^shownAfter(\d+)ms$/.exec(key)?.[1]
      return ms === undefined ? [] : [{ key, ms: Number(ms) }]
    })
    let passedMs = 0
    for (const { key, ms } of moments.toSorted((a, b) => a.ms - b.ms)) {
      run.wait(ms - passedMs)
      passedMs = ms
      later[key] = run.shown()
    }
    const shown = run.shown()
    run.finish()
    await new Promise((resolve) => setTimeout(resolve))
    const title = textOf(callsOf(testCase).findLast(({ call }) => call === "showToast")?.title)
    const span = run.spanOf(title)
    const isSeen = keys.some((key) => /^(plusFadeMs|observedVisibleMs|image)$/.test(key))
    return {
      ...later,
      ...Object.fromEntries(run.shownAfter.map((value, index) => [`shownAfter${ORDINALS[index]}`, value])),
      ...livesOf(run, keys),
      ...(run.shownAfter.length > 0 && { shownAfterHide: run.shownAfterHide }),
      ...newest,
      ...(span?.untilMs != null && { visibleMs: span.untilMs - span.fromMs }),
      ...(isSeen && (await seenInBrowser(testCase, tools))),
      shown,
      steps: run.steps,
      warn: run.warnings,
      results: run.results,
      called: run.called,
      errMsg: run.results.at(-1),
    }
  } finally {
    run.stop()
  }
}

export const toastArea: Area = { observe, wanted }
