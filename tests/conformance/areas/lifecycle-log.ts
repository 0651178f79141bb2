/** Lifecycle events as the lines of the file's log, and what they weigh in the cases that only give a sum. */
import type { NavigationEmitted } from "../../../src/domain/events/navigation.ts"
import type { Plain } from "../area.ts"
import { isPlain } from "../case-file.ts"

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

const USUAL = { load: 100, show: 10, ready: 10, hide: -10, unload: -100 }

/** "onLoad" and "load" name the same event; "same" means the usual weights. */
const weightsOf = (given: unknown): Readonly<Record<string, number>> => {
  if (!isPlain(given)) return USUAL
  const read = Object.entries(given).map(([name, weight]) => [
    name.replace(/^on/, "").toLowerCase(),
    typeof weight === "number" ? weight : 0,
  ])
  return { ...USUAL, ...Object.fromEntries(read) }
}

/** The weight of a page's events; leaving a page for good from its front hides it too. */
export const weightOf = (own: readonly NavigationEmitted[], given: Plain): number => {
  const weights = weightsOf(given.weights)
  let isShown = true
  let sum = typeof given.sum === "number" ? given.sum : 0
  for (const { type } of own) {
    const name = type.replace(/^page\./, "")
    sum += weights[name] ?? 0
    if (name === "unload" && isShown) sum += weights.hide ?? 0
    if (name === "show") isShown = true
    if (name === "hide") isShown = false
  }
  return sum
}
