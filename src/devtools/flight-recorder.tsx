/**
 * The flight recorder: writes the journal to a file, opens a file and shows whether it replays to
 * the recorded state.
 */
import { RECORDING_MAX_BYTES, RecordingRefused, type ReplayVerdict } from "@financial-links/journal"
import { type DragEvent, useCallback, useId, useRef, useState, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { selectLocale, selectTheme } from "../../machines/startup.ts"
import { buildName } from "../runtime/api/installed-builds.ts"
import { saveFile } from "../runtime/hooks/use-share.ts"
import { Button } from "../ui/Button.tsx"
import { classes } from "../ui/classes.ts"
import { Figures } from "../ui/Figures.tsx"
import { useFormat } from "../ui/format.ts"
import { glyphDocument } from "../ui/glyphs.ts"
import { glyphExternal } from "../ui/Icon.tsx"
import { ListGroup } from "../ui/List.tsx"
import { Notice } from "../ui/Notice.tsx"
import { type AppConsole, useAppConsole } from "./app-console.ts"
import ownStyles from "./panels.module.css"
import {
  makeRecording,
  type OpenedRecording,
  openRecording,
  readRecording,
  writeRecording,
} from "./recordings.ts"
import { timelineOfRecording } from "./timeline.ts"

/** Saves a recording of the journal as a file. */
const exportRecording = async ({
  present,
  eventLog,
  loadTimeTravelActors,
  switches,
}: AppConsole): Promise<void> => {
  const { machines } = await loadTimeTravelActors()
  const startup = present.boot.startup.getSnapshot()
  const recording = await makeRecording({
    readJournal: eventLog.readJournal,
    snapshotOf: (id) =>
      present
        .actors()
        .find((actor) => actor.id === id)
        ?.getSnapshot(),
    actors: () => eventLog.records(),
    machines,
    build: buildName(),
    scene: {
      locale: selectLocale(startup),
      theme: selectTheme(startup),
      isMember: present.boot.session.getSnapshot().context.user !== null,
    },
    nowMs: switches.realNow(),
  })
  const day = new Date(recording.recordedAtMs).toISOString().slice(0, 19).replaceAll(":", "-")
  saveFile(`financial-links-${day}.json`, writeRecording(recording))
}

interface Recorder {
  readonly busy: boolean
  /** Why the last file was not opened; "no-journal" if nothing could be recorded. */
  readonly refusal: RecordingRefused | "no-journal" | null
  readonly onExport: () => void
  readonly onOpen: (file: File) => void
  readonly onClose: () => void
}

const readFile = async (file: File): Promise<string> => {
  if (file.size > RECORDING_MAX_BYTES) throw new RecordingRefused("too-large", String(file.size))
  return file.text()
}

const useRecorder = (services: AppConsole): Recorder => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Recorder["refusal"]>(null)
  const run = useCallback((work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(null)
    work()
      .catch((cause: unknown) => setRefusal(cause instanceof RecordingRefused ? cause : "no-journal"))
      .finally(() => setBusy(false))
  }, [])
  return {
    busy,
    refusal,
    onExport: () => run(() => exportRecording(services)),
    onOpen: (file) =>
      run(async () => {
        const recording = readRecording(await readFile(file))
        const { machines } = await services.loadTimeTravelActors()
        const opened = await openRecording(recording, machines)
        await services.timeTravel.open(opened, timelineOfRecording(opened, machines))
      }),
    onClose: () => services.timeTravel.toNow(),
  }
}

const Refusal = ({ refusal }: { readonly refusal: NonNullable<Recorder["refusal"]> }) => {
  const intl = useIntl()
  if (refusal === "no-journal")
    return (
      <Notice tone="danger" announced>
        {intl.formatMessage({ id: "inspect.no-journal" })}
      </Notice>
    )
  return (
    <Notice tone="danger" announced title={intl.formatMessage({ id: "inspect.not-opened" })}>
      {intl.formatMessage({ id: `inspect.refused.${refusal.reason}` })} <code>{refusal.detail}</code>
    </Notice>
  )
}

/** Streams and actors that are named if the replay of many differs. */
const NAMED_LIMIT = 20

/** Where the replay of a stream or an actor leaves the recorded steps. */
const Difference = ({ id, difference }: ReplayVerdict) => {
  const intl = useIntl()
  if (difference === null) return null
  const { step, type, what } = difference
  return (
    <p>
      {step === 0
        ? intl.formatMessage({ id: "inspect.differs.base" }, { stream: id })
        : intl.formatMessage({ id: `inspect.differs.${what}` }, { stream: id, step })}{" "}
      {type === null ? null : <code>{type}</code>}
    </p>
  )
}

const Opened = ({
  recording,
  onClose,
}: {
  readonly recording: OpenedRecording
  readonly onClose: () => void
}) => {
  const intl = useIntl()
  const format = useFormat()
  const { isIdentical, roster, streams, actors, state } = recording.verdict
  const differing = [...streams, ...actors].filter((one) => one.isIdentical === false)
  const named = differing.slice(0, NAMED_LIMIT).map(({ id }) => id)
  const others = roster ? [roster.key, ...named] : named
  const close = (
    <Button tone="secondary" size="small" onClick={onClose}>
      {intl.formatMessage({ id: "inspect.close-recording" })}
    </Button>
  )
  return (
    <>
      <Notice tone={isIdentical ? "success" : "danger"} announced action={close}>
        {isIdentical
          ? intl.formatMessage({ id: "inspect.identical" })
          : intl.formatMessage({ id: "inspect.different" }, { streams: others.join(", ") })}
        {roster ? (
          <p>{intl.formatMessage({ id: `inspect.differs.${roster.what}` }, { stream: roster.key })}</p>
        ) : null}
        {differing.slice(0, NAMED_LIMIT).map((one) => (
          <Difference key={one.id} {...one} />
        ))}
      </Notice>
      {streams.every(({ isChained }) => isChained) ? null : (
        <Notice tone="warning">{intl.formatMessage({ id: "inspect.unchained" })}</Notice>
      )}
      {recording.hasSameMachines ? null : (
        <Notice tone="warning">{intl.formatMessage({ id: "inspect.other-machines" })}</Notice>
      )}
      <Figures
        compact
        rows={[
          {
            id: "at",
            label: intl.formatMessage({ id: "inspect.recorded-at" }),
            value: format.instant(recording.recording.recordedAtMs),
          },
          {
            id: "events",
            label: intl.formatMessage({ id: "inspect.events" }),
            value: String(recording.steps.length),
          },
          { id: "state", label: intl.formatMessage({ id: "inspect.state-hash" }), value: state.slice(0, 12) },
        ]}
      />
    </>
  )
}

/** Handlers for a drop target of one file. */
const useDrop = (onOpen: (file: File) => void) => {
  const [isOver, setOver] = useState(false)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onOpen(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return { isOver, handlers: { onDrop: take, onDragOver: over, onDragLeave: () => setOver(false) } }
}

export const FlightRecorder = () => {
  const intl = useIntl()
  const services = useAppConsole()
  const { recording } = useSyncExternalStore(services.timeTravel.subscribe, services.timeTravel.view)
  const { busy, refusal, onExport, onOpen, onClose } = useRecorder(services)
  const { isOver, handlers } = useDrop(onOpen)
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  return (
    <ListGroup
      title={intl.formatMessage({ id: "inspect.recorder" })}
      footnote={intl.formatMessage({ id: "inspect.recorder.note" })}
    >
      <div className={classes(ownStyles.recorder, isOver && ownStyles.over)} {...handlers}>
        <Button tone="secondary" size="small" glyph={glyphExternal} busy={busy} onClick={onExport}>
          {intl.formatMessage({ id: "inspect.export" })}
        </Button>
        <Button
          tone="secondary"
          size="small"
          glyph={glyphDocument}
          busy={busy}
          onClick={() => input.current?.click()}
        >
          {intl.formatMessage({ id: "inspect.open" })}
        </Button>
        <label htmlFor={inputId} className={ownStyles.drop}>
          {intl.formatMessage({ id: "inspect.drop" })}
        </label>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept="application/json,.json"
          className="visually-hidden"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) onOpen(file)
            currentTarget.value = ""
          }}
        />
      </div>
      {refusal ? <Refusal refusal={refusal} /> : null}
      {recording ? <Opened recording={recording} onClose={onClose} /> : null}
    </ListGroup>
  )
}
