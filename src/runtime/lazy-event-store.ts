/**
 * The journal, brought when there is something in it or something worth writing down. A first visit that only looks at the login page needs none: it leaves
 * nothing that a reload would not bring back by itself.
 */
import type { Recorder } from "./actor-handle.ts"
import type { ActorStreams, AttachableStreams, EventListener, JournaledActor } from "./journaled-actor.ts"

export interface LazyEventStoreOptions {
  readonly load: () => Promise<AttachableStreams>
  /** True where an earlier document of this tab, or a login on this device, may have left something. */
  readonly hasStoredEvents: () => boolean
}

/** What happens by itself when a page is opened. */
const automaticEvents = new Set([
  "navigation.open",
  "navigation.pageLoaded",
  "navigation.pageMounted",
  "navigation.appHidden",
  "navigation.appShown",
])

class LazyEventStore implements ActorStreams {
  readonly #parts: LazyEventStoreOptions
  readonly #recorders = new Map<JournaledActor["actor"], Recorder>()
  #unjournaled: { readonly actors: readonly JournaledActor[]; readonly onEvent: EventListener } | null = null
  #owner = ""
  #loaded: Promise<AttachableStreams> | null = null
  #attaching: Promise<void> | null = null

  constructor(parts: LazyEventStoreOptions) {
    this.#parts = parts
  }

  async start(owner: string, actors: readonly JournaledActor[], onEvent: EventListener): Promise<void> {
    const isJournaled = actors.some(({ stream }) => stream !== undefined)
    if (
      isJournaled &&
      (this.#loaded !== null || this.#unjournaled !== null || this.#parts.hasStoredEvents())
    ) {
      await this.#attachOnce()
      return (await this.#load()).start(owner, actors, onEvent)
    }
    this.#owner = owner
    if (isJournaled) this.#unjournaled = { actors, onEvent }
    for (const { actor, stream } of actors)
      actor.start(null, (event) => {
        const record = this.#recorders.get(actor)
        if (record) return record(event)
        onEvent(event.type)
        if (stream !== undefined && !automaticEvents.has(event.type)) this.#attachOnce().catch(() => {})
      })
  }

  reassign(owner: string, actors: readonly JournaledActor[]): void {
    this.#owner = owner
    this.#attachOnce()
      .then(() => this.#load())
      .then((streams) => streams.reassign(owner, actors))
      .catch(() => {})
  }

  stop(actors: readonly JournaledActor[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    this.#loaded?.then((streams) => streams.stop(actors, isLeaving)).catch(() => {})
  }

  async flush(): Promise<void> {
    if (this.#loaded) return (await this.#loaded).flush()
  }

  #load(): Promise<AttachableStreams> {
    this.#loaded ??= this.#parts.load().catch((cause: unknown) => {
      this.#loaded = null
      throw cause
    })
    return this.#loaded
  }

  /** What was not worth a journal so far gets one. */
  #attachOnce(): Promise<void> {
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null
    })
    return this.#attaching
  }

  /** The streams begin with what the seats hold. Where the code cannot be had, the next thing worth writing tries again. */
  async #attach(): Promise<void> {
    const unjournaled = this.#unjournaled
    if (!unjournaled) return
    const streams = await this.#load()
    const recorders = await streams.attach(this.#owner, unjournaled.actors, unjournaled.onEvent)
    for (const [index, { actor }] of unjournaled.actors.entries()) {
      const record = recorders[index]
      if (record) this.#recorders.set(actor, record)
    }
    this.#unjournaled = null
  }
}

export const createLazyEventStore = (parts: LazyEventStoreOptions): ActorStreams => new LazyEventStore(parts)
