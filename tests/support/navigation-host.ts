import { foldOf, replay } from "@financial-links/journal"
import { type Actor, createActor } from "xstate"
import { navigationMachine, selectTop } from "../../machines/navigation.ts"
import type { NavigationAnswered, NavigationEmitted, NavigationEvent } from "../../src/events/navigation.ts"
import { markOf } from "../../src/navigation/history.ts"
import { parseQuery, type Route, splitUrl } from "../../src/navigation/routes.ts"
import { browserActor } from "../../src/runtime/actors/browser-actors.ts"
import {
  createPageActors,
  createPageLifecycles,
  type PageLifecycles,
} from "../../src/runtime/actors/page-actors.ts"
import { type NavigationPort, navigationAnswers } from "../../src/runtime/hooks/use-navigation.ts"
import { FakeHistory } from "./fake-history.ts"

export type Method = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab" | "tapTab"

export interface NavigationHostOptions {
  readonly routes: readonly Route[] | null
  /** The URL of the document. */
  readonly open?: string
  readonly member?: boolean
  /** Loads the chunk of a page. Default: at once. */
  readonly load?: (name: string) => Promise<unknown>
  readonly history?: FakeHistory
  /** Events of an earlier document of the tab, replayed before this one opens. */
  readonly past?: readonly NavigationEvent[]
  readonly onEmit?: (event: NavigationEmitted, app: NavigationHost) => void
}

const isNavigation = (event: { readonly type: string }): event is NavigationEvent =>
  event.type.startsWith("navigation.") || event.type === "journal.resumed"

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The real navigation machine over a history in memory, with chunks that load when the test says.
 */
export class NavigationHost {
  readonly history: FakeHistory
  readonly log: NavigationEmitted[] = []
  /** Every external event, as in the journal. */
  readonly received: NavigationEvent[] = []
  readonly actor: Actor<typeof navigationMachine>
  readonly pageLifecycles: PageLifecycles
  readonly #answers: ReturnType<typeof navigationAnswers>
  readonly #options: NavigationHostOptions
  #count = 0

  constructor(options: NavigationHostOptions) {
    this.#options = options
    this.history = options.history ?? new FakeHistory(options.open ?? "/")
    const load = options.load ?? (() => Promise.resolve())
    const pageActors = createPageActors(undefined)
    const pageLifecycles = createPageLifecycles({
      pageActors,
      loadPage: load,
      now: () => 0,
      probe: () => Promise.resolve(false),
      isBuildOutdated: () => Promise.resolve(false),
      reloadDocument: () => {},
    })
    this.pageLifecycles = pageLifecycles
    const table = options.routes && { routes: options.routes, homeUrl: "/" }
    const machine = navigationMachine.provide({
      actors: {
        browser: browserActor(
          this.history,
          () => 0,
          () => this.mint(),
        ),
        pages: pageLifecycles.pages,
      },
    })
    const fold = foldOf(machine, { table })
    const past: readonly NavigationEvent[] = JSON.parse(JSON.stringify(options.past ?? []))
    this.received.push(...past)
    this.#count = past.length * 2
    this.actor = createActor(machine, {
      id: "navigation",
      input: { table },
      ...(past.length > 0 && { snapshot: fold.persist(replay(fold, fold.initial(), past)) }),
      inspect: (seen) => {
        if (seen.type !== "@xstate.event" || !isNavigation(seen.event)) return
        if ("sessionId" in seen.actorRef && seen.actorRef.sessionId === seen.rootId)
          this.received.push(seen.event)
      },
    })
    this.actor.on("*", (emitted) => this.#receive(emitted))
    this.#answers = navigationAnswers(this.port())
  }

  /** What the app's own calls need of the machine. */
  port(): NavigationPort {
    return {
      send: (event) => this.send(event),
      onEmit: (listener) => this.actor.on("*", listener),
      createKey: () => this.mint(),
      now: () => 0,
    }
  }

  mint(): string {
    this.#count += 1
    return `k${this.#count}`
  }

  start(): this {
    this.actor.start()
    if (this.#options.past) this.actor.send({ type: "journal.resumed", at: 0 })
    this.actor.send({
      type: "navigation.open",
      url: this.history.url(),
      mark: markOf(this.history.state()),
      member: this.#options.member ?? true,
      key: this.mint(),
      at: 0,
    })
    return this
  }

  send(event: NavigationEvent): void {
    this.actor.send(event)
  }

  call(method: Method, url: string | null): Promise<NavigationAnswered> {
    return this.#answers.go(method, url)
  }

  back(delta?: number | string): Promise<NavigationAnswered> {
    return this.#answers.back(delta)
  }

  /**
   * Names of the pages that have loaded, be it before a reload, bottom to top, with their query
   * where there is one.
   */
  stack(): readonly string[] {
    return this.actor
      .getSnapshot()
      .context.pages.stack.filter(({ status }) => status === "loaded" || status === "dormant")
      .map(({ name, url }) => {
        const query = parseQuery(splitUrl(url).query)
        return Object.keys(query).length === 0 ? name : `${name}${JSON.stringify(query)}`
      })
  }

  top() {
    return selectTop(this.actor.getSnapshot())
  }

  /** Waits until pages have loaded and the history has followed. */
  async settle(): Promise<void> {
    for (let round = 0; round < 6; round += 1) await pause(0)
  }

  stop(): void {
    this.actor.stop()
  }

  #receive(emitted: NavigationEmitted): void {
    if (emitted.type === "navigation.answered") return
    this.log.push(emitted)
    // The page paints a moment after it is shown.
    if (emitted.type === "page.show")
      queueMicrotask(() => this.send({ type: "navigation.pageMounted", id: emitted.id, at: 0 }))
    this.#options.onEmit?.(emitted, this)
  }
}
