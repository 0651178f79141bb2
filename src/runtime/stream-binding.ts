/** A seat whose machine is journaled, and where its stream stands. */
import type { Snapshot } from "xstate"
import type { Tap, Tenant } from "./journaled-actor.ts"

export interface Place extends Tenant {
  readonly stream: NonNullable<Tenant["stream"]>
  readonly tap: Tap
  /** That of the stream, which changes with the owner of the tab. */
  name: string
  /** The last event read or folded, in a tab that follows. */
  seq: number
  /** True while what the seat receives is written here. */
  isLive: boolean
}

/** Shared by all tabs of a member. */
export const isShared = ({ stream }: Pick<Place, "stream">): boolean => stream.scope === "member"

export const nameOf = (
  tab: string,
  owner: string,
  { seat, stream }: Pick<Place, "seat" | "stream">,
): string => (stream.scope === "tab" ? `tab:${tab}/${owner}/${seat.id}` : `member:${owner}/${seat.id}`)

export const persisted = ({ seat }: Place): Snapshot<unknown> => seat.pure.persist(seat.getSnapshot())
