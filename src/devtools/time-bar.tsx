/** Controls of time travel: slider, steps, playback, next failure and return to the present. */
import { useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { Button, IconButton } from "../ui/Button.tsx"
import { glyphPause, glyphPlay } from "../ui/glyphs.ts"
import { glyphAlert, glyphBack, glyphChevron } from "../ui/Icon.tsx"
import { useConsole } from "./console-context.ts"
import { usePositionText } from "./position-text.ts"
import styles from "./time-bar.module.css"
import { SPEEDS, type Speed } from "./time-travel.ts"
import type { Timeline } from "./timeline.ts"

const isSpeed = (value: number): value is Speed => SPEEDS.some((speed) => speed === value)

const SpeedChoice = () => {
  const intl = useIntl()
  const { timeTravel } = useConsole()
  const { speed } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const label = intl.formatMessage({ id: "inspect.speed" })
  return (
    <select
      className={styles.speed}
      aria-label={label}
      title={label}
      value={speed}
      onChange={({ currentTarget }) => {
        const next = Number(currentTarget.value)
        if (isSpeed(next)) timeTravel.setSpeed(next)
      }}
    >
      {SPEEDS.map((each) => (
        <option key={each} value={each}>
          {`${each}×`}
        </option>
      ))}
    </select>
  )
}

/** In a recording answers begin with the document that wrote it; the journal on disk has none. */
const isWithoutAnswers = ({ answers }: Timeline, position: number, isRecording: boolean): boolean =>
  isRecording ? answers.countAt(position) === 0 : position < 1

/**
 * Slider and text of the position. They are written to the DOM without a render, because the end of
 * the timeline changes with every event.
 */
const PositionSlider = () => {
  const intl = useIntl()
  const { timeTravel, throttle } = useConsole()
  const { shown, hasNoFailure, recording } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const positionText = usePositionText()
  const description = useRef<HTMLParagraphElement>(null)
  const range = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const draw = () => {
      const timeline = timeTravel.timeline()
      const position = shown?.position ?? timeline.end()
      const text = positionText(timeline, position)
      if (description.current)
        description.current.textContent = hasNoFailure ? intl.formatMessage({ id: "inspect.no-error" }) : text
      if (!range.current) return
      range.current.min = String(timeline.begin())
      range.current.max = String(timeline.end())
      range.current.value = String(position)
      range.current.ariaValueText = text
    }
    draw()
    return throttle.subscribe(draw)
  })
  return (
    <>
      <p ref={description} className={styles.position} />
      {shown && isWithoutAnswers(timeTravel.timeline(), shown.position, recording !== null) ? (
        <p className={styles.note}>{intl.formatMessage({ id: "inspect.no-answers" })}</p>
      ) : null}
      <input
        ref={range}
        className={styles.range}
        type="range"
        aria-label={intl.formatMessage({ id: "inspect.moment" })}
        onChange={({ currentTarget }) => void timeTravel.goTo(Number(currentTarget.value))}
      />
    </>
  )
}

/** True if an event follows the shown position. */
const useHasNext = (): boolean => {
  const { timeTravel, throttle } = useConsole()
  const { shown } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  return useSyncExternalStore(
    throttle.subscribe,
    () => shown !== null && shown.position < timeTravel.timeline().end(),
  )
}

export const TimeBar = () => {
  const intl = useIntl()
  const { timeTravel } = useConsole()
  const { shown, isPlaying } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const hasNext = useHasNext()
  const label = (id: "previous" | "next" | "play" | "pause" | "next-error" | "now") =>
    intl.formatMessage({ id: `inspect.${id}` })
  return (
    <div className={styles.bar}>
      <PositionSlider />
      <div className={styles.buttons}>
        <IconButton glyph={glyphBack} label={label("previous")} onClick={() => void timeTravel.step(-1)} />
        <IconButton
          glyph={isPlaying ? glyphPause : glyphPlay}
          label={label(isPlaying ? "pause" : "play")}
          onClick={isPlaying ? timeTravel.pause : timeTravel.play}
        />
        <IconButton
          glyph={glyphChevron}
          label={label("next")}
          disabled={!hasNext}
          onClick={() => void timeTravel.step(1)}
        />
        <IconButton
          glyph={glyphAlert}
          label={label("next-error")}
          onClick={() => void timeTravel.toFailure()}
        />
        <SpeedChoice />
        <span className={styles.gap} />
        <Button
          tone={shown ? "primary" : "quiet"}
          size="small"
          disabled={shown === null}
          onClick={timeTravel.toNow}
        >
          {label("now")}
        </Button>
      </div>
    </div>
  )
}
