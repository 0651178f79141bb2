/** What is said to navigation, and what it then does: in pages such as "e.0 home", by id and route. */
import { navigationMachine, selectAlive, selectTop } from "../../machines/navigation.ts"
import type { NavigationEvent } from "../../src/events/navigation.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import { scenariosOf } from "./scenarios.ts"

const at = 1
const URLS: Readonly<Record<string, string>> = {
  home: HOME_PATH,
  wallet: urlOf("wallet"),
  market: urlOf("market"),
  "bank-list": urlOf("bank-list"),
  agreement: urlOf("agreement"),
  login: "/",
  "not-found": "/nowhere",
}
export const url = (name: string) => URLS[name] ?? ""
type Call = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab" | "tapTab"
export const call = (method: Call, to: string, key = "k"): NavigationEvent => ({
  type: `navigation.${method}`,
  url: url(to),
  key,
  at,
})
export const open = (to: string, member = true): NavigationEvent => ({
  type: "navigation.open",
  url: url(to),
  mark: null,
  member,
  key: "e",
  at,
})
export const enter = (to: string | null, member: boolean): NavigationEvent => ({
  type: "navigation.enter",
  url: to === null ? null : url(to),
  member,
  key: "n",
  at,
})
export const back: NavigationEvent = { type: "navigation.navigateBack", key: "b", at }
export const popped = (to: string, id: string | null): NavigationEvent => ({
  type: "navigation.popped",
  mark: id === null ? null : { id, depth: 1 },
  url: url(to),
  key: "p",
  at,
})
export const code = (word: "pageLoaded" | "pageFailed" | "pageMounted", id: string): NavigationEvent => ({
  type: `navigation.${word}`,
  id,
  at,
})
export const loaded = (id: string) => code("pageLoaded", id)
export const overlay = (word: "openOverlay" | "closeOverlay", name: string): NavigationEvent => ({
  type: `navigation.${word}`,
  overlay: name,
  at,
})
export const hold = (held: boolean): NavigationEvent => ({ type: "navigation.hold", id: "e.1", held, at })
export const [hide, show, retry]: readonly [NavigationEvent, NavigationEvent, NavigationEvent] = [
  { type: "navigation.appHidden", at },
  { type: "navigation.appShown", at },
  { type: "navigation.retry", at },
]

const partsOf = (page: string) => {
  const [id = "", name = ""] = page.split(" ")
  return { id, name }
}
export const lifecycle = (word: string, page: string) => ({
  emits: `page.${word}`,
  ...partsOf(page),
  query: {},
})
export const visible = (word: "show" | "hide", page: string) => [
  lifecycle(word, page),
  { to: "pages", type: `pages.${word}`, id: partsOf(page).id },
]
export const arrives = (page: string) => [
  lifecycle("load", page),
  ...visible("show", page),
  lifecycle("ready", page),
]
export const loads = (page: string) => ({ to: "pages", type: "pages.load", ...partsOf(page) })
export const answers = (errMsg: string, key = "k", more: object = {}) => ({
  emits: "navigation.answered",
  key,
  ok: errMsg.endsWith(":ok"),
  errMsg,
  ...more,
})
/** What each move ends with: the pages that live on, and the browser's history. */
export const settles = (stack: readonly string[], tabs: readonly string[] = [], isCovered = false) => [
  { to: "pages", type: "pages.keep", ids: [...tabs, ...stack].map((page) => partsOf(page).id) },
  {
    to: "browser",
    type: "browser.mirror",
    entries: [...stack, ...(isCovered ? stack.slice(-1) : [])]
      .map(partsOf)
      .map(({ id, name }) => ({ id, url: url(name) })),
  },
]

export const navigation = scenariosOf(navigationMachine, {
  input: { table: null },
  hidesContext: true,
  shows: (snapshot) => ({
    pages: selectAlive(snapshot).map(({ name }) => name),
    top: selectTop(snapshot)?.status,
    isHeld: selectTop(snapshot)?.held,
    overlays: snapshot.context.overlays,
    call: snapshot.context.call?.key,
    queued: snapshot.context.outbox.length,
  }),
})
export const [HOME, WALLET] = ["e.0 home", "e.1 wallet"]
export const atHome = [open("home"), loaded("e.0")]
export const inWallet = [...atHome, call("navigateTo", "wallet"), loaded("e.1"), code("pageMounted", "e.1")]
