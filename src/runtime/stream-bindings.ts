/**
 * The bindings of actors to streams, by the name of the stream, with those of a family whose actors
 * come and go.
 */
import {
  type ActorFamily,
  type EventListener,
  isShared,
  type JournaledActor,
  type StreamBinding,
  streamNameOf,
} from "./journaled-actor.ts"

interface OwnedFamily {
  readonly of: ActorFamily
  readonly owner: string
  readonly onEvent: EventListener
}

export class StreamBindings {
  readonly #byName = new Map<string, StreamBinding>()
  #family: OwnedFamily | null = null
  #tab = ""

  /** The tab's id is part of the names of its own streams. */
  ofTab(tab: string): void {
    this.#tab = tab
  }

  bind(owner: string, { actor, stream }: JournaledActor, onEvent: EventListener): StreamBinding | null {
    if (!stream) return null
    const name = streamNameOf(this.#tab, owner, { actor, stream })
    const binding: StreamBinding = { actor, stream, onEvent, name, seq: 0 }
    this.#byName.set(name, binding)
    return binding
  }

  get(name: string): StreamBinding | undefined {
    return this.#byName.get(name)
  }

  all(): readonly StreamBinding[] {
    return [...this.#byName.values()]
  }

  shared(): readonly StreamBinding[] {
    return this.all().filter(isShared)
  }

  of(actors: readonly Pick<JournaledActor, "actor">[]): readonly StreamBinding[] {
    return this.all().filter((binding) => actors.some(({ actor }) => actor === binding.actor))
  }

  /** False once the actor was stopped. */
  has(binding: StreamBinding): boolean {
    return this.#byName.get(binding.name) === binding
  }

  delete({ name }: StreamBinding): void {
    this.#byName.delete(name)
  }

  rename(binding: StreamBinding, name: string): void {
    this.delete(binding)
    binding.name = name
    this.#byName.set(name, binding)
  }

  /** The stream passes to another owner. */
  pass(binding: StreamBinding, owner: string): void {
    this.rename(binding, streamNameOf(this.#tab, owner, binding))
  }

  beginFamily(owner: string, family: ActorFamily, onEvent: EventListener): void {
    this.#family = { of: family, owner, onEvent }
  }

  /** Stops the actors of the family. */
  endFamily(): void {
    for (const binding of this.family()) this.forget(binding)
    this.#family = null
  }

  family(): readonly StreamBinding[] {
    const beginning = this.familyName()
    return beginning === null ? [] : this.all().filter(({ name }) => name.startsWith(beginning))
  }

  /** The shared ones, those of the family last: it reports to the others. */
  inOrder(): readonly (readonly StreamBinding[])[] {
    const family = this.family()
    return [this.shared().filter((binding) => !family.includes(binding)), family]
  }

  /** How the names of the family's streams begin; null without a family. */
  familyName(): string | null {
    return this.#family && `member:${this.#family.owner}/${this.#family.of.prefix}`
  }

  /** Binds a new actor of the family; null without one. */
  join(journaled: JournaledActor): StreamBinding | null {
    return this.#family && this.bind(this.#family.owner, journaled, this.#family.onEvent)
  }

  /** Binds the actor of a stored stream of the family; null for a stream of another kind. */
  adopt(name: string): StreamBinding | null {
    const beginning = this.familyName()
    if (!this.#family || beginning === null || !name.startsWith(beginning)) return null
    return this.join(this.#family.of.restore(name.slice(name.lastIndexOf("/") + 1)))
  }

  /** Stops an actor of the family whose stream is gone. */
  forget(binding: StreamBinding): void {
    this.delete(binding)
    binding.actor.stop()
    this.#family?.of.forget(binding.actor.id)
  }

  /** Follows the stored streams of the family: another tab may have begun or deleted some. */
  followStored(names: readonly string[]): void {
    for (const binding of this.family())
      if (!binding.actor.isLive() && !names.includes(binding.name)) this.forget(binding)
    for (const name of names) if (!this.#byName.has(name)) this.adopt(name)
  }
}
