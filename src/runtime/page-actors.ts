/**
 * The actors of pages: lists and uploads. Each belongs to one entry of the page stack, runs on while
 * the page is hidden, and is stopped when the page unloads. Inspected, never journaled.
 */
import { Actor, type AnyStateMachine, type EmittedFrom, type EventFromLogic, type SnapshotFrom } from "xstate"
import type { SnapshotListener } from "./actor-host.ts"
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
  /** The same id may be used once per page. A machine without input. */
  readonly create: <M extends AnyStateMachine>(id: string, machine: M) => PageActor<M>
  /** Stops the actors of a page that unloads. */
  readonly stopPage: (page: string) => void
}

export const createPageActors = (inspector: Inspector | undefined): PageActors => {
  const running = new Map<string, Set<{ readonly stop: () => void }>>()

  const create = <M extends AnyStateMachine>(id: string, machine: M): PageActor<M> => {
    const actor = new Actor(machine, { id })
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
        const siblings = running.get(ofPage) ?? new Set()
        running.set(ofPage, siblings.add(own))
        inspector?.onActor({ actor, machine, input: undefined, page: ofPage })
        actor.start()
      },
      stop: () => {
        isStopped = true
        actor.stop()
        if (page !== null) running.get(page)?.delete(own)
      },
    }
    return own
  }
  return {
    create,
    stopPage: (page) => {
      for (const each of [...(running.get(page) ?? [])]) each.stop()
      running.delete(page)
    },
  }
}
