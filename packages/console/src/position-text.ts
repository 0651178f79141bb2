import { useTexts } from "./texts.ts"
import type { Timeline } from "./timeline.ts"

/** Returns a function that describes a timeline position in text, visible and as `aria-valuetext`. */
export const usePositionText = (): ((timeline: Timeline, position: number) => string) => {
  const { text, time } = useTexts()
  return (timeline, position) => {
    const entry = timeline.entryAt(position)
    const begin = timeline.begin()
    const at = { place: position - begin, count: timeline.end() - begin }
    if (!entry) return text("place.first", at)
    const { type } = entry.event
    return text("place", { ...at, event: type, time: time(entry.atMs) })
  }
}
