/** Controls of time travel: slider, steps, playback, next failure and return to the present. */
import { useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { useConsole } from "./console-context.tsx"
import { glyphAlert, glyphBack, glyphChevron, glyphPause, glyphPlay } from "./glyphs.ts"
import { Button, IconButton } from "./parts.tsx"
import { usePositionText, useTexts } from "./texts.ts"
import styles from "./time-bar.module.css"
import { SPEEDS, type Speed } from "./time-travel.ts"

const isSpeed = (value: number): value is Speed => SPEEDS.some((speed) => speed === value)

const SpeedChoice = () => {
  const { text } = useTexts()
  const { timeTravel } = useConsole()
  const { speed } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const label = text("speed")
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

/**
 * Slider and text of the position. They are written to the DOM without a render, because the end of
 * the timeline changes with every event.
 */
const PositionSlider = () => {
  const { text } = useTexts()
  const { timeTravel, throttle, MomentNote } = useConsole()
  const { shown, hasNoFailure } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const positionText = usePositionText()
  const description = useRef<HTMLParagraphElement>(null)
  const range = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const draw = () => {
      const timeline = timeTravel.timeline()
      const position = shown?.position ?? timeline.end()
      const described = positionText(timeline, position)
      if (description.current) description.current.textContent = hasNoFailure ? text("no-error") : described
      if (!range.current) return
      range.current.min = String(timeline.begin())
      range.current.max = String(timeline.end())
      range.current.value = String(position)
      range.current.ariaValueText = described
    }
    draw()
    return throttle.subscribe(draw)
  })
  return (
    <>
      <p ref={description} className={styles.position} />
      {shown && MomentNote ? <MomentNote className={styles.note} /> : null}
      <input
        ref={range}
        className={styles.range}
        type="range"
        aria-label={text("moment")}
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
  const { text } = useTexts()
  const { timeTravel } = useConsole()
  const { shown, isPlaying } = useSyncExternalStore(timeTravel.subscribe, timeTravel.view)
  const hasNext = useHasNext()
  const label = (id: "previous" | "next" | "play" | "pause" | "next-error" | "now") => text(id)
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
