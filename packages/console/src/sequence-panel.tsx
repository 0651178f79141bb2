/** Sequence diagram: the messages between actors in the marked span. A row shows its moment. */
import { type KeyboardEvent, useRef, useState, useSyncExternalStore } from "react"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import type { LogEntry } from "./event-log.ts"
import { timeOfDayText } from "./live-list.tsx"
import { spanOf } from "./marks.ts"
import styles from "./panels.module.css"
import { classes } from "./parts.tsx"
import { useRenderThrottle } from "./render-throttle.ts"
import { type Message, OUTSIDE, type Sequence, type Span, sequenceOf } from "./sequence.ts"
import sequenceStyles from "./sequence-panel.module.css"
import { SpanPanel } from "./span-panel.tsx"
import { type Text, type Texts, useTexts } from "./texts.ts"
import { isFailureEvent } from "./timeline.ts"

/** Sizes in px. */
const LANE = 116
const ROW = 52
const ARROW_Y = 28
/** Space for the text of a message at the last lifeline. */
const END = 96
const LOOP = 22
const HEAD = 6

const laneX = (index: number): number => index * LANE + LANE / 2

const laneName = (text: Text, id: string): string => (id === OUTSIDE ? text("sequence.outside") : id)

/** Beside the arrow: the event that was routed, the effect that reports, a delay that ended. */
const causeOf = (text: Text, { sender }: LogEntry): string => {
  if (!sender) return text("sequence.unknown")
  if (sender.kind === "timer") return text("sequence.timer")
  if (sender.kind === "developer") return text("by-hand")
  if (sender.kind === "effect") return text("sequence.effect", { effect: sender.id })
  const emitted = sender.kind === "actor" ? sender.emitted : null
  return emitted === null ? "" : text("sequence.routed", { event: emitted })
}

/** The message in words. */
const sentenceOf = (
  { text, locale }: Texts,
  { lifelines }: Sequence,
  { entry, from, to }: Message,
): string => {
  const { event, atMs } = entry
  const known = from === null ? null : lifelines[from]
  const sender = known === null || known === undefined ? text("sequence.unknown") : laneName(text, known)
  const sentence = text("sequence.message", {
    event: event.type,
    sender,
    receiver: laneName(text, lifelines[to] ?? ""),
  })
  return [sentence, causeOf(text, entry), timeOfDayText(locale, atMs)].filter(Boolean).join(", ")
}

const arrowOf = (from: number | null, to: number): { readonly line: string; readonly tip: string } => {
  const end = laneX(to)
  if (from === to) {
    const line = `M${end} ${ARROW_Y - 6}h${LOOP}v12H${end + HEAD}`
    return { line, tip: `M${end} ${ARROW_Y + 6}l${HEAD + 2} -4v8z` }
  }
  const start = from === null ? end - LOOP : laneX(from)
  const back = start < end ? -HEAD - 2 : HEAD + 2
  return {
    line: `M${start} ${ARROW_Y}H${end + back / 2}`,
    tip: `M${end} ${ARROW_Y}l${back} -4v8z`,
  }
}

const Arrow = ({ sequence, message }: { readonly sequence: Sequence; readonly message: Message }) => {
  const { text } = useTexts()
  const { entry, from, to } = message
  const { line, tip } = arrowOf(from, to)
  const textX = (from === to ? laneX(to) + LOOP : Math.min(laneX(from ?? to), laneX(to))) + 8
  return (
    <svg
      aria-hidden="true"
      className={classes(sequenceStyles.arrow, isFailureEvent(entry.event) && sequenceStyles.failure)}
      width={sequence.lifelines.length * LANE + END}
      height={ROW}
    >
      {sequence.lifelines.map((id, index) => (
        <path key={id} className={sequenceStyles.lifeline} d={`M${laneX(index)} 0V${ROW}`} />
      ))}
      {from === null ? (
        <circle className={sequenceStyles.tip} cx={laneX(to) - LOOP} cy={ARROW_Y} r={3} />
      ) : null}
      <path className={sequenceStyles.line} d={line} />
      <path className={sequenceStyles.tip} d={tip} />
      <text className={sequenceStyles.event} x={textX} y={ARROW_Y - 9}>
        {entry.event.type}
      </text>
      <text className={sequenceStyles.cause} x={textX} y={ARROW_Y + 17}>
        {causeOf(text, entry)}
      </text>
    </svg>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys, Home and End move along the rows; one of them is in the tab order. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("button")]
  const at = rows.findIndex((row) => row.matches(":focus"))
  const edge = event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : undefined
  const next = edge ?? at + (steps[event.key] ?? Number.NaN)
  if (!rows[next]) return
  event.preventDefault()
  rows[next].focus()
}

interface DiagramProps {
  readonly sequence: Sequence
  /** Keeps the span as it is: its rows are being read. */
  readonly onRead: () => void
}

const Diagram = ({ sequence, onRead }: DiagramProps) => {
  const texts = useTexts()
  const { text } = texts
  const { timeTravel } = useConsole()
  const { position, isNow } = useTimelinePosition()
  const [current, setCurrent] = useState<number | null>(null)
  const { lifelines, messages } = sequence
  const tabbable = messages.find(({ entry }) => entry.position === current) ?? messages.at(-1)
  return (
    <section className={sequenceStyles.diagram} aria-label={text("sequence")}>
      <ul className={sequenceStyles.heads} aria-label={text("sequence.actors")}>
        {lifelines.map((id) => (
          <li key={id} className={sequenceStyles.head} title={id}>
            <span>{laneName(text, id)}</span>
          </li>
        ))}
      </ul>
      <ol className={sequenceStyles.rows} onKeyDown={moveFocus} onFocus={onRead}>
        {messages.map((message) => {
          const { entry } = message
          return (
            <li key={entry.position}>
              <button
                type="button"
                className={sequenceStyles.row}
                tabIndex={message === tabbable ? 0 : -1}
                aria-current={!isNow && entry.position === position ? "step" : undefined}
                onFocus={() => setCurrent(entry.position)}
                onClick={() => void timeTravel.goTo(entry.position)}
              >
                <span className={styles.hidden}>{sentenceOf(texts, sequence, message)}</span>
                <Arrow sequence={sequence} message={message} />
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const SpanDiagram = ({ filter }: { readonly filter: string }) => {
  const { text } = useTexts()
  const { marks, throttle } = useConsole()
  useRenderThrottle(throttle)
  const marked = useSyncExternalStore(marks.subscribe, marks.view)
  const { timeline, position } = useTimelinePosition()
  const span = spanOf(marked, timeline, position)
  const shown = useRef<Span>(span)
  shown.current = span
  const sequence = sequenceOf(timeline, span, filter)
  const keepSpan = () => {
    marks.set(timeline, "a", shown.current.from)
    marks.set(timeline, "b", shown.current.to)
  }
  if (sequence.messages.length === 0) return <p className={styles.nothing}>{text("nothing")}</p>
  return (
    <>
      {sequence.omitted > 0 ? (
        <p className={styles.note}>{text("sequence.omitted", { count: sequence.omitted })}</p>
      ) : null}
      <Diagram sequence={sequence} onRead={keepSpan} />
    </>
  )
}

export const SequencePanel = () => <SpanPanel>{(filter) => <SpanDiagram filter={filter} />}</SpanPanel>
