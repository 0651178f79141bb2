/**
 * The roster of a recording: every stream and actor of the file in order, each chained to those
 * before it and to their number. An actor that is taken out as a whole is named, though the chains of
 * the others hold.
 */
import { struct, textLike, textUpTo } from "./schema.ts"
import { hashOf } from "./state-hash.ts"

export interface RosterEntry {
  /** Id of the stream, or key of the actor. */
  readonly key: string
  readonly link: string
}
export const RosterEntry = struct<RosterEntry>({ key: textUpTo(200), link: textLike(/^[0-9a-f]{12}$/) })
export type Roster = readonly RosterEntry[]

/** A stream or an actor with its beginning: the number of its first event, or the time of its start. */
export interface Listed {
  readonly key: string
  readonly from: number
}

export const rosterOf = (listed: readonly Listed[]): Roster => {
  let before = String(listed.length)
  return listed.map(({ key, from }) => {
    before = hashOf([before, key, from]).slice(0, 12)
    return { key, link: before }
  })
}

/** A stream or an actor at which the file is not the recorded one. */
export interface RosterDifference {
  readonly key: string
  /** `moved`: it is there, and something before or beside it is not. */
  readonly what: "missing" | "added" | "moved"
}

/** The first difference; null if the file holds what was recorded, in its order. */
export const rosterDifference = (recorded: Roster, listed: readonly Listed[]): RosterDifference | null => {
  const there = new Set(listed.map(({ key }) => key))
  const missing = recorded.find(({ key }) => !there.has(key))
  if (missing) return { key: missing.key, what: "missing" }
  const known = new Set(recorded.map(({ key }) => key))
  const added = listed.find(({ key }) => !known.has(key))
  if (added) return { key: added.key, what: "added" }
  const moved = rosterOf(listed).find(
    ({ key, link }, index) => recorded[index]?.key !== key || recorded[index]?.link !== link,
  )
  return moved ? { key: moved.key, what: "moved" } : null
}
