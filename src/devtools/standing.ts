/** What an actor is at the moment at which the window stands, and how it came to be so. */
import { useSyncExternalStore } from "react"
import { useHouse } from "./house.ts"
import type { Timeline } from "./timeline.ts"

export interface Here {
  readonly line: Timeline
  /** Where on it the window stands: its end, now. */
  readonly place: number
  readonly isNow: boolean
}

/** Where the window stands. */
export const useHere = (): Here => {
  const { travel } = useHouse()
  const { moment } = useSyncExternalStore(travel.subscribe, travel.view)
  const line = travel.timeline()
  return { line, place: moment?.place ?? line.end(), isNow: moment === null }
}
