/** What a case of navigation, lifecycle or asynchronous pages may say. Whatever else it says is told, and not passed over. */
import type { Plain } from "../area.ts"
import { isPlain } from "../case-file.ts"
import { onlyKnown, textOf } from "../notation.ts"

const GIVEN =
  /^(open|stack|hiddenTabs|setup|forward|visited|done|lock|pageCode|pageCodeDelayMs|onBackPress|onLaunch|weights|sum|view|\w+\.on(?:Load|Show|Ready|Hide|Unload))$/
const CALL = "call|url|delta|animationType|animationDuration"
export const CALLED = new RegExp(`^(${CALL})$`)
/** What each kind of step may say. A step is of one kind. */
const STEPS: Readonly<Record<string, RegExp>> = {
  call: new RegExp(`^(${CALL}|afterMs)$`),
  parallel: /^parallel$/,
  sameTick: /^sameTick$/,
  await: /^await$/,
  waitMs: /^waitMs$/,
  browser: /^browser$/,
  tap: /^tap$/,
  open: /^open$/,
}

export const CODE_FAILS = /fail|error|broken|404|500/
export const CODE_NEVER_COMES = /never|hang|silent/
const CODE_COMES = /^(ok|cached|loads)$/

/** What a case may be given, and as what. */
export const checkGiven = (given: Plain): void => {
  onlyKnown("given", given, GIVEN)
  const told = (key: string): never => {
    throw new Error(`what "${key}" is given is not understood: ${JSON.stringify(given[key])}`)
  }
  for (const key of ["stack", "hiddenTabs", "visited", "forward"])
    if (key in given && !(Array.isArray(given[key]) && given[key].every((name) => typeof name === "string")))
      told(key)
  if ("setup" in given && !(Array.isArray(given.setup) && given.setup.every(isPlain))) told("setup")
  if ("open" in given && typeof given.open !== "string") told("open")
  if ("onBackPress" in given && typeof given.onBackPress !== "boolean") told("onBackPress")
  if ("pageCodeDelayMs" in given && typeof given.pageCodeDelayMs !== "number") told("pageCodeDelayMs")
  if ("view" in given && given.view !== "error") told("view")
  if ("done" in given && !/^\w+ \S+$/.test(textOf(given.done))) told("done")
  const code = textOf(given.pageCode)
  const isCode = CODE_FAILS.test(code) || CODE_NEVER_COMES.test(code) || CODE_COMES.test(code)
  if ("pageCode" in given && !isCode) told("pageCode")
  for (const [key, hook] of Object.entries(given)) if (/^onLaunch$|\.on[A-Z]/.test(key)) hookOf(hook)
}

export const kindOf = (step: Plain): string => {
  const [kind, other] = Object.keys(STEPS).filter((key) => key in step)
  if (kind === undefined || other !== undefined) {
    onlyKnown("when", step, /^(call|parallel|sameTick|await|waitMs|browser|tap|open)$/)
    throw new Error(`the step ${JSON.stringify(step)} is not understood`)
  }
  onlyKnown("when", step, STEPS[kind] ?? /^$/)
  return kind
}

/** "calls METHOD URL" as a step. */
export const hookOf = (hook: unknown): Plain => {
  const [, call, url] = /^calls (\w+) (\S+)$/.exec(textOf(hook)) ?? []
  if (!call || !url) throw new Error(`the hook ${JSON.stringify(hook)} is not understood`)
  return { call, url }
}
