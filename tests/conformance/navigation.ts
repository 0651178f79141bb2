/** Drives the real navigation machine as a case of the shell's file says, and tells what was seen, in the file's own notation. */
import type { NavigationAnswered, NavigationEmitted } from "../../src/domain/events/navigation.ts"
import type { Route } from "../../src/domain/routes.ts"
import { type Method, NavigationHouse } from "../support/navigation-house.ts"
import type { Fixture, Plain } from "./area.ts"

const routesOf = (fixture: Fixture): readonly Route[] =>
  Object.entries(fixture).map(([path, { name, tab, alias }]) => ({
    path,
    name,
    tab,
    guest: true,
    ...(alias !== undefined && { alias }),
  }))

const isObject = (value: unknown): value is Plain => typeof value === "object" && value !== null
const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textsOf = (value: unknown): readonly string[] => listOf(value).map(textOf)
const stepsOf = (value: unknown): readonly Plain[] => listOf(value).filter(isObject)

const scene = { scene: 1001, referrerInfo: { appId: "", extraData: {} } }

/** One lifecycle event as a line of the file's log. */
export const lineOf = (told: NavigationEmitted): string | null => {
  switch (told.type) {
    case "navigation.answered":
    case "navigation.overlayDismissed":
    case "navigation.loginRequired":
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
    case "page.leaveAsked":
      return null
    default:
      return `${told.name}.${told.type.slice(5)}`
  }
}

/** "a{x=1}" and "a{\"x\":\"1\"}" are the same page. */
const pageOf = (text: string): string => {
  const [, name = "", query = ""] = /^([^{]+)(?:\{(.*)\})?$/.exec(text) ?? []
  if (query === "") return name
  const pairs = query.startsWith('"') ? query : query.replace(/(\w+)=([^,]*)/g, '"$1":"$2"')
  return `${name}{${pairs}}`
}

const urlOf = (fixture: Fixture, text: string): string => {
  const page = pageOf(text)
  const brace = page.indexOf("{")
  const name = brace < 0 ? page : page.slice(0, brace)
  const [path = name] = Object.entries(fixture).find(([, route]) => route.name === name) ?? []
  if (brace < 0) return path
  const query: unknown = JSON.parse(page.slice(brace))
  const pairs = isObject(query) ? Object.entries(query) : []
  return `${path}?${pairs.map(([key, value]) => `${key}=${textOf(value)}`).join("&")}`
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What lifecycle events weigh in the cases that only give a sum. */
const WEIGHTS: Readonly<Record<string, number>> = {
  "page.load": 100,
  "page.show": 10,
  "page.ready": 10,
  "page.hide": -10,
  "page.unload": -110,
}

/** One run of one case. */
export class Run {
  readonly house: NavigationHouse
  readonly #fixture: Fixture
  readonly #given: Plain
  #isReady = false

  constructor(fixture: Fixture, given: Plain) {
    this.#fixture = fixture
    this.#given = given
    this.house = new NavigationHouse({
      routes: routesOf(fixture),
      open: textOf(given.open) || "/",
      load: (name) => this.#load(name),
      onEmit: (told) => this.#react(told),
    })
  }

  async #load(name: string): Promise<void> {
    const delayMs = this.#given.pageCodeDelayMs
    if (this.#isReady && typeof delayMs === "number") await pause(delayMs)
    const route = Object.values(this.#fixture).find((known) => known.name === name)
    if (route?.load === "fails") throw new Error(`the code of ${name} cannot be had`)
  }

  /** Hooks of pages and app that call navigation from within. */
  #react(told: NavigationEmitted): void {
    const hook =
      told.type === "page.load"
        ? this.#given[`${told.name}.onLoad`]
        : told.type === "app.launch"
          ? this.#given.onLaunch
          : undefined
    const [, method, url] = /^calls (\w+) (\S+)$/.exec(textOf(hook)) ?? []
    if (method && url) void this.call({ call: method, url })
  }

  call(step: Plain): Promise<NavigationAnswered> {
    const method = textOf(step.call)
    const { url, delta } = step
    if (method === "navigateBack")
      return this.house.back(typeof delta === "string" || typeof delta === "number" ? delta : undefined)
    return this.house.call(methodOf(method), typeof url === "string" ? this.#absolute(url) : null)
  }

  /** Cases of the weights name a page without its path. */
  #absolute(url: string): string {
    return url === "index" ? "/pages/b/b" : url
  }

  async begin(): Promise<void> {
    this.house.start()
    await this.house.settle()
    const names = textsOf(this.#given.stack).map((name) => (name === "lifecycle page" ? "a" : name))
    for (const tab of textsOf(this.#given.hiddenTabs)) await this.#open(tab)
    for (const step of stepsOf(this.#given.setup)) await this.#quietly(this.call(step))
    if (!this.#given.setup && !this.#given.open)
      for (const name of this.#toOpen(names)) await this.#open(name)
    for (const name of [...textsOf(this.#given.visited), ...textsOf(this.#given.forward)]) {
      await this.#open(name)
      this.house.history.go(-1)
      await this.house.settle()
    }
    const [, method, name] = /^(\w+) (\w+)$/.exec(textOf(this.#given.done)) ?? []
    if (method && name) await this.#quietly(this.call({ call: method, url: urlOf(this.#fixture, name) }))
    if (this.#given.onBackPress === true) this.#hold()
    if (this.#given.open === undefined) this.house.log.length = 0
    this.#isReady = true
  }

  /** Every case starts with the login page open. */
  #toOpen(names: readonly string[]): readonly string[] {
    return names[0] === "login" ? names.slice(1) : names
  }

  async #open(name: string): Promise<void> {
    const url = urlOf(this.#fixture, name === "index" ? "b" : name)
    const route = Object.values(this.#fixture).find((known) => known.name === pageOf(name).split("{")[0])
    await this.#quietly(this.call({ call: route?.tab ? "switchTab" : "navigateTo", url }))
  }

  async #quietly(answer: Promise<NavigationAnswered>): Promise<void> {
    await answer
    await this.house.settle()
  }

  #hold(): void {
    const top = this.house.top()
    if (top) this.house.send({ type: "navigation.hold", id: top.id, held: true, at: 0 })
  }

  /** Does what `when` says, and gives the answers in the order of the calls. */
  async act(steps: readonly Plain[]): Promise<readonly string[]> {
    const answers: Promise<NavigationAnswered>[] = []
    for (const step of steps) {
      if (Array.isArray(step.parallel)) for (const one of stepsOf(step.parallel)) answers.push(this.call(one))
      else if (typeof step.call === "string") answers.push(this.call(step))
      else if (typeof step.browser === "string") this.house.history.go(step.browser === "back" ? -1 : 1)
      else if (typeof step.waitMs === "number") await pause(step.waitMs)
      else if (typeof step.tap === "string") this.#tap(step.tap)
      else if (step.await !== true) throw new Error(`the step ${JSON.stringify(step)} is not understood`)
      const isNextAtOnce = steps.length > 1 && typeof this.#given.pageCodeDelayMs === "number"
      if (!isNextAtOnce) await this.house.settle()
    }
    const told = await Promise.all(answers)
    await this.house.settle()
    return told.map(({ errMsg }) => errMsg)
  }

  #tap(what: string): void {
    if (what === "error view") this.house.send({ type: "navigation.retry", at: 0 })
    else void this.house.call("tapTab", urlOf(this.#fixture, what.replace(/^tab /, "")))
  }

  lines(): readonly string[] {
    return this.house.log.flatMap((told) => lineOf(told) ?? [])
  }

  /** The weights of what the lifecycle page itself was told. */
  weigh(): number {
    const own = this.house.log.filter((told) => "name" in told && told.name === "a")
    return own.reduce((sum, { type }) => sum + (WEIGHTS[type] ?? 0), 0)
  }

  routes(): readonly string[] {
    return this.house.actor.getSnapshot().context.pages.stack.map(({ path }) => {
      const alias = this.#fixture[path]?.alias ?? path
      return alias.slice(1)
    })
  }

  /** The query that the page on top was loaded with. */
  loadedWith(): unknown {
    const loaded = this.house.log.findLast((told) => told.type === "page.load")
    return loaded?.type === "page.load" ? loaded.query : undefined
  }

  samePages(names: unknown): readonly string[] {
    return textsOf(names).map(pageOf)
  }
}

const methods: readonly Method[] = ["navigateTo", "redirectTo", "reLaunch", "switchTab", "tapTab"]
const methodOf = (name: string): Method => {
  const method = methods.find((known) => known === name)
  if (!method) throw new Error(`no call is named ${name}`)
  return method
}
