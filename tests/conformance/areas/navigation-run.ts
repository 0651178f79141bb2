/** Runs one case on the navigation machine with a fake history. */

import type { NavigationEmitted } from "../../../src/events/navigation.ts"
import type { Route } from "../../../src/navigation/routes.ts"
import { FakeHistory } from "../../support/fake-history.ts"
import { NavigationHost } from "../../support/navigation-host.ts"
import { CallFailed } from "../adapters/framework-call.ts"
import { navigationCalls } from "../adapters/navigation-calls.ts"
import type { Fixture, Plain } from "../area.ts"
import { numberIn, onlyKnown, pageOf, stepsOf, textOf, textsOf, urlOf } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { meantBy } from "../values.ts"
import { lineOf } from "./lifecycle-log.ts"
import {
  CALLED,
  CODE_COMES,
  CODE_FAILS,
  CODE_NEVER_COMES,
  checkGiven,
  holdsBack,
  hookOf,
  kindOf,
  OVERLAID,
  overlaysIn,
  viewOf,
  wayOf,
} from "./navigation-notation.ts"
import type { PageGesture } from "./page-gestures.ts"

const routesOf = (fixture: Fixture): readonly Route[] =>
  Object.entries(fixture).map(([path, { name, tab, alias }]) => ({
    path,
    name,
    tab,
    guest: true,
    ...(alias !== undefined && { alias }),
  }))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Page names of the weight cases. */
const LIFECYCLE_PAGE = "a"
const OTHER_PAGE = "b"
const plainName = (name: string): string => {
  if (name === "lifecycle page") return LIFECYCLE_PAGE
  return name === "index" ? OTHER_PAGE : name
}

export class NavigationRun {
  readonly log: NavigationEmitted[] = []
  /** The gestures that the page received. */
  readonly gestures: PageGesture[] = []
  app: NavigationHost
  readonly #fixture: Fixture
  readonly #given: Plain
  readonly #history: FakeHistory
  #isReady = false
  readonly #asked: string[] = []

  constructor(fixture: Fixture, given: Plain) {
    checkGiven(given)
    this.#fixture = fixture
    this.#given = given
    this.#history = new FakeHistory(textOf(given.open) || "/")
    this.app = this.#open(null)
  }

  /** Opens a document: the first one, or the one after a reload. */
  #open(before: NavigationHost | null): NavigationHost {
    return new NavigationHost({
      routes: routesOf(this.#fixture),
      history: this.#history,
      ...(before && { past: before.received }),
      load: (name) => this.#load(name),
      onEmit: (event) => {
        this.log.push(event)
        this.#react(event)
      },
    })
  }

  async #load(name: string): Promise<void> {
    const { pageCode, pageCodeDelayMs } = this.#given
    if (this.#isReady) this.#asked.push(name)
    if (this.#isReady && typeof pageCodeDelayMs === "number") await pause(pageCodeDelayMs)
    if (this.#isReady && CODE_NEVER_COMES.test(textOf(pageCode))) await new Promise(() => {})
    const isFailing = this.#isReady && CODE_FAILS.test(textOf(pageCode))
    const route = Object.values(this.#fixture).find((known) => known.name === name)
    const isMended = this.#isReady && CODE_COMES.test(textOf(pageCode))
    if (isFailing || (route?.load === "fails" && !isMended))
      throw new Error(`the code of ${name} cannot be had`)
  }

  /** Hooks of the pages and the app that call navigation themselves. */
  #react(event: NavigationEmitted): void {
    let hook: unknown
    if (event.type === "app.launch") hook = this.#given.onLaunch
    else if ("name" in event && event.type !== "page.backPress") {
      const [, what = ""] = event.type.split(".")
      hook = this.#given[`${event.name}.on${what.charAt(0).toUpperCase()}${what.slice(1)}`]
    }
    if (hook !== undefined) void this.call(hookOf(hook))
  }

  /** Makes a framework call and returns what the call returns. */
  invoke(name: string, options: Plain): unknown {
    const { app } = this
    const calls = navigationCalls({
      send: (event) => app.send(event),
      onEmit: (listener) => app.actor.on("*", listener),
      createKey: () => app.mint(),
      now: () => 0,
    })
    const call = Object.entries(calls).find(([known]) => known === name)?.[1]
    if (!call) throw new Error(`no call is named ${name}`)
    return Reflect.apply(call, null, [options])
  }

  /** The errMsg of a call without callbacks. Throws for an unknown call. */
  call(step: Plain): Promise<string> {
    const given = this.invoke(textOf(step.call), this.optionsOf(step))
    return Promise.resolve(given).then(
      (outcome) => String(Object(outcome).errMsg),
      (cause: unknown) => {
        if (cause instanceof CallFailed) return cause.errMsg
        throw cause
      },
    )
  }

  optionsOf({ call, url, delta }: Plain): Plain {
    if (call === "navigateBack") return delta === undefined ? {} : { delta: meantBy(delta) }
    return { url: typeof url === "string" ? meantBy(this.#absolute(url)) : url }
  }

  /** Weight cases name a page without its path. */
  #absolute(url: string): string {
    return url === "index" || url === "lifecycle page" ? urlOf(this.#fixture, plainName(url)) : url
  }

  async begin(): Promise<void> {
    const given = this.#given
    this.app.start()
    await this.app.settle()
    for (const tab of textsOf(given.hiddenTabs)) await this.#show(tab, false)
    for (const step of stepsOf(given.setup)) await this.#quietly(this.call(step))
    if (!given.setup && given.open === undefined)
      for (const [depth, name] of textsOf(given.stack).entries()) await this.#show(name, depth === 0)
    for (const name of textsOf(given.visited)) await this.#visit([name])
    await this.#visit(textsOf(given.forward))
    const [, method, name] = /^(\w+) (\S+)$/.exec(textOf(given.done)) ?? []
    if (method && name) await this.#quietly(this.call({ call: method, url: urlOf(this.#fixture, name) }))
    if (given.view === "error") await this.#failToOpen()
    const top = this.app.top()?.name
    for (const overlay of overlaysIn(given)) this.#overlay(overlay)
    if (holdsBack(given.onBackPress ?? given[`${top}.onBackPress`])) this.#hold()
    if (given.open === undefined) this.log.length = 0
    this.#isReady = true
  }

  /** Opens pages on top of each other and returns through the browser's history. */
  async #visit(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#show(name, false)
    if (names.length === 0) return
    this.#history.go(-names.length)
    await this.app.settle()
  }

  async #show(text: string, isBottom: boolean): Promise<void> {
    const name = plainName(text)
    const url = urlOf(this.#fixture, name)
    const route = Object.values(this.#fixture).find((known) => known.name === pageOf(name).split("{")[0])
    if (isBottom && url === "/") return
    const onto = isBottom ? "reLaunch" : "navigateTo"
    await this.#quietly(this.call({ call: route?.tab ? "switchTab" : onto, url }))
  }

  async #failToOpen(): Promise<void> {
    const failing = Object.entries(this.#fixture).find(([, route]) => route.load === "fails")
    if (!failing) throw new Error("the fixture has no page whose code fails")
    await this.#quietly(this.call({ call: "navigateTo", url: failing[0] }))
  }

  async #quietly(answer: Promise<unknown>): Promise<void> {
    await answer
    await this.app.settle()
  }

  #hold(): void {
    const top = this.app.top()
    if (top) this.app.send({ type: "navigation.hold", id: top.id, held: true, at: 0 })
  }

  /** Opens an overlay, which back closes first. */
  #overlay(overlay: string): void {
    this.app.send({ type: "navigation.openOverlay", overlay, at: 0 })
  }

  /** Performs a step of `when` and returns the pending errMsgs. */
  async step(step: Plain): Promise<readonly Promise<string>[]> {
    switch (kindOf(step)) {
      case "parallel":
      case "sameTick":
        return this.#together(step.parallel ?? step.sameTick)
      case "call": {
        if (OVERLAID.test(textOf(step.call))) {
          this.#overlay(`${textOf(step.call)} ${this.app.mint()}`)
          return []
        }
        const answer = this.call(step)
        if ("afterMs" in step) await pause(numberIn(step, "afterMs", 0))
        return [answer]
      }
      case "waitMs":
        await pause(numberIn(step, "waitMs", 0))
        return []
      case "browser":
      case "visibility":
      case "visibilityState":
      case "document":
      case "app":
        await this.#browse(step)
        return []
      case "open":
        await this.#goTo(textOf(step.open))
        return []
      case "tap":
      case "click":
        return this.#tap(textOf(step.tap ?? step.click))
      default:
        await this.app.settle()
        return []
    }
  }

  #together(calls: unknown): readonly Promise<string>[] {
    if (!Array.isArray(calls) || !calls.every(isPlain))
      throw new Error(`the calls ${JSON.stringify(calls)} are not understood`)
    for (const one of calls) onlyKnown("when", one, CALLED)
    return calls.map((one) => this.call(one))
  }

  async #browse(step: Plain): Promise<void> {
    const way = wayOf(step)
    const isShown = viewOf(step)
    const address = /^(?:open|address) (\S+)$/.exec(textOf(step.browser))?.[1]
    if (way !== null) this.#history.go(way)
    else if (step.browser === "reload") await this.#reload()
    else if (address !== undefined) await this.#goTo(address)
    else if (isShown !== undefined)
      this.app.send({ type: isShown ? "navigation.appShown" : "navigation.appHidden", at: 0 })
    else throw new Error(`the browser cannot ${Object.values(step).map(String).join(" ")}`)
  }

  /** Reloads the document. The new one replays what the old one received. */
  async #reload(): Promise<void> {
    const before = this.app
    before.stop()
    this.app = this.#open(before).start()
    await this.app.settle()
  }

  /**
   * Opens an address typed into the browser: a new history entry without state, and a new document.
   */
  async #goTo(url: string): Promise<void> {
    this.#history.push(null, url)
    await this.#reload()
  }

  #tap(what: string): readonly Promise<string>[] {
    if (what === "error view") {
      this.app.send({ type: "navigation.retry", at: 0 })
      return []
    }
    const tab = /^tab (\S+)$/.exec(what)?.[1]
    if (tab === undefined) throw new Error(`"${what}" cannot be tapped`)
    return [this.app.call("tapTab", urlOf(this.#fixture, tab)).then(({ errMsg }) => errMsg)]
  }

  lines(from: number): readonly string[] {
    return this.log.slice(from).flatMap((event) => lineOf(event) ?? [])
  }

  ownEvents(until: number): readonly NavigationEmitted[] {
    return this.log.slice(0, until).filter((event) => "name" in event && event.name === LIFECYCLE_PAGE)
  }

  routes(): readonly string[] {
    return this.app.actor
      .getSnapshot()
      .context.pages.stack.map(({ path }) => (this.#fixture[path]?.alias ?? path).slice(1))
  }

  url(): string {
    return this.#history.url()
  }

  /** Pages whose code was requested since the case began. */
  asked(): readonly string[] {
    return this.#asked
  }

  /** Counts of pages, tab pages and history entries. */
  count(): Plain {
    const { stack, tabs } = this.app.actor.getSnapshot().context.pages
    return {
      depth: stack.length,
      activeTabs: stack.filter(({ tab }) => tab).length,
      hiddenTabs: tabs.map(({ name }) => name),
      historyLength: this.#history.length,
      overlays: this.app.actor.getSnapshot().context.overlays.length,
    }
  }

  reloads(): number {
    return this.#history.reloads
  }
}
