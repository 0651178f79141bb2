/**
 * The actors of pages: the page itself, its lists, uploads and removals. Each belongs to one
 * entry of the page stack, runs on while the page is hidden, and is stopped when the page unloads.
 * Inspected, never journaled.
 */
import {
  type AnyStateMachine,
  type CallbackActorLogic,
  type EmittedFrom,
  type EventFromLogic,
  type EventObject,
  fromCallback,
  type InputFrom,
  type SnapshotFrom,
} from "xstate"
import { isDelayed, isOutdated, type PageInput, pageMachine } from "../../../machines/page.ts"
import { createListeners } from "../../domain/listeners.ts"
import type { PagesCommand } from "../../events/navigation.ts"
import type { PageEvent } from "../../events/page.ts"
import { createObservedActor, type SnapshotListener } from "./actor-host.ts"
import type { Inspector } from "./inspector.ts"

export interface PageActor<M extends AnyStateMachine> {
  getSnapshot(): SnapshotFrom<M>
  subscribe(listener: SnapshotListener<SnapshotFrom<M>>): { unsubscribe(): void }
  /** Ignored once the actor has stopped. */
  send(event: EventFromLogic<M>): void
  onEmit(listener: (emitted: EmittedFrom<M>) => void): { unsubscribe(): void }
  /** Starts the actor for the page with this id, once. Until then it runs nothing. */
  start(page: string): void
  stop(): void
}

export interface PageActors {
  /** Within a page, an actor that starts stops the earlier one with its id. */
  readonly create: <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>) => PageActor<M>
  /** Stops the actors of a page that unloads. */
  readonly stopPage: (page: string) => void
}

export const createPageActors = (inspector: Inspector | undefined): PageActors => {
  const running = new Map<string, Map<string, { readonly stop: () => void }>>()

  const create = <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>): PageActor<M> => {
    const { actor, start } = createObservedActor({ id, machine, input }, inspector)
    let page: string | null = null
    let isStopped = false
    const own: PageActor<M> = {
      getSnapshot: () => actor.getSnapshot(),
      subscribe: (listener) =>
        actor.subscribe(typeof listener === "function" ? listener : (snapshot) => listener.next?.(snapshot)),
      send: (event) => {
        if (!isStopped) actor.send(event)
      },
      onEmit: (listener) => actor.on("*", listener),
      start: (ofPage) => {
        if (page !== null) return
        page = ofPage
        const siblings = running.get(ofPage) ?? new Map()
        siblings.get(id)?.stop()
        running.set(ofPage, siblings.set(id, own))
        start(ofPage)
      },
      stop: () => {
        isStopped = true
        actor.stop()
        const siblings = page === null ? undefined : running.get(page)
        if (siblings?.get(id) === own) siblings.delete(id)
      },
    }
    return own
  }
  return {
    create,
    stopPage: (page) => {
      for (const each of [...(running.get(page)?.values() ?? [])]) each.stop()
      running.delete(page)
    },
  }
}

// The pages of the navigation machine: one `page` actor per entry of the stack that was opened in
// this document, stopped with the entry.

export interface PageLifecycleOptions {
  readonly pageActors: PageActors
  readonly loadPage: (name: string) => Promise<unknown>
  readonly now: () => number
  /** Whether the server answers. */
  readonly probe: () => Promise<boolean>
  /** Whether the server has a newer build. Never rejects. */
  readonly isBuildOutdated: () => Promise<boolean>
  readonly reloadDocument: () => void
}

export interface PageLifecycles {
  /** True while the page before stays visible. */
  readonly isDelayed: (id: string) => boolean
  /** Notifies of each change of a page. */
  readonly subscribe: (listener: () => void) => () => void
  /** True if a newer build has replaced the code of the page. */
  readonly isOutdated: (id: string) => boolean
  /** Loads the document again if the server answers. */
  readonly recover: (id: string) => void
}

type HostedPage = PageActor<typeof pageMachine>

const machineWith = (options: PageLifecycleOptions) => {
  const { loadPage, now, probe, isBuildOutdated, reloadDocument } = options
  const send = (sendBack: (event: PageEvent) => void, type: PageEvent["type"]) => () =>
    sendBack({ type, at: now() })
  return pageMachine.provide({
    actors: {
      load: fromCallback<EventObject, PageInput>(({ input, sendBack }) => {
        loadPage(input.name).then(send(sendBack, "page.arrived"), send(sendBack, "page.missed"))
      }),
      probe: fromCallback<EventObject>(({ sendBack }) => {
        const gone = send(sendBack, "page.unreached")
        probe().then((isThere) => (isThere ? send(sendBack, "page.reached")() : gone()), gone)
      }),
      compare: fromCallback<EventObject>(({ sendBack }) => {
        void isBuildOutdated().then((isFound) => isFound && send(sendBack, "page.outdated")())
      }),
    },
    actions: { reloadDocument },
  })
}

export interface HostedPageLifecycles extends PageLifecycles {
  /** Receives the commands of navigation; sends navigation.pageLoaded or navigation.pageFailed. */
  readonly pages: CallbackActorLogic<PagesCommand>
}

export const createPageLifecycles = (options: PageLifecycleOptions): HostedPageLifecycles => {
  const { pageActors, now } = options
  const machine = machineWith(options)
  const hosted = new Map<string, HostedPage>()
  const listeners = createListeners()
  const isActive = (id: string) => hosted.get(id)?.getSnapshot().status === "active"
  const send = (id: string, type: PageEvent["type"]) => {
    if (isActive(id)) hosted.get(id)?.send({ type, at: now() })
  }

  const pages = fromCallback<PagesCommand>(({ receive, sendBack }) => {
    const begin = (id: string, name: string) => {
      const page = pageActors.create(`page:${name}`, machine, { name })
      hosted.set(id, page)
      page.onEmit(({ type }) =>
        sendBack({
          type: type === "page.loaded" ? "navigation.pageLoaded" : "navigation.pageFailed",
          id,
          at: now(),
        }),
      )
      page.subscribe(() => {
        listeners.notify()
      })
      page.start(id)
    }
    const close = (id: string) => {
      send(id, "page.close")
      hosted.delete(id)
      pageActors.stopPage(id)
    }
    receive((command) => {
      switch (command.type) {
        case "pages.load":
          if (isActive(command.id)) send(command.id, "page.open")
          else begin(command.id, command.name)
          return
        case "pages.show":
          return send(command.id, "page.show")
        case "pages.hide":
          return send(command.id, "page.hide")
        case "pages.keep":
          for (const id of [...hosted.keys()]) if (!command.ids.includes(id)) close(id)
      }
    })
    return () => {
      for (const page of hosted.values()) page.stop()
      hosted.clear()
    }
  })
  const isIn = (id: string, select: (snapshot: ReturnType<HostedPage["getSnapshot"]>) => boolean) => {
    const page = hosted.get(id)
    return page !== undefined && select(page.getSnapshot())
  }
  return {
    pages,
    isDelayed: (id) => isIn(id, isDelayed),
    isOutdated: (id) => isIn(id, isOutdated),
    subscribe: listeners.subscribe,
    recover: (id) => send(id, "page.recover"),
  }
}
