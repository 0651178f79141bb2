/** What an actor is at the moment at which the window stands, and how it came to be so. */
import { useSyncExternalStore } from "react"
import type { AnyMachineSnapshot } from "xstate"
import { useHouse } from "./house.ts"
import type { Track } from "./life.ts"

export interface Standing {
  readonly snapshot: AnyMachineSnapshot
  /** Before its last event. */
  readonly before: AnyMachineSnapshot
  /** Ids of the transitions of its last event. */
  readonly taken: readonly string[]
}

/** A track as it is now, or as it was at the place of the window. Of a recording only the states are known. */
export const useStanding = (track: Track): Standing => {
  const { tape, travel } = useHouse()
  const { moment, recording } = useSyncExternalStore(travel.subscribe, travel.view)
  if (recording && moment) {
    const line = travel.timeline()
    const snapshot = line.seatAt(track.id, moment.place) ?? track.now
    return { snapshot, before: line.seatAt(track.id, moment.place - 1) ?? snapshot, taken: [] }
  }
  const end = moment?.place ?? tape.end()
  const last = tape.lastOf(track.id, end)
  if (!last)
    return {
      snapshot: moment ? (tape.seatAt(track.id, end) ?? track.now) : track.now,
      before: track.now,
      taken: [],
    }
  const { before, after } = tape.around(last)
  return { snapshot: moment ? after : track.now, before, taken: last.transitions }
}
