/** The streams of the journal on disk with their events, and the flight recorder. */
import { DetailHead, FilterField, JsonText, panelStyles as styles } from "@financial-links/console"
import { useEffect, useState } from "react"
import { useIntl } from "react-intl"
import type { StoredStream } from "../runtime/actors/inspector.ts"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { glyphRefresh } from "../ui/glyphs.ts"
import { List, ListGroup, ListRow, Row } from "../ui/List.tsx"
import { Notice } from "../ui/Notice.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { useAppConsole } from "./app-console.ts"
import { FlightRecorder } from "./flight-recorder.tsx"

const LIST_LIMIT = 500

const textOf = (event: unknown): string => JSON.stringify(event).toLowerCase()

const typeOf = (event: unknown): string =>
  typeof event === "object" && event !== null && "type" in event ? String(event.type) : ""

const StreamDetail = ({ stream, onBack }: { readonly stream: StoredStream; readonly onBack: () => void }) => {
  const intl = useIntl()
  const [filter, setFilter] = useState("")
  const [open, setOpen] = useState<number | null>(null)
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = stream.rows
    .filter(({ event }) => words.every((word) => textOf(event).includes(word)))
    .toReversed()
    .slice(0, LIST_LIMIT)
  const chosen = rows.find(({ seq }) => seq === open)
  return (
    <div className={styles.listed}>
      <DetailHead
        back={intl.formatMessage({ id: "inspect.all-streams" })}
        onBack={onBack}
        rowKey={stream.name}
      >
        <h3 className={styles.mono}>{stream.id}</h3>
      </DetailHead>
      <FilterField value={filter} onChange={setFilter} />
      {chosen ? <JsonText value={chosen.event} label={typeOf(chosen.event)} /> : null}
      {rows.length === 0 ? (
        <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
      ) : (
        <VirtualList
          label={intl.formatMessage({ id: "inspect.journal" })}
          items={rows}
          keyOf={({ seq }) => String(seq)}
          renderRow={({ seq, event }) => (
            <Row
              title={<span className={styles.mono}>{typeOf(event)}</span>}
              value={String(seq)}
              chevron={false}
              current={seq === open}
              onPress={() => setOpen(seq === open ? null : seq)}
            />
          )}
        />
      )}
    </div>
  )
}

const StreamRow = ({ stream, onOpen }: { readonly stream: StoredStream; readonly onOpen: () => void }) => {
  const intl = useIntl()
  const { id, scope, version, rows } = stream
  return (
    <ListRow
      title={<span className={styles.mono}>{id}</span>}
      subtitle={intl.formatMessage({ id: `inspect.scope.${scope}` }, { version })}
      value={<Badge>{intl.formatMessage({ id: "inspect.event-count" }, { count: rows.length })}</Badge>}
      onPress={onOpen}
    />
  )
}

/** The streams on disk; null while they are read. `isReadable` is false if they cannot be read. */
const useJournal = () => {
  const { eventLog } = useAppConsole()
  const [count, setCount] = useState(0)
  const [read, setRead] = useState<{
    readonly streams: readonly StoredStream[]
    readonly isReadable: boolean
  } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count reads again
  useEffect(() => {
    let isWanted = true
    eventLog.readJournal().then(
      (streams) => isWanted && setRead({ streams, isReadable: true }),
      () => isWanted && setRead({ streams: [], isReadable: false }),
    )
    return () => {
      isWanted = false
    }
  }, [eventLog, count])
  return { read, again: () => setCount(count + 1) }
}

export const JournalPanel = () => {
  const intl = useIntl()
  const { read, again } = useJournal()
  const [open, setOpen] = useState<string | null>(null)
  const stream = read?.streams.find(({ name }) => name === open)
  if (stream) return <StreamDetail stream={stream} onBack={() => setOpen(null)} />
  const refresh = (
    <Button tone="quiet" size="small" glyph={glyphRefresh} onClick={again}>
      {intl.formatMessage({ id: "inspect.read-again" })}
    </Button>
  )
  return (
    <div className={styles.sections}>
      <FlightRecorder />
      <ListGroup title={intl.formatMessage({ id: "inspect.streams" })} action={refresh}>
        {read?.isReadable === false ? (
          <Notice tone="warning">{intl.formatMessage({ id: "inspect.no-journal" })}</Notice>
        ) : read?.streams.length === 0 ? (
          <p className={styles.nothing}>{intl.formatMessage({ id: "inspect.nothing" })}</p>
        ) : (
          <List>
            {read?.streams.map((each) => (
              <StreamRow key={each.name} stream={each} onOpen={() => setOpen(each.name)} />
            ))}
          </List>
        )}
      </ListGroup>
    </div>
  )
}
