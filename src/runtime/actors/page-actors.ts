/**
 * The actors of pages: the page itself, its lists, uploads and removals. Each belongs to one
 * entry of the page stack, runs on while the page is hidden, and is stopped when the page unloads.
 * Inspected, never journaled.
 */
import type { AnyStateMachine, EmittedFrom, EventFromLogic, InputFrom, SnapshotFrom } from "xstate"
import type { SnapshotListener } from "./actor-host.ts"
import { createObservedActor } from "./actor-host.ts"
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
