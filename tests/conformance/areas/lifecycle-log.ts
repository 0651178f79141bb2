/** Lifecycle events as the lines of the file's log, and what they weigh in the cases that only give a sum. */
import type { NavigationEmitted } from "../../../src/events/navigation.ts"
import type { Plain } from "../area.ts"
import { isPlain } from "../case-file.ts"
import type { PageGesture } from "./page-gestures.ts"

const scene = { scene: 1001, referrerInfo: { appId: "", extraData: {} } }

/** Null for what the framework has no event for. */
export const lineOf = (told: NavigationEmitted): string | null => {
  switch (told.type) {
    case "navigation.answered":
    case "navigation.overlayDismissed":
    case "navigation.loginRequired":
    case "page.leaveAsked":
      return null
    case "app.launch":
      return `App.launch ${JSON.stringify({ path: told.path, query: told.query, ...scene })}`
    case "app.pageNotFound": {
      const { path, query } = told
      return `App.pageNotFound ${JSON.stringify({ notFound: true, openType: "appLaunch", path, query, scene: 1001 })}`
    }
    case "app.show":
    case "app.hide":
    case "app.error":
      return `App.${told.type.slice(4)}`
    case "page.tabItemTap": {
      const { index, name, pagePath } = told
      return `${name}.tabItemTap ${JSON.stringify({ index, text: name, pagePath })}`
    }
    case "page.load":
      return `${told.name}.load ${JSON.stringify(told.query)}`
    case "page.backPress":
      return `${told.name}.backPress {"from":"navigateBack"}`
    default:
      return `${told.name}.${told.type.slice(5)}`
  }
}

/** What each event of a page weighs unless a case says otherwise; leaving by its own back is told to the page before it is closed, and weighs too. */
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

/** "onLoad" and "load", "onPageShow" and "show" name the same event; "same" means the usual weights. */
const weightsOf = (given: unknown): Readonly<Record<string, number>> => {
  if (!isPlain(given)) return USUAL
  const read = Object.entries(given).map(([name, weight]) => {
    const bare = name.replace(/^on/, "").replace(/^Page(?=[A-Z])/, "")
    return [bare.charAt(0).toLowerCase() + bare.slice(1), typeof weight === "number" ? weight : 0]
  })
  return { ...USUAL, ...Object.fromEntries(read) }
}

/** The weight of a page's events, and of what else it was told. */
export const weightOf = (
  own: readonly NavigationEmitted[],
  gestures: readonly PageGesture[],
  given: Plain,
): number => {
  const weights = weightsOf(given.weights)
  const before = typeof given.sum === "number" ? given.sum : 0
  const told = [...own.map(({ type }) => type.replace(/^page\./, "")), ...gestures]
  return told.reduce((sum, name) => sum + (weights[name] ?? 0), before)
}
