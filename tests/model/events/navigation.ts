import { navigationMachine } from "../../../machines/navigation.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import type { NavigationEvent } from "../../../src/events/navigation.ts"
import { HOME_PATH, urlOf } from "../../../src/navigation/routes.ts"
import { type Entry, topOf } from "../../../src/navigation/stack.ts"

const at = 1
const key = "k1"
const market = urlOf("market")
const wallet = urlOf("wallet")
const withdraw = urlOf("withdraw")
const nowhere = "/nowhere"

const calls: readonly NavigationEvent[] = [
  { type: "navigation.navigateTo", url: nowhere, key, at },
  { type: "navigation.navigateTo", url: market, key, at },
  { type: "navigation.redirectTo", url: withdraw, key, at },
  { type: "navigation.redirectTo", url: null, key, at },
  { type: "navigation.reLaunch", url: wallet, key, at },
  { type: "navigation.reLaunch", url: null, key, at },
  { type: "navigation.switchTab", url: market, key, at },
  { type: "navigation.switchTab", url: wallet, key, at },
  { type: "navigation.tapTab", url: HOME_PATH, key, at },
  { type: "navigation.tapTab", url: market, key, at },
  { type: "navigation.tapTab", url: wallet, key, at },
  { type: "navigation.navigateBack", key, at },
]

const when = (holds: boolean, ...events: readonly NavigationEvent[]): readonly NavigationEvent[] =>
  holds ? events : []

/** Facts about a page's code. */
const codeOf = ({ id }: Entry): readonly NavigationEvent[] => [
  { type: "navigation.pageLoaded", id, at },
  { type: "navigation.pageFailed", id, at },
  { type: "navigation.pageMounted", id, at },
]

const ofTop = (top: Entry, depth: number): readonly NavigationEvent[] => [
  ...codeOf(top),
  { type: "navigation.hold", id: top.id, held: !top.held, at },
  { type: "navigation.popped", mark: { id: top.id, depth }, url: top.url, key, at },
]

/**
 * A member among the tabs, the wallet and a page above it; the ids of pages are those that the
 * machine has given.
 */
export const cases = casesFor(navigationMachine, {
  inputs: [{ table: null }],
  events: ({ context }): readonly NavigationEvent[] => {
    const { stack } = context.pages
    const top = topOf(context.pages)
    const below = stack.at(-2)
    const mark = below ? { id: below.id, depth: stack.length - 1 } : null
    const isCovered = context.overlays.length > 0
    return [
      { type: "navigation.open", url: HOME_PATH, mark: null, member: true, key: "e1", at },
      { type: "navigation.open", url: nowhere, mark: null, member: true, key: "e3", at },
      { type: "navigation.enter", url: null, member: true, key: "e2", at },
      ...calls,
      ...when(stack.length === 1, { type: "navigation.navigateTo", url: wallet, key, at }),
      ...when(stack.length === 2, { type: "navigation.navigateTo", url: withdraw, key, at }),
      ...(top ? ofTop(top, stack.length) : []),
      ...(below ? codeOf(below) : []),
      ...when(mark !== null, { type: "navigation.popped", mark, url: wallet, key, at }),
      { type: "navigation.popped", mark: null, url: market, key, at },
      { type: "navigation.retry", at },
      ...when(!isCovered, { type: "navigation.openOverlay", overlay: "sheet", at }),
      ...when(isCovered, { type: "navigation.closeOverlay", overlay: "sheet", at }),
      { type: "navigation.appHidden", at },
      { type: "navigation.appShown", at },
    ]
  },
  tells: ({ context }) => [
    context.pages.stack.map(({ name }) => name),
    topOf(context.pages)?.status,
    topOf(context.pages)?.held,
    context.overlays.length,
    context.call?.url,
  ],
})
