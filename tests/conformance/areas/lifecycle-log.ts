/** Lifecycle events as lines of the log, and their weights in cases that only give a sum. */
import type { NavigationEmitted } from "../../../src/events/navigation.ts"
import type { Plain } from "../area.ts"
import { isPlain } from "../plain.ts"
import type { PageGesture } from "./page-gestures.ts"

const scene = { scene: 1001, referrerInfo: { appId: "", extraData: {} } }

/** Null if the framework has no such event. */
export const lineOf = (event: NavigationEmitted): string | null => {
  switch (event.type) {
    case "navigation.answered":
    case "navigation.overlayDismissed":
    case "navigation.loginRequired":
    case "page.leaveAsked":
      return null
    case "app.launch":
      return `App.launch ${JSON.stringify({ path: event.path, query: event.query, ...scene })}`
    case "app.pageNotFound": {
      const { path, query } = event
      return `App.pageNotFound ${JSON.stringify({ notFound: true, openType: "appLaunch", path, query, scene: 1001 })}`
    }
    case "app.show":
    case "app.hide":
    case "app.error":
      return `App.${event.type.slice(4)}`
    case "page.tabItemTap": {
      const { index, name, pagePath } = event
      return `${name}.tabItemTap ${JSON.stringify({ index, text: name, pagePath })}`
    }
    case "page.load":
      return `${event.name}.load ${JSON.stringify(event.query)}`
    case "page.backPress":
      return `${event.name}.backPress {"from":"navigateBack"}`
    default:
      return `${event.name}.${event.type.slice(5)}`
  }
}

/** Default weights. `backPress` comes before the page closes, and counts too. */
const USUAL = {
  load: 100,
  show: 10,
  ready: 10,
  backPress: -10,
  hide: -10,
  unload: -100,
  pullDownRefresh: 10,
  reachBottom: 10,
}

/** "onLoad" and "load", "onPageShow" and "show" are the same event; "same" means the defaults. */
const weightsOf = (given: unknown): Readonly<Record<string, number>> => {
  if (!isPlain(given)) return USUAL
  const read = Object.entries(given).map(([name, weight]) => {
    const bare = name.replace(/^on/, "").replace(/^Page(?=[A-Z])/, "")
    return [bare.charAt(0).toLowerCase() + bare.slice(1), typeof weight === "number" ? weight : 0]
  })
  return { ...USUAL, ...Object.fromEntries(read) }
}

/** The sum of the weights of a page's events and gestures. */
export const weightOf = (
  own: readonly NavigationEmitted[],
  gestures: readonly PageGesture[],
  given: Plain,
): number => {
  const weights = weightsOf(given.weights)
  const before = typeof given.sum === "number" ? given.sum : 0
  const names = [...own.map(({ type }) => type.replace(/^page\./, "")), ...gestures]
  return names.reduce((sum, name) => sum + (weights[name] ?? 0), before)
}
