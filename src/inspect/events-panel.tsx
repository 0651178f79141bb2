/** What happens, as it happens; each event with what it caused and what it changed. */
import { useDeferredValue, useState } from "react"
import { useIntl } from "react-intl"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { glyphClock } from "../ui/glyphs.ts"
import { Row } from "../ui/List.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { DetailHead } from "./detail-head.tsx"
import { differences } from "./difference.ts"
import { Changes, JsonText } from "./facts.tsx"
import { FilterField } from "./filter-field.tsx"
import { stateOf } from "./fingerprint.ts"
import { useHouse } from "./house.ts"
import styles from "./panels.module.css"
import { momentText, usePulse } from "./pulse.ts"
import { useHere } from "./standing.ts"
import type { Entry } from "./tape.ts"
import { isError } from "./timeline.ts"

/** Shown at a time; the filter and the time bar reach the rest. */
const LIST_LIMIT = 300

const matches = ({ event, track }: Entry, words: readonly string[]): boolean =>
  words.every((word) => event.type.toLowerCase().includes(word) || track.id.toLowerCase().includes(word))

/** The newest entries that match, newest first. */
const newest = (all: readonly Entry[], filter: string): readonly Entry[] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found: Entry[] = []
  for (let index = all.length - 1; index >= 0 && found.length < LIST_LIMIT; index -= 1) {
    const entry = all[index]
    if (entry && matches(entry, words)) found.push(entry)
  }
  return found
}

const EventRow = ({ entry, onOpen }: { readonly entry: Entry; readonly onOpen: () => void }) => {
  const intl = useIntl()
  const { event, track, transitions, source, atMs } = entry
  const quiet = transitions.length === 0 && source === "here"
  return (
    <Row
      title={<span className={styles.mono}>{event.type}</span>}
      subtitle={`${momentText(intl.locale, atMs)} · ${track.id}`}
      value={
        isError(event) ? (
          <Badge tone="danger">{intl.formatMessage({ id: "inspect.failure" })}</Badge>
        ) : source !== "here" ? (
          <Badge>{intl.formatMessage({ id: `inspect.source.${source}` })}</Badge>
        ) : quiet ? (
          <Badge>{intl.formatMessage({ id: "inspect.not-handled" })}</Badge>
        ) : undefined
      }
      onPress={onOpen}
    />
  )
}

const EventDetail = ({ entry, onBack }: { readonly entry: Entry; readonly onBack: () => void }) => {
  const intl = useIntl()
  const { travel } = useHouse()
  const standing = useHere().line.standing(entry.track, entry.place)
  return (
    <div className={styles.detail}>
      <DetailHead
        back={intl.formatMessage({ id: "inspect.all-events" })}
        onBack={onBack}
        rowKey={String(entry.place)}
      >
        <Button
          tone="secondary"
          size="small"
          glyph={glyphClock}
          onClick={() => void travel.goTo(entry.place)}
        >
          {intl.formatMessage({ id: "inspect.show-moment" })}
        </Button>
      </DetailHead>
      <h3 className={styles.mono}>{entry.event.type}</h3>
      <JsonText value={entry.event} label={entry.event.type} />
      <h4>{intl.formatMessage({ id: "inspect.changes" })}</h4>
      <Changes changes={standing ? differences(stateOf(standing.before), stateOf(standing.snapshot)) : []} />
    </div>
  )
}

export const EventsPanel = () => {
  const intl = useIntl()
  const { pulse } = useHouse()
  usePulse(pulse)
  const { line } = useHere()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  const [open, setOpen] = useState<Entry | null>(null)
  if (open) return <EventDetail entry={open} onBack={() => setOpen(null)} />
  const entries = newest(line.entries(), wanted)
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      {entries.length === 0 ? (
        <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
      ) : (
        <VirtualList
          areReused
          label={intl.formatMessage({ id: "inspect.events" })}
          items={entries}
          keyOf={({ place }) => String(place)}
          renderRow={(entry) => <EventRow entry={entry} onOpen={() => setOpen(entry)} />}
        />
      )}
    </div>
  )
}
