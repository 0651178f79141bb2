/** Navigation, page lifecycle and page loading on the navigation machine. */

import { followStackView } from "../../../src/app/page-slots.ts"
import { PAGE_LOAD_TIMEOUT_MS } from "../../../src/domain/limits.ts"
import { ENTRY_PATH } from "../../../src/navigation/routes.ts"
import type { EntryStatus } from "../../../src/navigation/stack.ts"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { wantedBy } from "../better.ts"
import { pageOf, textsOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { inVirtualTime } from "../virtual-time.ts"
import { errorWords, tapView } from "./error-view.ts"
import { weightOf } from "./lifecycle-log.ts"
import { navigationRules } from "./navigation-better.ts"
import { isOnWayHome } from "./navigation-notation.ts"
import { NavigationRun } from "./navigation-run.ts"
import { gesturesOf, isGesture } from "./page-gestures.ts"

/**
 * The state after a step under the keys of the file. `since` is the start of its part of the log.
 */
const standing = (run: NavigationRun, since: number): Plain => ({
  stack: run.app.stack(),
  log: run.lines(since),
  path: run.url(),
  shown: run.app.top()?.name,
})

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth"]

const loadedWith = (run: NavigationRun): unknown => {
  const loaded = run.log.findLast((event) => event.type === "page.load")
  return loaded?.type === "page.load" ? loaded.query : undefined
}

/** Keys that ask when a view appears, or whether it does. */
const VIEWS: Readonly<Record<string, EntryStatus>> = {
  errorViewAfterMs: "failed",
  errorView: "failed",
  errorViewShown: "failed",
  loadingViewAfterMs: "loading",
  loadingView: "loading",
  loadingViewShown: "loading",
}

/** A view that has not appeared by then never will. */
const VIEWS_WATCHED_MS = PAGE_LOAD_TIMEOUT_MS + 1_000

interface Watched {
  /** True while a view that the case asks for may still appear. */
  readonly isAwaited: (ms: number) => boolean
  readonly seen: () => Plain
  readonly stop: () => void
}

/** Records at which virtual millisecond the loading and error views appear. */
const watchViews = (run: NavigationRun, wanted: Plain): Watched => {
  const keys = Object.keys(wanted).filter((key) => Object.hasOwn(VIEWS, key))
  const moments: Partial<Record<EntryStatus, number>> = {}
  let now: EntryStatus | undefined
  const momentOf = (key: string): number | null => {
    const status = VIEWS[key]
    return (status === undefined ? undefined : moments[status]) ?? null
  }
  return {
    stop: followStackView(run.app.actor, run.app.pageLifecycles, ({ top }) => {
      now = top?.status
    }),
    isAwaited: (ms) => {
      if (now !== undefined) moments[now] ??= ms
      return ms < VIEWS_WATCHED_MS && keys.some((key) => momentOf(key) === null)
    },
    seen: () =>
      Object.fromEntries(
        keys.map((key) => [key, key.endsWith("Ms") ? momentOf(key) : momentOf(key) !== null]),
      ),
  }
}

const isOnErrorView = ({ tap, click }: Plain): boolean => tap === "error view" || click === "error view"

/** True for cases with steps in a browser, which run in real time. */
const isInBrowser = ({ when }: Case): boolean =>
  when.some((step) => isGesture(step) || isOnErrorView(step) || isOnWayHome(step))

/** Taps home on the not-found view. No member is logged in, so home is the entry. */
const goHome = async (run: NavigationRun, tools: Tools): Promise<string> => {
  if (run.app.top()?.status !== "missing") throw new Error("no view has a way home to tap")
  const asked = await tapView(tools, "not-found")
  if (asked !== "home") throw new Error(`a tap on the way home asks for ${asked || "nothing"}`)
  return await run.call({ call: "reLaunch", url: ENTRY_PATH })
}

const perform = async (run: NavigationRun, testCase: Case, tools: Tools): Promise<Plain> => {
  const { given, when } = testCase
  const answers: Promise<string>[] = []
  const after: Record<string, unknown> = {}
  const isAtOnce = when.length > 1 && typeof given.pageCodeDelayMs === "number"
  for (const [index, step] of when.entries()) {
    const since = run.log.length
    // the machine gets only the request that the real view makes
    if (isOnErrorView(step)) {
      const asked = await tapView(tools, "timed-out")
      if (asked !== "retry") throw new Error(`a tap on the error view asks for ${asked || "nothing"}`)
    }
    if (isOnWayHome(step)) answers.push(Promise.resolve(await goHome(run, tools)))
    else if (isGesture(step)) run.gestures.push(...(await gesturesOf(step, testCase, tools)))
    else answers.push(...(await run.step(step)))
    if (!isAtOnce) await run.app.settle()
    const ordinal = ORDINALS[index] ?? String(index + 1)
    after[`after${ordinal}`] = standing(run, since)
    after[`sumAfter${ordinal}`] = weightOf(run.ownEvents(run.log.length), run.gestures, given)
  }
  const results = await Promise.all(answers)
  await run.app.settle()
  return { ...after, results, errMsg: results.at(-1) }
}

/** Keeps only the keys that the case expects of a step. */
const narrowed = (got: Plain, wanted: Plain): Plain =>
  Object.fromEntries(
    Object.entries(got).map(([key, value]) => {
      const asked = wanted[key]
      if (!isPlain(value) || !isPlain(asked) || !key.startsWith("after")) return [key, value]
      return [key, Object.fromEntries(Object.keys(asked).map((name) => [name, value[name]]))]
    }),
  )

const wantedOf = (testCase: Case): Plain | undefined => {
  const wanted = wantedBy(...navigationRules)(testCase)
  if (!wanted) return undefined
  const written = (key: string, value: unknown): unknown => {
    if (key === "stack" || key === "stackAfter") return textsOf(value).map(pageOf)
    if (key.startsWith("after") && isPlain(value))
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, written(name, inner)]))
    return value
  }
  return Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, written(key, value)]))
}

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  const wanted = wantedOf(testCase) ?? {}
  const run = new NavigationRun(tools.fixture, testCase.given)
  try {
    await run.begin()
    const acting = () => perform(run, testCase, tools)
    const views = watchViews(run, wanted)
    const outcome = isInBrowser(testCase) ? await acting() : await inVirtualTime(acting, views.isAwaited)
    views.stop()
    const query = loadedWith(run)
    const texts: Plain[] = []
    // in sequence: all languages share one page
    for (const key of Object.keys(wanted)) texts.push(await errorWords(key, tools))
    return narrowed(
      {
        ...standing(run, 0),
        ...outcome,
        ...views.seen(),
        ...Object.assign({}, ...texts),
        stackAfter: run.app.stack(),
        stackRoutes: run.routes(),
        ...run.count(),
        onLoad: query,
        props: query,
        options: query,
        route: run.routes().at(-1),
        fullPath: run.url(),
        sum: weightOf(run.ownEvents(run.log.length), run.gestures, testCase.given),
        askedAgain: run.asked(),
        fullPageReload: run.reloads() > 0,
        isEverEmpty: run.app.stack().length === 0,
      },
      wanted,
    )
  } finally {
    run.app.stop()
  }
}

export const navigationArea: Area = { observe, wanted: wantedOf }
