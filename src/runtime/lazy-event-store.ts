/**
 * The lazy event store: loads the coordinator when streams hold events, or with the first event
 * worth recording. A first visit to the login page needs none.
 */
import type { Recorder } from "./actor-host.ts"
import type {
  ActorFamily,
  ActorStreams,
  AttachableStreams,
  EventListener,
  JournaledActor,
} from "./journaled-actor.ts"
import { createLazyValue, type RequestedValue } from "./lazy-value.ts"

export interface LazyEventStoreOptions {
  readonly load: () => Promise<AttachableStreams>
  /** True if an earlier document of this tab or a login on this device may have stored events. */
  readonly hasStoredEvents: () => boolean
}

/** Events that opening a page causes without the member. */
const automaticEvents = new Set([
  "navigation.open",
  "navigation.pageLoaded",
  "navigation.pageMounted",
  "navigation.appHidden",
  "navigation.appShown",
  "form.open",
])

class LazyEventStore implements ActorStreams {
  readonly #parts: LazyEventStoreOptions
  readonly #recorders = new Map<JournaledActor["actor"], Recorder>()
  #unjournaled: { readonly actors: readonly JournaledActor[]; readonly onEvent: EventListener } | null = null
  #owner = ""
  readonly #streams: RequestedValue<AttachableStreams>
  #attaching: Promise<void> | null = null

  constructor(parts: LazyEventStoreOptions) {
    this.#parts = parts
    this.#streams = createLazyValue(parts.load)
  }

  async start(
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ): Promise<void> {
    const isJournaled = actors.some(({ stream }) => stream !== undefined)
    if (
      isJournaled &&
      (this.#streams.isRequested() || this.#unjournaled !== null || this.#parts.hasStoredEvents())
    ) {
      await this.#attachOnce()
      return (await this.#streams.load()).start(owner, actors, onEvent, family)
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

  open(journaled: JournaledActor): void {
    const streams = this.#streams.current()
    if (streams) streams.open(journaled)
    else journaled.actor.start(null, null)
  }

  async retire(actor: JournaledActor["actor"]): Promise<void> {
    const streams = this.#streams.current()
    if (streams) return streams.retire(actor)
    actor.stop()
  }

  reassign(owner: string, actors: readonly JournaledActor[]): void {
    this.#owner = owner
    this.#attachOnce()
      .then(() => this.#streams.load())
      .then((streams) => streams.reassign(owner, actors))
      .catch(() => {})
  }

  stop(actors: readonly JournaledActor[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    this.#ifRequested((streams) => streams.stop(actors, isLeaving)).catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#ifRequested((streams) => streams.flush())
  }

  /** Nothing is done while the code has not been asked for. */
  async #ifRequested(does: (streams: AttachableStreams) => unknown): Promise<void> {
    if (this.#streams.isRequested()) await does(await this.#streams.load())
  }

  /** Concurrent calls share one attachment. */
  #attachOnce(): Promise<void> {
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null
    })
    return this.#attaching
  }

  /**
   * The current snapshots begin the streams. If the code does not load, the next event tries again.
   */
  async #attach(): Promise<void> {
    const unjournaled = this.#unjournaled
    if (!unjournaled) return
    const streams = await this.#streams.load()
    const recorders = await streams.attach(this.#owner, unjournaled.actors, unjournaled.onEvent)
    for (const [index, { actor }] of unjournaled.actors.entries()) {
      const record = recorders[index]
      if (record) this.#recorders.set(actor, record)
    }
    this.#unjournaled = null
  }
}

export const createLazyEventStore = (parts: LazyEventStoreOptions): ActorStreams => new LazyEventStore(parts)
