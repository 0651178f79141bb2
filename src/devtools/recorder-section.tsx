/** Export, open, and what became of it. */
import { type DragEvent, useId, useRef, useState, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { classes } from "../ui/classes.ts"
import { Figures } from "../ui/Figures.tsx"
import { useFormat } from "../ui/format.ts"
import { glyphDocument, glyphExternal } from "../ui/glyphs.ts"
import { ListGroup } from "../ui/List.tsx"
import { Notice } from "../ui/Notice.tsx"
import { useHouse } from "./house.ts"
import styles from "./panels.module.css"
import { type Recorder, useRecorder } from "./recorder.ts"
import type { OpenedRecording } from "./replay.ts"

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

const Opened = ({
  recording,
  onClose,
}: {
  readonly recording: OpenedRecording
  readonly onClose: () => void
}) => {
  const intl = useIntl()
  const format = useFormat()
  const { isIdentical, streams, state } = recording.verdict
  const others = streams.filter((stream) => !stream.isIdentical).map(({ id }) => id)
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
      </Notice>
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

/** Takes a file that is dropped on it. */
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

export const RecorderSection = () => {
  const intl = useIntl()
  const house = useHouse()
  const { recording } = useSyncExternalStore(house.travel.subscribe, house.travel.view)
  const { busy, refusal, onExport, onOpen, onClose } = useRecorder(house)
  const { isOver, handlers } = useDrop(onOpen)
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  return (
    <ListGroup
      title={intl.formatMessage({ id: "inspect.recorder" })}
      footnote={intl.formatMessage({ id: "inspect.recorder.note" })}
    >
      <div className={classes(styles.recorder, isOver && styles.over)} {...handlers}>
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
        <label htmlFor={inputId} className={styles.drop}>
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
