/** Which actor has which stream, with those of a family whose actors come and go. */
import type { NamedSnapshot } from "@financial-links/journal"
import type { Snapshot } from "xstate"
import type { ActorFamily, JournaledActor, OwnedActors, TopLevelActor } from "./streams.ts"

/** An actor with its stream while the store host starts and records it. */
export interface Binding extends JournaledActor, Pick<OwnedActors, "onEvent"> {
  /** Changes when two documents have one tab id. */
  name: string
  /** The last event read or applied, in a follower. */
  seq: number
}

interface OwnedFamily extends Pick<OwnedActors, "owner" | "onEvent"> {
  readonly of: ActorFamily
  /** The names of its streams begin with it. */
  readonly prefix: string
}

/** True if all tabs of the member share the stream. */
export const isShared = ({ stream }: JournaledActor): boolean => stream.scope === "member"

/** The current snapshot as it is stored. */
export const persisted = ({ actor }: JournaledActor): Snapshot<unknown> =>
  actor.pure.persist(actor.getSnapshot())

export class StreamTable {
  readonly #byActor = new Map<TopLevelActor, Binding>()
  #family: OwnedFamily | null = null
  /** Part of the names of this tab's own streams. */
  tab = ""

  /** The later of two bindings of one name counts. */
  bind(owner: string, { actor, stream }: JournaledActor, onEvent: Binding["onEvent"]): Binding {
    const scope = stream.scope === "tab" ? `tab:${this.tab}/` : "member:"
    const name = `${scope}${owner}/${actor.id}`
    const earlier = this.named(name)
    if (earlier) this.delete(earlier)
    const binding: Binding = { actor, stream, onEvent, name, seq: 0 }
    this.#byActor.set(actor, binding)
    return binding
  }

  all(): readonly Binding[] {
    return [...this.#byActor.values()]
  }

  shared(): readonly Binding[] {
    return this.all().filter(isShared)
  }

  /** The snapshots of running actors whose streams this tab writes. */
  snapshots(isWritable: (binding: Binding) => boolean): readonly NamedSnapshot[] {
    const written = this.all().filter((binding) => binding.actor.isLive() && isWritable(binding))
    return written.map((binding) => ({
      stream: binding.name,
      version: binding.stream.version,
      snapshot: persisted(binding),
    }))
  }

  get(actor: TopLevelActor): Binding | undefined {
    return this.#byActor.get(actor)
  }

  named(name: string): Binding | undefined {
    return this.all().find((binding) => binding.name === name)
  }

  /** False once the actor was stopped, or has another owner. */
  has(binding: Binding): boolean {
    return this.#byActor.get(binding.actor) === binding
  }

  delete({ actor }: Pick<Binding, "actor">): void {
    this.#byActor.delete(actor)
  }

  beginFamily({ owner, onEvent }: OwnedActors, family: ActorFamily): void {
    this.#family = { of: family, owner, onEvent, prefix: `member:${owner}/${family.prefix}` }
  }

  /** Stops the actors of the family. */
  endFamily(): void {
    for (const binding of this.family()) this.#forget(binding)
    this.#family = null
  }

  family(): readonly Binding[] {
    const prefix = this.familyPrefix()
    return prefix === null ? [] : this.all().filter(({ name }) => name.startsWith(prefix))
  }

  /** The shared ones, those of the family last: it reports to the others. */
  inOrder(): readonly (readonly Binding[])[] {
    const family = this.family()
    return [this.shared().filter((binding) => !family.includes(binding)), family]
  }

  familyPrefix(): string | null {
    return this.#family?.prefix ?? null
  }

  /** Binds a new actor of the family; null without one. */
  join(journaled: JournaledActor): Binding | null {
    return this.#family && this.bind(this.#family.owner, journaled, this.#family.onEvent)
  }

  /** Binds the actor of a stored stream of the family; null for a stream of another kind. */
  adopt(name: string): Binding | null {
    if (!this.#family || !name.startsWith(this.#family.prefix)) return null
    return this.join(this.#family.of.restore(name.slice(name.lastIndexOf("/") + 1)))
  }

  /** Follows the stored streams of the family: another tab may have begun or deleted some. */
  followStored(names: readonly string[]): void {
    for (const binding of this.family())
      if (!binding.actor.isLive() && !names.includes(binding.name)) this.#forget(binding)
    for (const name of names) if (!this.named(name)) this.adopt(name)
  }

  /** Stops an actor of the family whose stream is gone. */
  #forget(binding: Binding): void {
    this.delete(binding)
    binding.actor.stop()
    this.#family?.of.forget(binding.actor.id)
  }
}
