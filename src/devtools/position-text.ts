import { useIntl } from "react-intl"
import { useFormat } from "../ui/format.ts"
import type { Timeline } from "./timeline.ts"

/** Returns a function that describes a timeline position in text, visible and as `aria-valuetext`. */
export const usePositionText = (): ((timeline: Timeline, position: number) => string) => {
  const intl = useIntl()
  const format = useFormat()
  return (timeline, position) => {
    const entry = timeline.entryAt(position)
    const begin = timeline.begin()
    const at = { place: position - begin, count: timeline.end() - begin }
    if (!entry) return intl.formatMessage({ id: "inspect.place.first" }, at)
    const { type } = entry.event
    return intl.formatMessage({ id: "inspect.place" }, { ...at, event: type, time: format.time(entry.atMs) })
  }
}
