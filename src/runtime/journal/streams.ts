/**
 * The streams of actors: starts actors from where they were left. A member's actors are recorded in
 * the journal, whose store host is loaded with the first of them. A visitor's page stack and forms
 * are drafts in the tab's sessionStorage, written from the visitor's first act on.
 */
import type { StoredSnapshot } from "@financial-links/journal"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import { TAB_KEY } from "../../domain/limits.ts"
import type { StreamDeclaration } from "../../events/declaration.ts"
import type { FamilyStreams, HostedActor } from "../actors/actor-host.ts"
import type { Inspector, StoredStream } from "../actors/inspector.ts"
import { createLazyValue, type RequestedValue } from "../actors/lazy-value.ts"

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
   * Starts the actors of `owner`, a member's id or null for a visitor, each from its stream or draft,
   * and those of the family. Without a journal they start from their initial state.
   */
  readonly start: (
    owner: string | null,
    actors: readonly RegisteredActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ) => Promise<void>
  /**
   * The tab's own actors belong to `owner` from now on: what is stored of them is deleted, and the
   * current snapshots become the beginning.
   */
  readonly reassign: (owner: string | null, actors: readonly JournaledActor[]) => void
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
  readonly onEvent: (actor: TopLevelActor, event: { readonly type: string }) => void
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
  /** Deletes the streams of actors that run on. */
  readonly release: (actors: readonly JournaledActor[]) => Promise<void>
  /** Records an event of an attached actor; ignored for others. */
  readonly record: (actor: TopLevelActor, event: { readonly type: string }) => void
  /** Every bound stream, with all events received so far. */
  readonly read: () => Promise<readonly StoredStream[]>
}

/** The code of drafts. */
export interface Drafts {
  /** The present snapshot, without secrets. */
  readonly takeDraft: (journaled: JournaledActor, atMs: number) => StoredSnapshot
  /** The draft in a text, and its snapshot. Rejects if it is none of this machine. */
  readonly readDraft: (
    text: string,
    journaled: JournaledActor,
  ) => Promise<{ readonly draft: StoredSnapshot; readonly snapshot: SnapshotFrom<AnyStateMachine> }>
  /** In the form of a stream: how the actor became the visitor's, and its events since. */
  readonly draftStream: (own: DraftedActor) => StoredStream
}

export interface StreamsOptions {
  readonly load: () => Promise<StoredStreams>
  readonly loadDrafts: () => Promise<Drafts>
  /** The tab's `sessionStorage`. Each access may throw. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">
  readonly now: () => number
  readonly inspector?: Inspector | undefined
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

/** A tab without an id has no streams: its actors start before the store host is loaded. */
export const isFreshTab = (storage: StreamsOptions["storage"]): boolean => {
  try {
    return storage().getItem(TAB_KEY) === null
  } catch {
    return false
  }
}

export const isJournaled = (registered: RegisteredActor): registered is JournaledActor =>
  registered.stream !== undefined

const keyOf = ({ actor }: JournaledActor): string => `app_draft ${actor.id}`

/** An actor of a visitor. */
export interface DraftedActor extends JournaledActor {
  /** With which it became the visitor's; null: its initial state. */
  base: StoredSnapshot | null
  /** Since then, for the inspector. */
  events: { readonly type: string }[]
  /** The last one that was written. */
  written: unknown
}

const drafted = (journaled: JournaledActor): DraftedActor => ({
  ...journaled,
  base: null,
  events: [],
  written: null,
})

class LazyStreams implements ActorStreams {
  readonly #options: StreamsOptions
  readonly #store: RequestedValue<StoredStreams>
  /** Empty once a member has logged in. */
  #visitors: readonly DraftedActor[] = []
  /** True from the visitor's first act on. */
  #isKept = false
  /** Actors that run unrecorded until the store host is loaded. */
  #unrecorded: OwnedActors | null = null
  #publish: EventListener = () => {}

  constructor(options: StreamsOptions) {
    this.#options = options
    this.#store = createLazyValue(options.load)
    options.inspector?.onJournalOpen(async () => {
      if (this.#visitors.length === 0) return (await this.#store.load()).read()
      const { draftStream } = await options.loadDrafts()
      return this.#visitors.map(draftStream)
    })
  }

  async start(
    owner: string | null,
    all: readonly RegisteredActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ): Promise<void> {
    this.#publish = onEvent
    const actors = all.filter(isJournaled)
    for (const { actor, stream } of all) if (!stream) actor.start(null, ({ type }) => onEvent(type))
    if (actors.length === 0) return
    if (owner === null) {
      this.#visitors = actors.map(drafted)
      await Promise.all(this.#visitors.map((own) => this.#startDrafted(own)))
    } else if (!family && isFreshTab(this.#options.storage)) {
      for (const { actor } of actors) actor.start(null, this.#recorder(actor))
      this.reassign(owner, actors)
    } else {
      for (const journaled of actors) this.#forget(journaled)
      await (await this.#store.load()).start({ owner, actors, onEvent: this.#onEvent }, family)
    }
  }

  open(journaled: JournaledActor): void {
    this.#store.current()?.open(journaled)
  }

  async retire(actor: TopLevelActor): Promise<void> {
    const store = this.#store.current()
    if (store) await store.retire(actor)
    else actor.stop()
  }

  reassign(owner: string | null, actors: readonly JournaledActor[]): void {
    this.#unrecorded = owner === null ? null : { owner, actors, onEvent: this.#onEvent }
    this.#visitors = owner === null ? actors.map(drafted) : []
    if (owner === null) {
      this.#ifRequested((store) => store.release(actors)).catch(() => {})
      this.#keepSoon(true, true)
    } else {
      for (const journaled of actors) this.#forget(journaled)
      this.#attach().catch(() => {})
    }
  }

  stop(actors: readonly RegisteredActor[], isLeaving: boolean): void {
    for (const { actor } of actors) actor.stop()
    const store = this.#store.current()
    if (store) store.stop(actors, isLeaving)
    else this.#ifRequested((loaded) => loaded.stop(actors, isLeaving)).catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#ifRequested((store) => store.flush())
  }

  /** Nothing is done while the code has not been asked for. */
  async #ifRequested(does: (store: StoredStreams) => unknown): Promise<void> {
    if (this.#store.isRequested()) await does(await this.#store.load())
  }

  /** If the code does not load, the next event tries again. */
  async #attach(): Promise<void> {
    const unrecorded = this.#unrecorded
    const store = await this.#store.load()
    if (unrecorded === null || this.#unrecorded !== unrecorded) return
    this.#unrecorded = null
    await store.attach(unrecorded)
  }

  readonly #onEvent: OwnedActors["onEvent"] = (actor, event) => {
    this.#publish(event.type)
    if (this.#unrecorded !== null) this.#attach().catch(() => {})
    const own = this.#visitors.find((visitor) => visitor.actor === actor)
    if (!own) return
    if (this.#options.inspector) own.events.push(event)
    this.#keepSoon(!automaticEvents.has(event.type))
  }

  /** Records in the store once it is loaded. */
  #recorder(actor: TopLevelActor) {
    return (event: { readonly type: string }) => {
      this.#store.current()?.record(actor, event)
      this.#onEvent(actor, event)
    }
  }

  /** Starts an actor from its draft. One that cannot be read, or breaks the machine, is dropped. */
  async #startDrafted(own: DraftedActor): Promise<void> {
    const { actor } = own
    const record = this.#recorder(actor)
    const beginAnew = () => {
      this.#forget(own)
      actor.start(null, record)
    }
    const text = this.#stored((storage) => storage.getItem(keyOf(own))) ?? null
    const code = text === null ? null : await this.#options.loadDrafts().catch(() => null)
    if (text === null || code === null) return actor.start(null, record)
    try {
      const { draft, snapshot } = await code.readDraft(text, own)
      const { id, machine, input, pure } = actor
      this.#options.inspector?.onReplayed({ id, machine, input, from: snapshot, events: [] })
      const resumed = { type: "journal.resumed", at: this.#options.now() }
      own.base = draft
      own.events.push(resumed)
      this.#isKept = true
      actor.start(pure.step(snapshot, resumed), record, beginAnew)
    } catch {
      beginAnew()
    }
  }

  /** Writes the drafts that differ, once the event that is being handled has been. */
  #keepSoon(isAct: boolean, isBeginning = false): void {
    if (!isAct && !this.#isKept) return
    this.#isKept = true
    const visitors = this.#visitors
    const keep = ({ takeDraft }: Drafts) => {
      // a member has logged in meanwhile
      if (this.#visitors !== visitors) return
      for (const own of visitors) {
        const snapshot = own.actor.getSnapshot()
        if (snapshot === own.written) continue
        own.written = snapshot
        const draft = takeDraft(own, this.#options.now())
        if (isBeginning) Object.assign(own, { base: draft, events: [] })
        this.#stored((storage) => storage.setItem(keyOf(own), JSON.stringify(draft)))
      }
    }
    this.#options.loadDrafts().then(keep, () => {})
  }

  #forget(journaled: JournaledActor): void {
    this.#stored((storage) => storage.removeItem(keyOf(journaled)))
  }

  /** Undefined where the browser gives no storage: then a reload begins with nothing. */
  #stored<Result>(access: (storage: ReturnType<StreamsOptions["storage"]>) => Result): Result | undefined {
    try {
      return access(this.#options.storage())
    } catch {
      return undefined
    }
  }
}

export const createStreams = (options: StreamsOptions): ActorStreams => new LazyStreams(options)
