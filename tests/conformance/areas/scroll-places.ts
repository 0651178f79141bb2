/** Scroll positions of pages that are shown again: "homeAgain", "marketFirst". */
import type { Case, Fixture, Plain, Tools } from "../area.ts"
import { onlyKnown, textOf, textsOf, urlOf } from "../notation.ts"
import { isPlain } from "../plain.ts"

const GIVEN = /^(stack|\w+\.scrollY)$/
const STEP = /^(call|url|delta|scrollTo|browser)$/
const BROWSED: Readonly<Record<string, number>> = { back: -1, forward: 1 }

interface Standing {
  readonly page: string
  readonly scrollY: number
}

const routesIn = (fixture: Fixture) =>
  Object.entries(fixture).map(([path, { name, tab }]) => ({ path, name, tab, guest: true }))

export const observePlaces = async (
  { given, when }: Case,
  { fixture, page: open }: Tools,
): Promise<Plain> => {
  onlyKnown("given", given, GIVEN)
  const page = await open()
  const call = (name: string, argument: unknown) =>
    page.evaluate(([which, passed]) => window.harness.call(String(which), passed), [name, argument])
  const standing = async (): Promise<Standing> => {
    const state = await call("standing", null)
    if (!isPlain(state)) throw new Error("no page is shown")
    return { page: textOf(state.page), scrollY: Number(state.scrollY) }
  }
  const places = Object.entries(given).flatMap(([key, scrollY]) => {
    const name = /^(\w+)\.scrollY$/.exec(key)?.[1]
    return name === undefined ? [] : [{ name, scrollY }]
  })
  const [first = places[0]?.name ?? "home", ...above] = textsOf(given.stack)
  const options = { routes: routesIn(fixture), open: urlOf(fixture, first) }
  await page.evaluate((mountOptions) => window.harness.mount("pages", mountOptions), options)
  await page.waitForSelector(`[data-page="${first}"]`)
  const seen: Standing[] = []
  const scrolled = new Set<string>()
  const arrive = async () => {
    const now = await standing()
    seen.push(now)
    const place = places.find(({ name }) => name === now.page)
    if (!place || scrolled.has(now.page)) return
    scrolled.add(now.page)
    await call("scrollTo", place.scrollY)
  }
  await arrive()
  for (const name of above) {
    await call("call", ["navigateTo", urlOf(fixture, name)])
    await arrive()
  }
  for (const step of when) {
    onlyKnown("when", step, STEP)
    if (typeof step.scrollTo === "number") await call("scrollTo", step.scrollTo)
    else if (typeof step.call === "string") await call("call", [step.call, step.url ?? step.delta ?? null])
    else if (typeof step.browser === "string" && step.browser in BROWSED)
      await call("browse", BROWSED[step.browser])
    else throw new Error(`the step ${JSON.stringify(step)} is not understood`)
    if (!("scrollTo" in step)) await arrive()
  }
  return Object.fromEntries([
    ...seen.map(({ page: name, scrollY }) => [`${name}Again`, scrollY]),
    ...seen.toReversed().map(({ page: name, scrollY }) => [`${name}First`, scrollY]),
    ["scrollY", (await standing()).scrollY],
    ["shown", (await standing()).page],
  ])
}
