/** A actor whose machine is journaled, and where its stream stands. */
import type { Snapshot } from "xstate"
import type { EventListener, JournaledActor } from "./journaled-actor.ts"

export interface StreamBinding extends JournaledActor {
  readonly stream: NonNullable<JournaledActor["stream"]>
  readonly onEvent: EventListener
  /** That of the stream, which changes with the owner of the tab. */
  name: string
  /** The last event read or folded, in a tab that follows. */
  seq: number
  /** True while what the actor receives is written here. */
  isLive: boolean
}

/** Shared by all tabs of a member. */
export const isShared = ({ stream }: Pick<StreamBinding, "stream">): boolean => stream.scope === "member"

export const streamNameOf = (
  tab: string,
  owner: string,
  { actor, stream }: Pick<StreamBinding, "actor" | "stream">,
): string => (stream.scope === "tab" ? `tab:${tab}/${owner}/${actor.id}` : `member:${owner}/${actor.id}`)

export const persistedSnapshot = ({ actor }: StreamBinding): Snapshot<unknown> =>
  actor.pure.persist(actor.getSnapshot())
