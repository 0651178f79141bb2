/**
 * Loads the code of pages for the navigation machine: one `code` actor per entry of the page stack,
 * stopped with it.
 */
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
import { type CodeInput, codeMachine, isDelayed } from "../../machines/code.ts"
import type { CodeEvent } from "../events/code.ts"
import type { PagesLoad } from "../events/navigation.ts"
import type { PageActor, PageActors } from "./page-actors.ts"

export interface PageLoadOptions {
  readonly pageActors: PageActors
  readonly loadPage: (name: string) => Promise<unknown>
  readonly now: () => number
  /** Whether the server answers. */
  readonly probe: () => Promise<boolean>
  readonly reloadDocument: () => void
}

export interface PageLoads {
  /** True while the page before stays visible. */
  readonly isDelayed: (id: string) => boolean
  /** Notifies of each change of a load. */
  readonly subscribe: (listener: () => void) => () => void
  /** Loads the document anew if the server answers. */
  readonly recover: (id: string) => void
}

type Load = PageActor<typeof codeMachine>

const machineWith = ({ loadPage, now, probe, reloadDocument }: PageLoadOptions) => {
  const send = (sendBack: (event: CodeEvent) => void, type: CodeEvent["type"]) => () =>
    sendBack({ type, at: now() })
  return codeMachine.provide({
    actors: {
      load: fromCallback<EventObject, CodeInput>(({ input, sendBack }) => {
        loadPage(input.name).then(send(sendBack, "code.arrived"), send(sendBack, "code.missed"))
      }),
      probe: fromCallback<EventObject>(({ sendBack }) => {
        const gone = send(sendBack, "code.unreachable")
        probe().then((isThere) => (isThere ? send(sendBack, "code.reachable")() : gone()), gone)
      }),
    },
    actions: { reloadDocument },
  })
}

export interface HostedPageLoads extends PageLoads {
  /** Receives pages.load; sends navigation.pageLoaded or navigation.pageFailed. */
  readonly pages: CallbackActorLogic<PagesLoad>
}

export const createPageLoads = (options: PageLoadOptions): HostedPageLoads => {
  const { pageActors, now } = options
  const machine = machineWith(options)
  const loads = new Map<string, Load>()
  const listeners = new Set<() => void>()

  const pages = fromCallback<PagesLoad>(({ receive, sendBack }) => {
    const begin = (id: string, name: string) => {
      const load = pageActors.create(`code:${name}`, machine, { name })
      loads.set(id, load)
      load.onEmit(({ type }) =>
        sendBack({
          type: type === "code.loaded" ? "navigation.pageLoaded" : "navigation.pageFailed",
          id,
          at: now(),
        }),
      )
      load.subscribe(() => {
        for (const listener of [...listeners]) listener()
      })
      load.start(id)
    }
    receive(({ id, name }) => {
      // pages that unloaded have stopped theirs
      for (const [old, load] of loads) if (load.getSnapshot().status !== "active") loads.delete(old)
      const known = loads.get(id)
      if (known) known.send({ type: "code.load", at: now() })
      else begin(id, name)
    })
    return () => {
      for (const load of loads.values()) load.stop()
      loads.clear()
    }
  })
  return {
    pages,
    isDelayed: (id) => {
      const load = loads.get(id)
      return load !== undefined && isDelayed(load.getSnapshot())
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    recover: (id) => loads.get(id)?.send({ type: "code.recover", at: now() }),
  }
}
