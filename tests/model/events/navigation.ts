import { casesFor, stateName } from "@financial-links/paths"
import { navigationMachine, selectTop } from "../../../machines/navigation.ts"
import type { NavigationEvent } from "../../../src/events/navigation.ts"
import { ENTRY_PATH, HOME_PATH, urlOf } from "../../../src/navigation/routes.ts"
import { type Entry, topOf } from "../../../src/navigation/stack.ts"
import { undriven } from "../undriven.ts"

const at = 1
const key = "k1"
const market = urlOf("market")
const withdraw = urlOf("withdraw")
const NOWHERE = "/nowhere"
export const WALLET = urlOf("wallet")

const calls: readonly NavigationEvent[] = [
  { type: "navigation.navigateTo", url: NOWHERE, key, at },
  { type: "navigation.navigateTo", url: market, key, at },
  { type: "navigation.redirectTo", url: withdraw, key, at },
  { type: "navigation.redirectTo", url: null, key, at },
  { type: "navigation.reLaunch", url: WALLET, key, at },
  { type: "navigation.reLaunch", url: null, key, at },
  { type: "navigation.switchTab", url: market, key, at },
  { type: "navigation.switchTab", url: WALLET, key, at },
  { type: "navigation.tapTab", url: HOME_PATH, key, at },
  { type: "navigation.tapTab", url: market, key, at },
  { type: "navigation.tapTab", url: WALLET, key, at },
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

export const MY = urlOf("my")
export const TRADE = urlOf("trade")
export const HOLD = urlOf("hold")
const ORDER = urlOf("order", { direction: "up" })
export const TICKET = urlOf("order", { product: "aapl", direction: "up" })
export const REGISTER = urlOf("register")

/** A navigation call of a tap, and of a second tap at the same moment. */
const CALL = "call"
const call = (
  method: "navigateTo" | "redirectTo" | "reLaunch" | "switchTab",
  url: string,
): NavigationEvent => ({
  type: `navigation.${method}`,
  url,
  key: CALL,
  at,
})
const tap = (url: string): NavigationEvent => ({ type: "navigation.tapTab", url, key: "tap", at })
const open = (url: string, member = true): NavigationEvent => ({
  type: "navigation.open",
  url,
  mark: null,
  member,
  key: "document",
  at,
})
const enter = (member: boolean): NavigationEvent => ({
  type: "navigation.enter",
  url: null,
  member,
  key: "enter",
  at,
})
const back: NavigationEvent = { type: "navigation.navigateBack", key: "back", at }

type Snapshot = ReturnType<typeof navigationMachine.getInitialSnapshot>

/** Events while the chunk of a page loads. */
const whileLoading = ({ context }: Snapshot, top: Entry): readonly NavigationEvent[] => {
  const hasty = context.call?.key === CALL ? context.call : null
  return [
    { type: "navigation.pageLoaded", id: top.id, at },
    ...(hasty && top.name === "wallet" ? [{ type: "navigation.pageFailed" as const, id: top.id, at }] : []),
    ...(hasty ? [call(hasty.method, hasty.url)] : []),
  ]
}

const onTicket = (top: Entry, isConfirming: boolean): readonly NavigationEvent[] => {
  if (top.url !== TICKET) return [call("redirectTo", TICKET)]
  const how = isConfirming ? "navigation.closeOverlay" : "navigation.openOverlay"
  return [{ type: how, overlay: "confirmation", at }]
}

/** Events that a page offers besides back. */
const onPage = (top: Entry, isCovered: boolean): readonly NavigationEvent[] => {
  switch (top.name) {
    case "home":
      return [
        open(NOWHERE),
        open(ORDER),
        tap(HOME_PATH),
        tap(MY),
        tap(TRADE),
        enter(false),
        { type: "navigation.appHidden", at },
        { type: "navigation.appShown", at },
      ]
    case "my":
      return [
        call("navigateTo", WALLET),
        call("switchTab", HOLD),
        { type: "navigation.popped", mark: { id: "gone", depth: 2 }, url: WALLET, key: "forward", at },
        { type: "navigation.popped", mark: null, url: MY, key: "fragment", at },
      ]
    case "trade":
      return [call("navigateTo", TICKET)]
    case "order":
      return onTicket(top, isCovered)
    case "login":
      return [call("navigateTo", REGISTER), enter(true)]
    case "register":
      return [call("reLaunch", ENTRY_PATH)]
    default:
      return []
  }
}

const backward = ({ context }: Snapshot, top: Entry): readonly NavigationEvent[] => {
  const { stack } = context.pages
  const below = stack.at(-2)
  const isCovered = context.overlays.length > 0
  if (below === undefined) return top.tab || top.name === "login" || isCovered ? [] : [back]
  const mark = { id: below.id, depth: stack.length - 1 }
  const popped: NavigationEvent = { type: "navigation.popped", mark, url: below.url, key: "backward", at }
  return top.name === "register" || isCovered ? [popped] : [back, popped]
}

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
      { type: "navigation.open", url: NOWHERE, mark: null, member: true, key: "e3", at },
      { type: "navigation.enter", url: null, member: true, key: "e2", at },
      ...calls,
      ...when(stack.length === 1, { type: "navigation.navigateTo", url: WALLET, key, at }),
      ...when(stack.length === 2, { type: "navigation.navigateTo", url: withdraw, key, at }),
      ...(top ? ofTop(top, stack.length) : []),
      ...(below ? codeOf(below) : []),
      ...when(mark !== null, { type: "navigation.popped", mark, url: WALLET, key, at }),
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
  /** Pages that members and visitors open, leave and tap twice. */
  walk: {
    inputs: [{ table: null }],
    events: (snapshot): readonly NavigationEvent[] => {
      const top = selectTop(snapshot)
      if (top === undefined) return [open(HOME_PATH), open(ENTRY_PATH, false)]
      const isCovered = snapshot.context.overlays.length > 0
      switch (stateName(snapshot.value)) {
        case "open.opening.loading":
        case "open.loading":
          return whileLoading(snapshot, top)
        case "open.failed":
          return [{ type: "navigation.retry", at }]
        case "open.missing":
          // This button treats two taps at one moment as one.
          return [{ type: "navigation.reLaunch", url: HOME_PATH, key: "once", at }]
        case "open.opening.painting":
          return [{ type: "navigation.pageMounted", id: top.id, at }]
        default:
          return [...onPage(top, isCovered), ...backward(snapshot, top)]
      }
    },
    tells: ({ context: { pages, overlays, call: opening } }) => [
      pages.stack.map(({ url, status }) => [url, status]),
      pages.tabs.map(({ url }) => url),
      overlays.length,
      opening?.url,
      opening?.key,
    ],
    unreachable: undriven.navigation,
  },
})
