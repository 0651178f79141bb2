/** Events, newest first; each with its payload and the changes of its actor. */
import { useDeferredValue, useMemo, useState } from "react"
import { useIntl } from "react-intl"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { glyphClock } from "../ui/glyphs.ts"
import type { MessageId } from "../ui/message-id.ts"
import { useConsole, useRenderThrottle, useTimelinePosition } from "./console-context.ts"
import { DetailHead, JsonText, StateChanges } from "./detail.tsx"
import type { LogEntry } from "./event-log.ts"
import { FilterField, FrozenList, LiveList, type LiveRow, timeOfDayText } from "./live-list.tsx"
import styles from "./panels.module.css"
import { holdsWords, searchWords } from "./search-text.ts"
import { isFailureEvent, type Timeline } from "./timeline.ts"

/** Rows in the list; the filter and the time bar reach older events. */
const LIST_LIMIT = 300

const matches = ({ event, actor }: LogEntry, words: readonly string[]): boolean =>
  holdsWords(words, `${event.type} ${actor.id}`, event)

/**
 * Finds the newest entries that match, newest first. Incremental: each call reads only the entries
 * since the last.
 */
const searchIn = (timeline: Timeline, filter: string): (() => readonly LogEntry[]) => {
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
      if (entry && matches(entry, words)) fresh.push(entry)
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
  const intl = useIntl()
  return ({ event, actor, transitions, source, atMs, sender }) => {
    const isFailure = isFailureEvent(event)
    const isByHand = sender?.kind === "developer"
    const isIgnored = transitions.length === 0 && source === "live"
    const badge: MessageId | null = isByHand
      ? "inspect.by-hand"
      : isFailure
        ? "inspect.failure"
        : source !== "live"
          ? `inspect.source.${source}`
          : isIgnored
            ? "inspect.not-handled"
            : null
    return {
      title: event.type,
      subtitle: `${timeOfDayText(intl.locale, atMs)} · ${actor.id}`,
      badge: badge === null ? "" : intl.formatMessage({ id: badge }),
      isFailure,
    }
  }
}

const EventDetail = ({ entry, onBack }: { readonly entry: LogEntry; readonly onBack: () => void }) => {
  const intl = useIntl()
  const { timeTravel } = useConsole()
  const state = useTimelinePosition().timeline.stateAt(entry.actor, entry.position)
  return (
    <div className={styles.detail}>
      <DetailHead
        back={intl.formatMessage({ id: "inspect.all-events" })}
        onBack={onBack}
        rowKey={String(entry.position)}
      >
        <Button
          tone="secondary"
          size="small"
          glyph={glyphClock}
          onClick={() => void timeTravel.goTo(entry.position)}
        >
          {intl.formatMessage({ id: "inspect.show-moment" })}
        </Button>
      </DetailHead>
      <h3 className={styles.mono}>{entry.event.type}</h3>
      {entry.sender?.kind === "developer" ? (
        <p className={styles.state}>
          <Badge tone="warning">{intl.formatMessage({ id: "inspect.by-hand" })}</Badge>
        </p>
      ) : null}
      <JsonText value={entry.event} label={entry.event.type} />
      <h4>{intl.formatMessage({ id: "inspect.changes" })}</h4>
      {state ? <StateChanges before={state.before} after={state.snapshot} /> : null}
    </div>
  )
}

/** Renders with each notification of the throttle; its parent does not. */
const EventList = (props: {
  readonly search: () => readonly LogEntry[]
  readonly onOpen: (entry: LogEntry) => void
}) => {
  const intl = useIntl()
  useRenderThrottle(useConsole().throttle)
  const rowOf = useEventRow()
  const { search, onOpen } = props
  const entries = search()
  if (entries.length === 0)
    return <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
  return (
    <FrozenList items={entries} keyOf={keyOf} listId={search}>
      {(shown) => (
        <LiveList
          label={intl.formatMessage({ id: "inspect.events" })}
          items={shown}
          keyOf={keyOf}
          rowOf={rowOf}
          onOpen={onOpen}
        />
      )}
    </FrozenList>
  )
}

export const EventsPanel = () => {
  const { timeline } = useTimelinePosition()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  const search = useMemo(() => searchIn(timeline, wanted), [timeline, wanted])
  const [open, setOpen] = useState<LogEntry | null>(null)
  if (open) return <EventDetail entry={open} onBack={() => setOpen(null)} />
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      <EventList search={search} onOpen={setOpen} />
    </div>
  )
}
