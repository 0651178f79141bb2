/** The chart of one machine, drawn from the same file as docs/machines: the active states lit, and the transition just taken. */
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { classes } from "../ui/classes.ts"
import { glyphPlus } from "../ui/glyphs.ts"
import { IconButton } from "../ui/IconButton.tsx"
import type { Arrow, Box, Drawing, Line, Point } from "./chart-drawing.ts"
import styles from "./chart-view.module.css"

const drawings = import.meta.glob<Drawing>("./drawings/*.json", { import: "default" })

/** The drawing of a machine by its id; null until it is there, or where there is none. */
const useDrawing = (machine: string): Drawing | null => {
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  useEffect(() => {
    let isWanted = true
    drawings[`./drawings/${machine}.json`]?.().then(
      (found) => {
        if (isWanted) setDrawing(found)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [machine])
  return drawing?.machine === machine ? drawing : null
}

const ZOOMS = [0.3, 0.45, 0.65, 0.9, 1.25] as const
/** The words can be read. */
const FIRST_ZOOM = 3

/** Between ids, which may hold spaces themselves. */
const BETWEEN = "\n"

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")

const Words = ({ lines, taken }: { readonly lines: readonly Line[]; readonly taken: ReadonlySet<string> }) =>
  lines.map(({ text, tone, at, transition, title }) => {
    // what leads nowhere and only acts has no arrow: its words are all there is to light
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

/** The whole machine is the paper that its states stand on. */
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
      <Words lines={lines} taken={taken} />
    </g>
  )
}

const Way = ({ arrow, taken }: { readonly arrow: Arrow; readonly taken: ReadonlySet<string> }) => {
  const isTaken = arrow.transitions.some((id) => taken.has(id))
  return (
    <g data-taken={isTaken || undefined}>
      <path
        d={pathOf(arrow.points)}
        className={classes(styles.way, isTaken && styles.taken)}
        markerEnd={isTaken ? "url(#inspect-tip-taken)" : "url(#inspect-tip)"}
      />
      <Words lines={arrow.lines} taken={taken} />
    </g>
  )
}

const keyOf = ({ source, target, transitions }: Arrow): string =>
  `${source} ${target} ${transitions.join(" ")}`

const Tip = ({ id, className }: { readonly id: string; readonly className: string | undefined }) => (
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

interface LightsProps extends PictureProps {
  /** Ids with a sign between, so that the same ones are the same. */
  readonly active: string
  readonly taken: string
}

const setOf = (ids: string): ReadonlySet<string> => new Set(ids === "" ? [] : ids.split(BETWEEN))

const NONE: ReadonlySet<string> = new Set()

const sizeOf = ({ drawing: { width, height }, zoom }: PictureProps) => ({
  width: width * zoom,
  height: height * zoom,
  viewBox: `0 0 ${width} ${height}`,
})

/** The chart with no light on: some hundred elements, drawn once. */
const Picture = memo(({ label, ...props }: PictureProps & { readonly label: string }) => {
  const { boxes, arrows, dots } = props.drawing
  return (
    <svg {...sizeOf(props)} className={styles.picture} role="img" aria-label={label}>
      <defs>
        <Tip id="inspect-tip" className={styles.tip} />
        <Tip id="inspect-tip-taken" className={styles.tipTaken} />
      </defs>
      {boxes.filter(isDrawn).map((box) => (
        <State key={box.state} box={box} isActive={false} taken={NONE} />
      ))}
      {dots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={5} className={styles.dot} />
      ))}
      {arrows.map((arrow) => (
        <Way key={keyOf(arrow)} arrow={arrow} taken={NONE} />
      ))}
    </svg>
  )
})

/** What is lit, over the picture, which is not touched by it: the active states, and the transitions just taken. */
const Lights = memo(({ active, taken, ...props }: LightsProps) => {
  const { boxes, arrows } = props.drawing
  const lit = setOf(active)
  const ways = setOf(taken)
  const isTold = ({ lines }: Box) =>
    lines.some(({ transition }) => transition !== null && ways.has(transition))
  return (
    <svg {...sizeOf(props)} className={styles.lights} aria-hidden="true">
      {boxes
        .filter((box) => isDrawn(box) && (lit.has(box.state) || isTold(box)))
        .map((box) => (
          <State key={box.state} box={box} isActive={lit.has(box.state)} taken={ways} />
        ))}
      {arrows
        .filter(({ transitions }) => transitions.some((id) => ways.has(id)))
        .map((arrow) => (
          <Way key={keyOf(arrow)} arrow={arrow} taken={ways} />
        ))}
    </svg>
  )
})

/** The innermost of the active states: where the eye should be. */
const focusOf = ({ boxes }: Drawing, active: string): Box | undefined => {
  const lit = setOf(active)
  return boxes.findLast(({ state }) => lit.has(state))
}

export interface ChartViewProps {
  readonly machine: string
  /** Ids of the active states. */
  readonly active: readonly string[]
  /** Ids of the transitions just taken. */
  readonly taken: readonly string[]
}

/** Follows the machine: when another state becomes active it comes into view. */
export const ChartView = ({ machine, active, taken }: ChartViewProps) => {
  const intl = useIntl()
  const drawing = useDrawing(machine)
  const [zoom, setZoom] = useState(FIRST_ZOOM)
  const frame = useRef<HTMLElement>(null)
  const factor = ZOOMS[zoom] ?? 1
  const lit = active.join(BETWEEN)
  useLayoutEffect(() => {
    const box = drawing ? focusOf(drawing, lit) : undefined
    const element = frame.current
    if (!box || !element) return
    element.scrollTo({
      left: (box.at.x + box.width / 2) * factor - element.clientWidth / 2,
      top: (box.at.y + box.height / 2) * factor - element.clientHeight / 2,
    })
  }, [drawing, lit, factor])
  if (!drawing) return null
  const label = intl.formatMessage({ id: "inspect.chart" }, { machine })
  return (
    <div className={styles.view}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={frame} className={styles.frame} aria-label={label} tabIndex={0}>
        <div className={styles.paper}>
          <Picture drawing={drawing} zoom={factor} label={label} />
          <Lights drawing={drawing} zoom={factor} active={lit} taken={taken.join(BETWEEN)} />
        </div>
      </section>
      <div className={styles.zoom}>
        <IconButton
          glyph="M5 12h14"
          label={intl.formatMessage({ id: "inspect.zoom-out" })}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        />
        <IconButton
          glyph={glyphPlus}
          label={intl.formatMessage({ id: "inspect.zoom-in" })}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
    </div>
  )
}
