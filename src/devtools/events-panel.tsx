/** What happens, as it happens; each event with what it caused and what it changed. */
import { useDeferredValue, useMemo, useState } from "react"
import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { glyphClock } from "../ui/glyphs.ts"
import { DetailHead } from "./detail-head.tsx"
import { differences } from "./difference.ts"
import { Changes, JsonText } from "./facts.tsx"
import { FilterField } from "./filter-field.tsx"
import { stateOf } from "./fingerprint.ts"
import { useHouse } from "./house.ts"
import { LiveList, type LiveRow } from "./live-list.tsx"
import styles from "./panels.module.css"
import { momentText, usePulse } from "./pulse.ts"
import { useHere } from "./standing.ts"
import { StillList } from "./still-list.tsx"
import type { Entry } from "./tape.ts"
import { isError, type Timeline } from "./timeline.ts"

/** Shown at a time; the filter and the time bar reach the rest. */
const LIST_LIMIT = 300

const matches = ({ event, track }: Entry, words: readonly string[]): boolean =>
  words.every((word) => event.type.toLowerCase().includes(word) || track.id.toLowerCase().includes(word))

/** Finds the newest entries that match, newest first. What was found is kept, so that only what has come since is looked at. */
const searchIn = (line: Timeline, filter: string): (() => readonly Entry[]) => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  let begin = line.begin()
  let end = begin
  let found: readonly Entry[] = []
  return () => {
    // what is from before this document is read after it has begun
    if (line.begin() < begin) {
      end = line.begin()
      found = []
    }
    const fresh: Entry[] = []
    for (let place = line.end(); place > end && fresh.length < LIST_LIMIT; place -= 1) {
      const entry = line.entryAt(place)
      if (entry && matches(entry, words)) fresh.push(entry)
    }
    end = line.end()
    begin = line.begin()
    const isGone = (found.at(-1)?.place ?? end) <= begin
    if (fresh.length > 0 || isGone)
      found = [...fresh, ...found.filter(({ place }) => place > begin)].slice(0, LIST_LIMIT)
    return found
  }
}

const keyOf = ({ place }: Entry): string => String(place)

const useEventRow = (): ((entry: Entry) => LiveRow) => {
  const intl = useIntl()
  return ({ event, track, transitions, source, atMs }) => {
    const isFailure = isError(event)
    const quiet = transitions.length === 0 && source === "here"
    const word = isFailure ? "failure" : source !== "here" ? `source.${source}` : quiet ? "not-handled" : null
    return {
      title: event.type,
      subtitle: `${momentText(intl.locale, atMs)} · ${track.id}`,
      sign: word === null ? "" : intl.formatMessage({ id: `inspect.${word}` }),
      isFailure,
    }
  }
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

/** Renewed with each beat, and what stands around it is not. */
const EventList = (props: {
  readonly search: () => readonly Entry[]
  readonly onOpen: (entry: Entry) => void
}) => {
  const intl = useIntl()
  usePulse(useHouse().pulse)
  const rowOf = useEventRow()
  const { search, onOpen } = props
  const entries = search()
  if (entries.length === 0)
    return <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
  return (
    <StillList items={entries} keyOf={keyOf} of={search}>
      {(shown) => (
        <LiveList
          marginRows={2}
          label={intl.formatMessage({ id: "inspect.events" })}
          items={shown}
          keyOf={keyOf}
          rowOf={rowOf}
          onOpen={onOpen}
        />
      )}
    </StillList>
  )
}

export const EventsPanel = () => {
  const { line } = useHere()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  const search = useMemo(() => searchIn(line, wanted), [line, wanted])
  const [open, setOpen] = useState<Entry | null>(null)
  if (open) return <EventDetail entry={open} onBack={() => setOpen(null)} />
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      <EventList search={search} onOpen={setOpen} />
    </div>
  )
}
