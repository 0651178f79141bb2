/** The notation of navigation, lifecycle and page loading cases. Everything else throws. */
import type { Plain } from "../area.ts"
import { onlyKnown, textOf } from "../notation.ts"
import { isPlain } from "../plain.ts"

const GIVEN =
  /^(open|stack|hiddenTabs|setup|forward|visited|done|lock|pageCode|pageCodeDelayMs|onBackPress|onLaunch|weights|sum|view|modal|actionSheet|overlay|\w+\.on(?:Load|Show|Ready|Hide|Unload|BackPress))$/
const CALL = "call|url|delta|title|content|itemList|animationType|animationDuration|events"
export const CALLED = new RegExp(`^(${CALL})$`)
/** The keys of each kind of step. A step is of one kind. */
const STEPS: Readonly<Record<string, RegExp>> = {
  call: new RegExp(`^(${CALL}|afterMs)$`),
  parallel: /^parallel$/,
  sameTick: /^sameTick$/,
  await: /^await$/,
  waitMs: /^waitMs$/,
  browser: /^(browser|times|delta)$/,
  visibility: /^visibility$/,
  visibilityState: /^visibilityState$/,
  document: /^document$/,
  app: /^app$/,
  tap: /^tap$/,
  click: /^click$/,
  open: /^open$/,
}

/** The initial overlay: true, "open", or its text. */
const OVERLAYS = ["modal", "actionSheet", "overlay"] as const

export const overlaysIn = (given: Plain): readonly string[] =>
  OVERLAYS.filter((kind) => given[kind] === true || given[kind] === "open" || isPlain(given[kind]))

/** Calls that open an overlay. */
export const OVERLAID = /^show(Modal|ActionSheet)$/

export const CODE_FAILS = /fail|error|broken|404|500/
export const CODE_NEVER_COMES = /never|hang|silent/
export const CODE_COMES = /^(ok|cached|loads)$/

/** The lock is always on, so what a case says of it is a remark. */
const LOCK = /^(armed|on|off|as shipped\b.*|never armed)$/

/** The keys of `given` and their values. */
export const checkGiven = (given: Plain): void => {
  onlyKnown("given", given, GIVEN)
  const refuse = (key: string): never => {
    throw new Error(`what "${key}" is given is not understood: ${JSON.stringify(given[key])}`)
  }
  for (const key of ["stack", "hiddenTabs", "visited", "forward"])
    if (key in given && !(Array.isArray(given[key]) && given[key].every((name) => typeof name === "string")))
      refuse(key)
  if ("setup" in given && !(Array.isArray(given.setup) && given.setup.every(isPlain))) refuse("setup")
  if ("open" in given && typeof given.open !== "string") refuse("open")
  if ("pageCodeDelayMs" in given && typeof given.pageCodeDelayMs !== "number") refuse("pageCodeDelayMs")
  if ("view" in given && given.view !== "error") refuse("view")
  if ("lock" in given && !LOCK.test(textOf(given.lock))) refuse("lock")
  for (const kind of OVERLAYS) if (kind in given && !overlaysIn(given).includes(kind)) refuse(kind)
  if ("weights" in given && given.weights !== "same" && !isPlain(given.weights)) refuse("weights")
  if ("sum" in given && typeof given.sum !== "number") refuse("sum")
  if ("done" in given && !/^\w+ \S+$/.test(textOf(given.done))) refuse("done")
  const code = textOf(given.pageCode)
  const isCode = CODE_FAILS.test(code) || CODE_NEVER_COMES.test(code) || CODE_COMES.test(code)
  if ("pageCode" in given && !isCode) refuse("pageCode")
  for (const [key, hook] of Object.entries(given)) {
    if (/\bonBackPress$/.test(key) && holdsBack(hook) === undefined) refuse(key)
    if (/^onLaunch$|\.on(?!BackPress)[A-Z]/.test(key)) hookOf(hook)
  }
}

export const kindOf = (step: Plain): string => {
  const [kind, other] = Object.keys(STEPS).filter((key) => key in step)
  if (kind === undefined || other !== undefined) {
    onlyKnown("when", step, new RegExp(`^(${Object.keys(STEPS).join("|")})$`))
    throw new Error(`the step ${JSON.stringify(step)} is not understood`)
  }
  onlyKnown("when", step, STEPS[kind] ?? /^$/)
  return kind
}

/** Parses "calls METHOD URL", "calls METHOD('URL')" or "calls navigateBack" into a step. */
export const hookOf = (hook: unknown): Plain => {
  const [, call, bare, quoted] = /^calls (\w+)(?: (\S+)|\(['"`]?([^'"`]*)['"`]?\))?$/.exec(textOf(hook)) ?? []
  const url = bare ?? quoted
  if (!call || (!url && call !== "navigateBack"))
    throw new Error(`the hook ${JSON.stringify(hook)} is not understood`)
  return url ? { call, url } : { call }
}

/** Whether the hook prevents leaving the page; undefined if it says something else. */
export const holdsBack = (hook: unknown): boolean | undefined => {
  if (typeof hook === "boolean") return hook
  const returned = /^returns (true|false)$/.exec(textOf(hook))?.[1]
  return returned === undefined ? undefined : returned === "true"
}

/** The distance in the browser's history ("back", "forward 2", "go -2"), or null. */
export const wayOf = (step: Plain): number | null => {
  const [, way, distance] = /^(back|forward|go)(?: (-?\d+))?$/.exec(textOf(step.browser)) ?? []
  const count = Number(distance ?? step.times ?? step.delta ?? 1)
  if (way === undefined || !Number.isInteger(count)) return null
  if (way === "go") return count
  return way === "back" ? -count : count
}

const WAY_HOME = /^(?:the )?(?:home|way home|not-found view|home (?:link|button)|(?:link|button) home)$/

/** True for a tap on the home link of the not-found view. */
export const isOnWayHome = ({ tap, click }: Plain): boolean => WAY_HOME.test(textOf(tap ?? click))

const HIDDEN = /^(hide|hidden|background|blur)$/
const SHOWN = /^(show|shown|visible|foreground|focus)$/

/** True if the document becomes visible, false if hidden; undefined if the step says neither. */
export const viewOf = ({
  browser,
  visibility,
  visibilityState,
  document,
  app,
}: Plain): boolean | undefined => {
  const words = textOf(browser ?? visibility ?? visibilityState ?? document ?? app)
  if (HIDDEN.test(words)) return false
  return SHOWN.test(words) ? true : undefined
}
