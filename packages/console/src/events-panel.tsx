/** Events, newest first; each with its payload and the changes of its actor. */
import { useDeferredValue, useMemo, useState } from "react"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import { DetailHead, JsonText, StateChanges } from "./detail.tsx"
import type { LogEntry } from "./event-log.ts"
import { glyphClock } from "./glyphs.ts"
import { FilterField, FrozenList, LiveList, type LiveRow, timeOfDayText } from "./live-list.tsx"
import styles from "./panels.module.css"
import { Badge, Button } from "./parts.tsx"
import { holdsWords, type SearchText, searchWords } from "./redact.ts"
import { useRenderThrottle } from "./render-throttle.ts"
import { type TextId, useTexts } from "./texts.ts"
import { isFailureEvent, type Timeline } from "./timeline.ts"

/** Rows in the list; the filter and the time bar reach older events. */
const LIST_LIMIT = 300

const matches = ({ event, actor }: LogEntry, words: readonly string[], textOf: SearchText): boolean =>
  holdsWords(words, `${event.type} ${actor.name}`, () => textOf(event))

/**
 * Finds the newest entries that match, newest first. Incremental: each call reads only the entries
 * since the last.
 */
const searchIn = (timeline: Timeline, filter: string, textOf: SearchText): (() => readonly LogEntry[]) => {
  const words = searchWords(filter)
  let begin = timeline.begin()
  let end = begin
  let found: readonly LogEntry[] = []
  return () => {
    // the entries of earlier documents are added after this document has started
    if (timeline.begin() < begin) {
      end = timeline.begin()
      found = []
    }
    const fresh: LogEntry[] = []
    for (let position = timeline.end(); position > end && fresh.length < LIST_LIMIT; position -= 1) {
      const entry = timeline.entryAt(position)
      if (entry && matches(entry, words, textOf)) fresh.push(entry)
    }
    end = timeline.end()
    begin = timeline.begin()
    const isDropped = (found.at(-1)?.position ?? end) <= begin
    if (fresh.length > 0 || isDropped)
      found = [...fresh, ...found.filter(({ position }) => position > begin)].slice(0, LIST_LIMIT)
    return found
  }
}

const keyOf = ({ position }: LogEntry): string => String(position)

const useEventRow = (): ((entry: LogEntry) => LiveRow) => {
  const { text, locale } = useTexts()
  return ({ event, actor, transitions, source, atMs, sender }) => {
    const isFailure = isFailureEvent(event)
    const isByHand = sender?.kind === "developer"
    const isIgnored = transitions.length === 0 && source === "live"
    const badge: TextId | null = isByHand
      ? "by-hand"
      : isFailure
        ? "failure"
        : source !== "live"
          ? `source.${source}`
          : isIgnored
            ? "not-handled"
            : null
    return {
      title: event.type,
      subtitle: `${timeOfDayText(locale, atMs)} · ${actor.name}`,
      badge: badge === null ? "" : text(badge),
      isFailure,
    }
  }
}

const EventDetail = ({ entry, onBack }: { readonly entry: LogEntry; readonly onBack: () => void }) => {
  const { text } = useTexts()
  const { timeTravel } = useConsole()
  const state = useTimelinePosition().timeline.stateAt(entry.actor, entry.position)
  return (
    <div className={styles.detail}>
      <DetailHead back={text("all-events")} onBack={onBack} rowKey={String(entry.position)}>
        <Button
          tone="secondary"
          size="small"
          glyph={glyphClock}
          onClick={() => void timeTravel.goTo(entry.position)}
        >
          {text("show-moment")}
        </Button>
      </DetailHead>
      <h3 className={styles.mono}>{entry.event.type}</h3>
      {entry.sender?.kind === "developer" ? (
        <p className={styles.state}>
          <Badge tone="warning">{text("by-hand")}</Badge>
        </p>
      ) : null}
      <JsonText value={entry.event} label={entry.event.type} />
      <h4>{text("changes")}</h4>
      {state ? <StateChanges before={state.before} after={state.snapshot} /> : null}
    </div>
  )
}

/** Renders with each notification of the throttle; its parent does not. */
const EventList = (props: {
  readonly search: () => readonly LogEntry[]
  readonly onOpen: (entry: LogEntry) => void
}) => {
  const { text } = useTexts()
  useRenderThrottle(useConsole().throttle)
  const rowOf = useEventRow()
  const { search, onOpen } = props
  const entries = search()
  if (entries.length === 0) return <p className={styles.nothing}>{text("nothing")}</p>
  return (
    <FrozenList items={entries} keyOf={keyOf} listId={search}>
      {(shown) => (
        <LiveList label={text("events")} items={shown} keyOf={keyOf} rowOf={rowOf} onOpen={onOpen} />
      )}
    </FrozenList>
  )
}

export const EventsPanel = () => {
  const { timeline } = useTimelinePosition()
  const { searchText } = useConsole()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  const search = useMemo(() => searchIn(timeline, wanted, searchText), [timeline, wanted, searchText])
  const [open, setOpen] = useState<LogEntry | null>(null)
  if (open) return <EventDetail entry={open} onBack={() => setOpen(null)} />
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      <EventList search={search} onOpen={setOpen} />
    </div>
  )
}
