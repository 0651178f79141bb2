/**
 * The streams of actors: starts actors from where they were left, and loads the store host when
 * streams hold events, or with the first event worth recording. A first visit needs none.
 */
import type { AnyStateMachine } from "xstate"
import type { StreamDeclaration } from "../../events/declaration.ts"
import type { FamilyStreams, HostedActor } from "../actor-host.ts"
import type { StoredStream } from "../inspector.ts"
import { createLazyValue, type RequestedValue } from "../lazy-value.ts"

export type TopLevelActor = HostedActor<AnyStateMachine>

export interface JournaledActor {
  readonly actor: TopLevelActor
  readonly stream: StreamDeclaration
}

/** An actor that was registered with a stream, or without one: then it is not journaled. */
export interface RegisteredActor {
  readonly actor: TopLevelActor
  readonly stream: StreamDeclaration | undefined
}

/** Notified of the type of each external event that an actor receives. */
export type EventListener = (type: string) => void

/**
 * Actors of a member that come and go, each in a stream of its own: one for every stored stream, and
 * those that `ActorStreams.open` adds.
 */
export interface ActorFamily {
  /** Their ids begin with it. */
  readonly prefix: string
  /** Creates the actor of a stored stream. */
  readonly restore: (id: string) => JournaledActor
  /** Its stream is gone. */
  readonly forget: (id: string) => void
}

export interface ActorStreams extends FamilyStreams {
  /**
   * Starts the actors of `owner` (a member's id, or "visitor"), each from its stream, and those of
   * the family. Without a journal they start from their initial state.
   */
  readonly start: (
    owner: string,
    actors: readonly RegisteredActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ) => Promise<void>
  /**
   * The tab's own streams belong to `owner` from now on: their events are deleted and the current
   * snapshots become their beginning.
   */
  readonly reassign: (owner: string, actors: readonly JournaledActor[]) => void
  /**
   * Stops the actors. Their streams stay for the member's return; `isLeaving` deletes those of this
   * tab, which hold half-filled forms.
   */
  readonly stop: (actors: readonly RegisteredActor[], isLeaving: boolean) => void
  /**
   * Resolves when all received events are on disk with strict durability; rejects if they cannot
   * be.
   */
  readonly flush: () => Promise<void>
}

/** Actors and the owner of their streams. */
export interface OwnedActors {
  readonly owner: string
  readonly actors: readonly JournaledActor[]
  /** Notified of each external event of one of them, after it was recorded. */
  readonly onEvent: EventListener
}

/** The streams in the journal: what the store host does, once its code is loaded. */
export interface StoredStreams extends FamilyStreams, Pick<ActorStreams, "stop" | "flush"> {
  /** Starts the actors, each from its stream. Never rejects. */
  readonly start: (owned: OwnedActors, family?: ActorFamily) => Promise<void>
  /**
   * Records actors that run already. Streams that they had are deleted; their current snapshots
   * become the beginning of the new ones.
   */
  readonly attach: (owned: OwnedActors) => Promise<void>
  /** Records an event of an attached actor; ignored for others. */
  readonly record: (actor: TopLevelActor, event: { readonly type: string }) => void
  /** Every bound stream, with all events received so far. */
  readonly read: () => Promise<readonly StoredStream[]>
}

export interface StreamsOptions {
  readonly load: () => Promise<StoredStreams>
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

export const isJournaled = (registered: RegisteredActor): registered is JournaledActor =>
  registered.stream !== undefined

class LazyStreams implements ActorStreams {
  readonly #options: StreamsOptions
  readonly #store: RequestedValue<StoredStreams>
  /** Actors that run without their streams. */
  #unrecorded: OwnedActors | null = null
  #attaching: Promise<void> | null = null
  #onEvent: EventListener = () => {}

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#store = createLazyValue(options.load)
  }

  async start(
    owner: string,
    all: readonly RegisteredActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ): Promise<void> {
    this.#onEvent = onEvent
    const actors = all.filter(isJournaled)
    for (const { actor, stream } of all) if (!stream) actor.start(null, ({ type }) => onEvent(type))
    if (actors.length === 0) return
    const owned = { owner, actors, onEvent }
    if (this.#store.isRequested() || this.#unrecorded !== null || this.#options.hasStoredEvents()) {
      await this.#attachOnce()
      return (await this.#store.load()).start(owned, family)
    }
    this.#unrecorded = owned
    for (const { actor } of actors)
      actor.start(null, (event) => {
        this.#store.current()?.record(actor, event)
        onEvent(event.type)
        if (!automaticEvents.has(event.type)) this.#attachOnce().catch(() => {})
      })
  }

  open(journaled: JournaledActor): void {
    const streams = this.#store.current()
    if (streams) streams.open(journaled)
    else journaled.actor.start(null, null)
  }

  async retire(actor: TopLevelActor): Promise<void> {
    const streams = this.#store.current()
    if (streams) return streams.retire(actor)
    actor.stop()
  }

  reassign(owner: string, actors: readonly JournaledActor[]): void {
    const owned = { owner, actors, onEvent: this.#onEvent }
    const attach = (streams: StoredStreams) => streams.attach(owned)
    const streams = this.#unrecorded ? undefined : this.#store.current()
    const attached = streams ? attach(streams) : this.#attachOnce().then(this.#store.load).then(attach)
    attached.catch(() => {})
  }

  stop(actors: readonly RegisteredActor[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    const streams = this.#store.current()
    if (streams) streams.stop(actors, isLeaving)
    else this.#ifRequested((loaded) => loaded.stop(actors, isLeaving)).catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#ifRequested((streams) => streams.flush())
  }

  /** Nothing is done while the code has not been asked for. */
  async #ifRequested(does: (streams: StoredStreams) => unknown): Promise<void> {
    if (this.#store.isRequested()) await does(await this.#store.load())
  }

  /** Concurrent calls share one attachment. */
  #attachOnce(): Promise<void> {
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null
    })
    return this.#attaching
  }

  /** If the code does not load, the next event tries again. */
  async #attach(): Promise<void> {
    const unrecorded = this.#unrecorded
    if (!unrecorded) return
    const streams = await this.#store.load()
    await streams.attach(unrecorded)
    this.#unrecorded = null
  }
}

export const createStreams = (options: StreamsOptions): ActorStreams => new LazyStreams(options)
