import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react"
import { IconButton } from "./Button.tsx"
import { classes } from "./classes.ts"
import { glyphPause, glyphPlay } from "./glyphs.ts"
import styles from "./Swiper.module.css"
import {
  autoplayEveryMs,
  canMove,
  draggedPosition,
  indexAt,
  nextPosition,
  placedAt,
  restPosition,
  type SwiperOptions,
  type SwiperSettings,
  type SwiperSource,
  stepPosition,
  swiperSettings,
} from "./swiper.ts"
import { useReducedMotion } from "./use-media-query.ts"

/** The accessible names of the controls. */
export interface SwiperLabels {
  /** Of the whole swiper. */
  readonly label: string
  readonly pause: string
  readonly play: string
  /** Of the dot of a slide; `number` starts at 1. */
  readonly slide: (number: number, count: number) => string
}

export interface SwiperProps extends SwiperOptions {
  readonly labels: SwiperLabels
  readonly slides: readonly { readonly id: string; readonly content: ReactNode }[]
  readonly onChange?: ((current: number, source: SwiperSource) => void) | undefined
}

interface View {
  /** May lie beyond the slides of a circular swiper; wrapped once the track rests. */
  readonly position: number
  /**
   * Where the track comes from, relative to the position: slides visible on the way are placed
   * there.
   */
  readonly lean: number
  /** True if the position is set without a transition. */
  readonly instant: boolean
}

/** The position of the track. */
const usePosition = (settings: SwiperSettings, onChange: SwiperProps["onChange"]) => {
  const { count, current, durationMs } = settings
  const [view, setView] = useState<View>({ position: current, lean: 0, instant: true })
  const moveTo = (to: number, source: SwiperSource) => {
    const [before, after] = [indexAt(view.position, count), indexAt(to, count)]
    setView({ position: to, lean: view.position - to, instant: false })
    if (before !== after) onChange?.(after, source)
  }
  const showIndex = useEffectEvent((index: number) => {
    if (index !== indexAt(view.position, count)) moveTo(index, "")
  })
  useEffect(() => showIndex(current), [current])
  useEffect(() => {
    if (view.position === indexAt(view.position, count)) return
    const rest = setTimeout(
      () => setView((now) => ({ position: indexAt(now.position, count), lean: 0, instant: true })),
      durationMs,
    )
    return () => clearTimeout(rest)
  }, [view.position, count, durationMs])
  return { view, setView, moveTo, active: indexAt(view.position, count) }
}

/** Calls `onTick` after each interval in which the position did not change. */
const useAutoplay = (playing: boolean, settings: SwiperSettings, position: number, onTick: () => void) => {
  const everyMs = autoplayEveryMs(settings)
  const tick = useEffectEvent(onTick)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new position restarts the interval
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      if (!document.hidden) tick()
    }, everyMs)
    return () => clearInterval(timer)
  }, [playing, everyMs, position])
}

interface DragOptions {
  readonly track: RefObject<HTMLElement | null>
  readonly settings: SwiperSettings
  readonly vertical: boolean
  readonly enabled: boolean
  readonly position: number
  /** A finger holds the track, or has released it. */
  readonly onHold: (held: boolean) => void
  /** The track moves to lower (-1) or higher (1) positions. */
  readonly onLean: (towards: number) => void
  readonly onRest: (position: number) => void
}

interface Drag {
  readonly pointerId: number
  readonly start: number
  /** Length of one slide. */
  readonly slidePx: number
  /** The position when the finger came down, in the middle of a transition too. */
  readonly from: number
  towards: number
  last: number
  lastMs: number
  speed: number
  moved: boolean
}

/** A shorter movement is a tap on the content of the slide. */
const TAP_PX = 6
/** A finger that rested this long does not flick. */
const REST_MS = 80

/** The visible position of the track, in slides; a fraction during a transition. */
const visiblePosition = (track: HTMLElement, view: DOMRect, vertical: boolean, slidePx: number): number => {
  const { left, top } = track.getBoundingClientRect()
  const shiftPx = vertical ? view.top - top : view.left - left
  return shiftPx / Math.max(1, slidePx)
}

/**
 * Makes the track follow a finger or pen along its axis. Across it the page scrolls. A mouse uses
 * the controls.
 */
const useDrag = (options: DragOptions) => {
  const { track, settings, vertical, enabled, position } = options
  const drag = useRef<Drag | undefined>(undefined)
  const wasDragged = useRef(false)
  const along = (event: PointerEvent) => (vertical ? event.clientY : event.clientX)
  const drawAt = (slides: number) => track.current?.style.setProperty("--dragged", String(slides))
  const release = () => {
    drag.current = undefined
    drawAt(0)
    options.onHold(false)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      const element = track.current
      if (!element || !enabled || !event.isPrimary || event.pointerType === "mouse") return
      const view = event.currentTarget.getBoundingClientRect()
      const slidePx = (vertical ? view.height : view.width) / settings.perView
      const from = visiblePosition(element, view, vertical, slidePx)
      const [start, lastMs] = [along(event), event.timeStamp]
      const { pointerId } = event
      drag.current = {
        pointerId,
        start,
        slidePx,
        from,
        towards: 0,
        last: start,
        lastMs,
        speed: 0,
        moved: false,
      }
      options.onHold(true)
      drawAt(from - position)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      const [at, goneMs] = [along(event), event.timeStamp - now.lastMs]
      if (!now.moved && Math.abs(at - now.start) > TAP_PX) {
        now.moved = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      if (goneMs > 0) now.speed = (now.last - at) / goneMs
      now.last = at
      now.lastMs = event.timeStamp
      const dragged = draggedPosition(now.from + (now.start - at) / Math.max(1, now.slidePx), settings)
      const towards = Math.sign(dragged - position)
      if (towards !== now.towards) options.onLean(towards)
      now.towards = towards
      drawAt(dragged - position)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      const isFlick = event.timeStamp - now.lastMs < REST_MS
      const dragged = draggedPosition(now.from + (now.start - now.last) / Math.max(1, now.slidePx), settings)
      wasDragged.current = now.moved
      release()
      options.onRest(restPosition(position, dragged, now.moved && isFlick ? now.speed : 0, settings))
    },
    onPointerCancel: release,
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: MouseEvent) => event.preventDefault(),
  }
}

/**
 * Slides that a finger swipes, dots or arrow keys choose, and `autoplay` changes. Autoplay has a pause button, stops while the
 * swiper is touched, hovered or focused, and starts paused under reduced motion.
 */
export const Swiper = (props: SwiperProps) => {
  const { labels, slides, vertical = false, autoplay = false, onChange } = props
  const isReduced = useReducedMotion()
  const track = useRef<HTMLUListElement>(null)
  const settings = swiperSettings(props, slides.length)
  const { view, setView, moveTo, active } = usePosition(settings, onChange)
  const [chosen, setChosen] = useState<boolean>()
  const [held, setHeld] = useState({ finger: false, mouse: false, focus: false })
  const playing = chosen ?? (autoplay && !isReduced)
  const movable = canMove(settings)
  const free = !held.finger && !held.mouse && !held.focus
  useAutoplay(playing && movable && free, settings, view.position, () =>
    moveTo(nextPosition(view.position, settings), "autoplay"),
  )
  const drag = useDrag({
    track,
    settings,
    vertical,
    enabled: movable,
    position: view.position,
    onHold: (finger) => setHeld((now) => ({ ...now, finger })),
    onLean: (lean) => setView((now) => ({ ...now, lean })),
    onRest: (position) => moveTo(position, "touch"),
  })
  const [back, on] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"]
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === on ? 1 : event.key === back ? -1 : 0
    if (by === 0 || !movable) return
    event.preventDefault()
    moveTo(stepPosition(view.position, by, settings), "click")
  }
  const centre = view.position + view.lean / 2 + (settings.perView - 1) / 2
  return (
    <section
      className={classes(styles.swiper, vertical && styles.vertical)}
      aria-label={labels.label}
      style={{ "--per-view": settings.perView }}
      onPointerEnter={({ pointerType }) => setHeld((now) => ({ ...now, mouse: pointerType === "mouse" }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, mouse: false }))}
      onFocus={({ target }) => setHeld((now) => ({ ...now, focus: target.matches(":focus-visible") }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds what is filled in */}
      <div
        role="group"
        aria-label={labels.slide(active + 1, slides.length)}
        tabIndex={movable ? 0 : undefined}
        className={styles.view}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <ul
          ref={track}
          className={styles.track}
          aria-live={playing && movable ? "off" : "polite"}
          data-held={held.finger || undefined}
          style={{
            "--position": view.position,
            "--turn": view.instant ? "0ms" : `${settings.durationMs}ms`,
          }}
        >
          {slides.map(({ id, content }, index) => (
            <li
              key={id}
              className={styles.slide}
              inert={!isInView(index, active, settings)}
              style={{ "--lap": placedAt(index, centre, settings) - index }}
            >
              {content}
            </li>
          ))}
        </ul>
      </div>
      {movable ? (
        <div className={styles.controls}>
          <Dots slides={slides} labels={labels} active={active} onPick={(index) => moveTo(index, "click")} />
          {autoplay ? (
            <IconButton
              glyph={playing ? glyphPause : glyphPlay}
              label={playing ? labels.pause : labels.play}
              onClick={() => setChosen(!playing)}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

const isInView = (index: number, active: number, { count, perView }: SwiperSettings): boolean =>
  indexAt(index - active, count) < perView

interface DotsProps extends Pick<SwiperProps, "slides" | "labels"> {
  readonly active: number
  readonly onPick: (index: number) => void
}

const Dots = ({ slides, labels, active, onPick }: DotsProps) => (
  <div className={styles.dots}>
    {slides.map(({ id }, index) => (
      <button
        key={id}
        type="button"
        className={styles.dot}
        aria-label={labels.slide(index + 1, slides.length)}
        aria-current={index === active || undefined}
        onClick={() => onPick(index)}
      />
    ))}
  </div>
)
