/** The chart of a machine, with the active states and the last transitions highlighted. */
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { AnyStateMachine } from "xstate"
import styles from "./chart-view.module.css"
import { useConsole } from "./console-context.tsx"
import type { Arrow, Box, Drawing, Line, Point } from "./drawing.ts"
import { glyphFit, glyphMinus, glyphPlus } from "./glyphs.ts"
import { classes, IconButton } from "./parts.tsx"
import { useTexts } from "./texts.ts"

interface Drawn {
  readonly machine: AnyStateMachine
  readonly drawing: Drawing | null
}

/** The drawing of a machine; null until it is loaded, and if there is none. */
const useDrawing = (machine: AnyStateMachine): Drawing | null => {
  const { drawingOf } = useConsole()
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isWanted = true
    drawingOf(machine).then(
      (drawing) => {
        if (isWanted) setDrawn({ machine, drawing })
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [drawingOf, machine])
  return drawn?.machine === machine ? drawn.drawing : null
}

const ZOOMS = [0.3, 0.45, 0.65, 0.9, 1.25] as const
/** The smallest zoom with readable text. */
const FIRST_ZOOM = 0.9

const largerThan = (zoom: number): number | undefined => ZOOMS.find((each) => each > zoom)
const smallerThan = (zoom: number): number | undefined => ZOOMS.findLast((each) => each < zoom)

/** The zoom at which the whole drawing is in the frame; no chart is enlarged. */
const fitting = ({ width, height }: Drawing, { clientWidth, clientHeight }: HTMLElement): number =>
  Math.min(1, clientWidth / width, clientHeight / height)

/** Separates ids, which may contain spaces. */
const SEPARATOR = "\n"

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")

const TextLines = ({
  lines,
  taken,
}: {
  readonly lines: readonly Line[]
  readonly taken: ReadonlySet<string>
}) =>
  lines.map(({ text, tone, at, transition, title }) => {
    // a transition without a target has no arrow: only its text is highlighted
    const isTaken = transition !== null && taken.has(transition)
    return (
      <text
        key={`${at.x} ${at.y}`}
        x={at.x}
        y={at.y}
        className={classes(styles[tone], isTaken && styles.takenText)}
        data-taken={isTaken || undefined}
      >
        {title === "" ? null : <title>{title}</title>}
        {text}
      </text>
    )
  })

/** The root is not drawn. */
const isDrawn = ({ state }: Box): boolean => state.includes(".")

const State = (props: {
  readonly box: Box
  readonly isActive: boolean
  readonly taken: ReadonlySet<string>
}) => {
  const { box, isActive, taken } = props
  const { at, width, height, head, title, description, lines } = box
  return (
    <g data-state={box.state} data-active={isActive || undefined}>
      <rect
        x={at.x + 1}
        y={at.y + 1}
        width={width - 2}
        height={height - 2}
        rx={10}
        className={classes(
          styles.box,
          isActive && (box.kind === "atomic" ? styles.active : styles.around),
          box.isRegion && styles.region,
        )}
      />
      {box.kind === "final" ? (
        <rect
          x={at.x + 5}
          y={at.y + 5}
          width={width - 10}
          height={height - 10}
          rx={7}
          className={styles.inner}
        />
      ) : null}
      <text x={at.x + 14} y={at.y + Math.min(23, head - 8)} className={styles.title}>
        {description === "" ? null : <title>{description}</title>}
        {title}
      </text>
      <TextLines lines={lines} taken={taken} />
    </g>
  )
}

const Transition = ({ arrow, taken }: { readonly arrow: Arrow; readonly taken: ReadonlySet<string> }) => {
  const isTaken = arrow.transitions.some((id) => taken.has(id))
  return (
    <g data-taken={isTaken || undefined}>
      <path
        d={pathOf(arrow.points)}
        className={classes(styles.arrow, isTaken && styles.taken)}
        markerEnd={isTaken ? "url(#inspect-tip-taken)" : "url(#inspect-tip)"}
      />
      <TextLines lines={arrow.lines} taken={taken} />
    </g>
  )
}

const keyOf = ({ source, target, transitions }: Arrow): string =>
  `${source} ${target} ${transitions.join(" ")}`

const ArrowHead = ({ id, className }: { readonly id: string; readonly className: string | undefined }) => (
  <marker
    id={id}
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    orient="auto-start-reverse"
  >
    <path d="M0 0 8 4 0 8Z" className={className} />
  </marker>
)

interface PictureProps {
  readonly drawing: Drawing
  readonly zoom: number
}

interface HighlightsProps extends PictureProps {
  /** Joined ids: equal strings keep `memo` effective. */
  readonly active: string
  readonly taken: string
}

const setOf = (ids: string): ReadonlySet<string> => new Set(ids === "" ? [] : ids.split(SEPARATOR))

const NONE: ReadonlySet<string> = new Set()

const sizeOf = ({ drawing: { width, height }, zoom }: PictureProps) => ({
  width: width * zoom,
  height: height * zoom,
  viewBox: `0 0 ${width} ${height}`,
})

/** The chart without highlights: hundreds of elements, rendered once. */
const Picture = memo(({ label, ...props }: PictureProps & { readonly label: string }) => {
  const { boxes, arrows, dots } = props.drawing
  return (
    <svg {...sizeOf(props)} className={styles.picture} role="img" aria-label={label}>
      <defs>
        <ArrowHead id="inspect-tip" className={styles.tip} />
        <ArrowHead id="inspect-tip-taken" className={styles.tipTaken} />
      </defs>
      {boxes.filter(isDrawn).map((box) => (
        <State key={box.state} box={box} isActive={false} taken={NONE} />
      ))}
      {dots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={5} className={styles.dot} />
      ))}
      {arrows.map((arrow) => (
        <Transition key={keyOf(arrow)} arrow={arrow} taken={NONE} />
      ))}
    </svg>
  )
})

/**
 * The highlighted elements, drawn again above the picture: the picture itself never renders again.
 */
const Highlights = memo(({ active, taken, ...props }: HighlightsProps) => {
  const { boxes, arrows } = props.drawing
  const activeIds = setOf(active)
  const takenIds = setOf(taken)
  const hasTakenLine = ({ lines }: Box) =>
    lines.some(({ transition }) => transition !== null && takenIds.has(transition))
  return (
    <svg {...sizeOf(props)} className={styles.highlights} aria-hidden="true">
      {boxes
        .filter((box) => isDrawn(box) && (activeIds.has(box.state) || hasTakenLine(box)))
        .map((box) => (
          <State key={box.state} box={box} isActive={activeIds.has(box.state)} taken={takenIds} />
        ))}
      {arrows
        .filter(({ transitions }) => transitions.some((id) => takenIds.has(id)))
        .map((arrow) => (
          <Transition key={keyOf(arrow)} arrow={arrow} taken={takenIds} />
        ))}
    </svg>
  )
})

/** The innermost active state. */
const focusOf = ({ boxes }: Drawing, active: string): Box | undefined => {
  const activeIds = setOf(active)
  return boxes.findLast(({ state }) => activeIds.has(state))
}

export interface ChartViewProps {
  readonly machine: AnyStateMachine
  /** Ids of the active states. */
  readonly active: readonly string[]
  /** Ids of the transitions of the last event. */
  readonly taken: readonly string[]
}

/** Scrolls a newly active state into view. */
export const ChartView = ({ machine, active, taken }: ChartViewProps) => {
  const { text } = useTexts()
  const drawing = useDrawing(machine)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const frame = useRef<HTMLElement>(null)
  const activeText = active.join(SEPARATOR)
  useLayoutEffect(() => {
    const box = drawing ? focusOf(drawing, activeText) : undefined
    const element = frame.current
    if (!box || !element) return
    element.scrollTo({
      left: (box.at.x + box.width / 2) * zoom - element.clientWidth / 2,
      top: (box.at.y + box.height / 2) * zoom - element.clientHeight / 2,
    })
  }, [drawing, activeText, zoom])
  if (!drawing) return null
  const label = text("chart", { machine: machine.id })
  const zoomTo = (wanted: number | undefined): void => {
    if (wanted !== undefined) setZoom(wanted)
  }
  const showAll = (): void => {
    if (frame.current) setZoom(fitting(drawing, frame.current))
  }
  const press = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey) return
    if (key === "+" || key === "=") zoomTo(largerThan(zoom))
    else if (key === "-") zoomTo(smallerThan(zoom))
    else if (key === "0") showAll()
  }
  return (
    <div className={styles.view}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
      <section ref={frame} className={styles.frame} aria-label={label} tabIndex={0} onKeyDown={press}>
        <div className={styles.canvas}>
          <Picture drawing={drawing} zoom={zoom} label={label} />
          <Highlights drawing={drawing} zoom={zoom} active={activeText} taken={taken.join(SEPARATOR)} />
        </div>
      </section>
      <div className={styles.zoom}>
        <IconButton glyph={glyphFit} label={text("zoom-fit")} onClick={showAll} />
        <IconButton
          glyph={glyphMinus}
          label={text("zoom-out")}
          disabled={smallerThan(zoom) === undefined}
          onClick={() => zoomTo(smallerThan(zoom))}
        />
        <IconButton
          glyph={glyphPlus}
          label={text("zoom-in")}
          disabled={largerThan(zoom) === undefined}
          onClick={() => zoomTo(largerThan(zoom))}
        />
      </div>
    </div>
  )
}
