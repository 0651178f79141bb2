/** Modals in a browser: the product's view and machine, operated by taps and keys. */
import type { Page } from "playwright-core"
import type { Area, Case, Plain, Tools } from "../area.ts"
import { type Rule, wantedBy } from "../better.ts"
import { onlyKnown, stepsOf, textOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { settle } from "../touch.ts"
import { NavigationRun } from "./navigation-run.ts"

const OPTIONS =
  "title|content|showCancel|confirmText|cancelText|confirmColor|cancelColor|editable|placeholderText"
const GIVEN = new RegExp(`^(open|stack|${OPTIONS})$`)
const ASKED = new RegExp(`^(call|callbacks|${OPTIONS})$`)
const STEP = /^(tap|click|type|press|key|keyboard|keydown|browser|waitMs|await)$/

const KEYS: Readonly<Record<string, string>> = {
  esc: "Escape",
  escape: "Escape",
  enter: "Enter",
  return: "Enter",
}

/** One answer per modal, in order. */
const eachAnswered: Rule = (words, { when }) => {
  if (!/\b(wait|queue|one (after|at)|its own (answer|turn)|each)/.test(words)) return null
  const asked = when.filter(({ call }) => call === "showModal").length
  const answers = when.filter((step) => (step.tap ?? step.click ?? keyIn(step)) !== undefined).length
  return { results: Array.from({ length: Math.min(asked, answers) }, () => "showModal:ok") }
}

/** Back closes the modal like a cancel, and the page stays. */
const closesOnBack: Rule = (words, { given, when, then }) => {
  if (!when.some((step) => "browser" in step) || !/\b(clos|dismiss|cancel)/.test(words)) return null
  const stays = "stack" in then ? { stack: given.stack ?? ["login"] } : {}
  return { isOpen: false, confirm: false, cancel: true, ...stays }
}

/** Colours are equal in three and six digits, in upper and lower case. */
const inSixDigits = (seen: Plain): Plain => {
  const written = (colour: unknown): unknown =>
    typeof colour === "string" ? colour.toLowerCase().replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3") : colour
  const colours = ["confirmColor", "cancelColor"].filter((key) => key in seen)
  return { ...seen, ...Object.fromEntries(colours.map((key) => [key, written(seen[key])])) }
}

const wanted = (testCase: Case): Plain | undefined => {
  const expected = wantedBy(closesOnBack, eachAnswered)(testCase)
  return expected && inSixDigits(expected)
}

/** Cases that give the options of a modal, or that it is open, begin with an open modal. */
const isAskedFirst = ({ given, when }: Case): boolean =>
  Object.keys(given).length > 0 || !when.some(({ call }) => call === "showModal")

const tap = async (page: Page, what: string): Promise<void> => {
  const dialog = page.locator("dialog[open]")
  const buttons = dialog.getByRole("button")
  if (what === "confirm") await buttons.last().click({ timeout: 2_000 })
  else if (what === "cancel") {
    if ((await buttons.count()) < 2) throw new Error("the modal has no cancel to tap")
    await buttons.first().click({ timeout: 2_000 })
  } else if (/^(mask|beside|outside|backdrop)$/.test(what)) await page.mouse.click(4, 4)
  else throw new Error(`nothing is called ${what} on a modal`)
}

const press = async (page: Page, name: string): Promise<void> => {
  const key = KEYS[name.toLowerCase()]
  if (key === undefined) throw new Error(`no key is called ${name}`)
  await page.keyboard.press(key)
}

const keyIn = ({ press: pressed, key, keyboard, keydown }: Plain): unknown =>
  pressed ?? key ?? keyboard ?? keydown

const act = async (page: Page, step: Plain): Promise<void> => {
  if (step.call === "showModal") {
    onlyKnown("when", step, ASKED)
    const { call: _, ...asked } = step
    await page.evaluate((options) => window.harness.call("ask", options), asked)
    return
  }
  onlyKnown("when", step, STEP)
  if (step.type !== undefined) await page.locator("dialog[open] :is(input, textarea)").fill(textOf(step.type))
  else if (step.tap !== undefined || step.click !== undefined) await tap(page, textOf(step.tap ?? step.click))
  else if (keyIn(step) !== undefined) await press(page, textOf(keyIn(step)))
  else if (step.await !== true && typeof step.waitMs !== "number")
    throw new Error(`the step ${JSON.stringify(step)} is not understood`)
}

/** The navigation machine of a case that mentions pages or the browser's history. */
const pagesUnder = async ({ given, when }: Case, { fixture }: Tools): Promise<NavigationRun | null> => {
  if (!("stack" in given) && !when.some((step) => "browser" in step)) return null
  const run = new NavigationRun(fixture, { stack: given.stack ?? ["login"], modal: true })
  await run.begin()
  return run
}

/** Browser back over a modal: the navigation machine dismisses it. */
const goBack = async (page: Page, run: NavigationRun | null, step: Plain): Promise<void> => {
  await run?.step(step)
  await run?.app.settle()
  if (run?.log.some(({ type }) => type === "navigation.overlayDismissed")) await press(page, "Escape")
}

const observe = async (testCase: Case, tools: Tools): Promise<Plain> => {
  const { given, when } = testCase
  onlyKnown("given", given, GIVEN)
  const run = await pagesUnder(testCase, tools)
  const page = await tools.page()
  await page.evaluate(() => window.harness.mount("modal", {}))
  const standing = async (): Promise<Plain> => {
    await settle(page)
    const state: unknown = await page.evaluate(() => window.harness.call("standing"))
    return isPlain(state) ? state : {}
  }
  let look: Plain = {}
  const lookAgain = async (): Promise<Plain> => {
    const { shown, answers, called } = await standing()
    const now = isPlain(shown) ? shown : {}
    if (now.isOpen === true) look = now
    const given = stepsOf(answers)
    const { isOpen } = now
    return {
      ...look,
      ...{ isOpen, open: isOpen, visible: isOpen, shown: isOpen, closed: isOpen !== true },
      results: given.map(({ errMsg }) => errMsg),
      called,
      ...given.at(-1),
    }
  }
  const { open, stack: _, ...options } = given
  if (open !== undefined && open !== true)
    throw new Error(`what "open" is given is not understood: ${JSON.stringify(open)}`)
  const asked = isAskedFirst(testCase) ? [{ ...options, call: "showModal" }] : []
  let seen: Plain = {}
  for (const step of [...asked, ...when]) {
    if ("browser" in step) await goBack(page, run, step)
    else await act(page, step)
    seen = await lookAgain()
  }
  run?.app.stop()
  return { ...inSixDigits(seen), ...(run && { stack: run.app.stack(), log: run.lines(0) }) }
}

export const modalArea: Area = { observe, wanted }
