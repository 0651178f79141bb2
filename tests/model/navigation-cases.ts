/**
 * Event table of the navigation model: pages that members and visitors open, leave and tap twice.
 */
import { navigationMachine, selectTop } from "../../machines/navigation.ts"
import { casesFor } from "../../scripts/paths/cases.ts"
import { stateName } from "../../src/devtools/chart.ts"
import type { NavigationEvent } from "../../src/events/navigation.ts"
import { ENTRY_PATH, HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import type { Entry } from "../../src/navigation/stack.ts"

const at = 1
const NOWHERE = "/nowhere"
export const WALLET = urlOf("wallet")
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

/** Events that the screen offers. */
export const cases = casesFor(navigationMachine, {
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
})
