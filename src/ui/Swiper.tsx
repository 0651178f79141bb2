import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { classes } from "./classes.ts"
import { glyphPause, glyphPlay } from "./glyphs.ts"
import { IconButton } from "./IconButton.tsx"
import styles from "./Swiper.module.css"
import {
  askedSlide,
  canTurn,
  indexAt,
  laidAt,
  nextPosition,
  type SwiperOptions,
  type SwiperSettings,
  type SwiperSource,
  stepPosition,
  swiperSettings,
  turnEveryMs,
} from "./swiper.ts"
import { useStillness } from "./useStillness.ts"
import { useSwiperDrag } from "./useSwiperDrag.ts"

/** What the controls are called. */
export interface SwiperWords {
  /** Spoken name of the whole. */
  readonly label: string
  readonly pause: string
  readonly play: string
  /** Of the dot that leads to a slide; the first one is 1. */
  readonly slide: (number: number, count: number) => string
}

export interface SwiperProps extends SwiperOptions {
  readonly words: SwiperWords
  readonly slides: readonly { readonly id: string; readonly content: ReactNode }[]
  /** False where nothing but a finger, the keys and time turn the slides. */
  readonly indicatorDots?: boolean | undefined
  readonly onChange?: ((current: number, source: SwiperSource) => void) | undefined
}

interface View {
  /** Counts on past the last slide where the slides go round; brought back once they rest. */
  readonly position: number
  /** From where the slides come, relative to the position: what is in view on the way has to be laid there. */
  readonly lean: number
  /** Put there without motion. */
  readonly still: boolean
}

/** The slides' place, and the ways to change it. */
const usePosition = (settings: SwiperSettings, onChange: SwiperProps["onChange"]) => {
  const { count, current, durationMs } = settings
  const [view, setView] = useState<View>({ position: current, lean: 0, still: true })
  const moveTo = (to: number, source: SwiperSource) => {
    const [before, after] = [indexAt(view.position, count), indexAt(to, count)]
    setView({ position: to, lean: view.position - to, still: false })
    if (before !== after) onChange?.(after, source)
  }
  const asked = useEffectEvent((index: number) => {
    if (index !== indexAt(view.position, count)) moveTo(index, "")
  })
  useEffect(() => asked(current), [current])
  useEffect(() => {
    if (view.position === indexAt(view.position, count)) return
    const rest = setTimeout(
      () => setView((now) => ({ position: indexAt(now.position, count), lean: 0, still: true })),
      durationMs,
    )
    return () => clearTimeout(rest)
  }, [view.position, count, durationMs])
  return { view, setView, moveTo, active: indexAt(view.position, count) }
}

/** Turns to the next slide after each interval in which nothing else has turned them. */
const useAutoplay = (playing: boolean, settings: SwiperSettings, position: number, onTurn: () => void) => {
  const everyMs = turnEveryMs(settings)
  const turn = useEffectEvent(onTurn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn begins a new interval
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => {
      if (!document.hidden) turn()
    }, everyMs)
    return () => clearInterval(timer)
  }, [playing, everyMs, position])
}

/** Slides in a frame: swiped by a finger, chosen by dots or arrow keys, turned by themselves where asked; what turns can always be paused. */
export const Swiper = (props: SwiperProps) => {
  const { words, slides, vertical = false, autoplay = false, onChange } = props
  const isStill = useStillness()
  const track = useRef<HTMLUListElement>(null)
  const settings = swiperSettings({ ...props, current: askedSlide(props, slides) }, slides.length)
  const { view, setView, moveTo, active } = usePosition(settings, onChange)
  const [chosen, setChosen] = useState<boolean>()
  const [held, setHeld] = useState({ finger: false, mouse: false, focus: false })
  const playing = chosen ?? (autoplay && !isStill)
  const turns = canTurn(settings)
  const free = !held.finger && !held.mouse && !held.focus
  useAutoplay(playing && turns && free, settings, view.position, () =>
    moveTo(nextPosition(view.position, settings), "autoplay"),
  )
  const drag = useSwiperDrag({
    track,
    settings,
    vertical,
    enabled: turns && !props.disableTouch,
    position: view.position,
    onHold: (finger) => setHeld((now) => ({ ...now, finger })),
    onLean: (lean) => setView((now) => ({ ...now, lean })),
    onRest: (position) => moveTo(position, "touch"),
  })
  const [back, on] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"]
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === on ? 1 : event.key === back ? -1 : 0
    if (by === 0 || !turns) return
    event.preventDefault()
    moveTo(stepPosition(view.position, by, settings), "click")
  }
  const centre = view.position + view.lean / 2 + (settings.perView - 1) / 2
  return (
    <section
      className={classes(styles.swiper, vertical && styles.vertical)}
      aria-label={words.label}
      style={{ "--per-view": settings.perView }}
      onPointerEnter={({ pointerType }) => setHeld((now) => ({ ...now, mouse: pointerType === "mouse" }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, mouse: false }))}
      onFocus={({ target }) => setHeld((now) => ({ ...now, focus: target.matches(":focus-visible") }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds what is filled in */}
      <div
        role="group"
        aria-label={words.slide(active + 1, slides.length)}
        tabIndex={turns ? 0 : undefined}
        className={styles.view}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <ul
          ref={track}
          className={styles.track}
          aria-live={playing && turns ? "off" : "polite"}
          data-held={held.finger || undefined}
          style={{
            "--position": view.position,
            "--turn": view.still ? "0ms" : `${settings.durationMs}ms`,
          }}
        >
          {slides.map(({ id, content }, index) => (
            <li
              key={id}
              className={styles.slide}
              inert={!isInView(index, active, settings)}
              style={{ "--lap": laidAt(index, centre, settings) - index }}
            >
              {content}
            </li>
          ))}
        </ul>
      </div>
      {turns ? (
        <div className={styles.controls}>
          <Dots {...props} active={active} onPick={(index) => moveTo(index, "click")} />
          {autoplay ? (
            <IconButton
              glyph={playing ? glyphPause : glyphPlay}
              label={playing ? words.pause : words.play}
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

interface DotsProps extends Pick<SwiperProps, "slides" | "words" | "indicatorDots"> {
  readonly active: number
  readonly onPick: (index: number) => void
}

const Dots = ({ slides, words, indicatorDots = true, active, onPick }: DotsProps) => (
  <div className={styles.dots}>
    {(indicatorDots ? slides : []).map(({ id }, index) => (
      <button
        key={id}
        type="button"
        className={styles.dot}
        aria-label={words.slide(index + 1, slides.length)}
        aria-current={index === active || undefined}
        onClick={() => onPick(index)}
      />
    ))}
  </div>
)
