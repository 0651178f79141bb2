/** Moving along what happened. */
import { useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { useFormat } from "../ui/format.ts"
import { glyphPause, glyphPlay } from "../ui/glyphs.ts"
import { glyphAlert, glyphBack, glyphChevron } from "../ui/glyphs-basic.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { useHouse } from "./house.ts"
import styles from "./time-bar.module.css"
import type { Timeline } from "./timeline.ts"
import { SPEEDS, type Speed } from "./travel.ts"

const isSpeed = (value: number): value is Speed => SPEEDS.some((speed) => speed === value)

const SpeedChoice = () => {
  const intl = useIntl()
  const { travel } = useHouse()
  const { speed } = useSyncExternalStore(travel.subscribe, travel.view)
  const label = intl.formatMessage({ id: "inspect.speed" })
  return (
    <select
      className={styles.speed}
      aria-label={label}
      title={label}
      value={speed}
      onChange={({ currentTarget }) => {
        const next = Number(currentTarget.value)
        if (isSpeed(next)) travel.setSpeed(next)
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

/** What stands at the place, in words; also what a screen reader says while one drags. */
const usePlaceText = (): ((line: Timeline, place: number) => string) => {
  const intl = useIntl()
  const format = useFormat()
  return (line, place) => {
    const entry = line.entryAt(place)
    const at = { place: place - line.begin(), count: line.end() - line.begin() }
    if (!entry) return intl.formatMessage({ id: "inspect.place.first" }, at)
    const { type } = entry.event
    return intl.formatMessage({ id: "inspect.place" }, { ...at, event: type, time: format.time(entry.atMs) })
  }
}

/** The line and what stands at its place. Its end moves with everything that happens: that is written where it stands, and nothing else is drawn for it. */
const Place = () => {
  const intl = useIntl()
  const { travel, pulse } = useHouse()
  const { moment, isClear, recording } = useSyncExternalStore(travel.subscribe, travel.view)
  const textOf = usePlaceText()
  const words = useRef<HTMLParagraphElement>(null)
  const range = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const draw = () => {
      const line = travel.timeline()
      const place = moment?.place ?? line.end()
      const text = textOf(line, place)
      if (words.current)
        words.current.textContent = isClear ? intl.formatMessage({ id: "inspect.no-error" }) : text
      if (!range.current) return
      range.current.min = String(line.begin())
      range.current.max = String(line.end())
      range.current.value = String(place)
      range.current.ariaValueText = text
    }
    draw()
    return pulse.subscribe(draw)
  })
  return (
    <>
      <p ref={words} className={styles.place} />
      {moment && (recording || moment.place < 1) ? (
        <p className={styles.note}>{intl.formatMessage({ id: "inspect.no-answers" })}</p>
      ) : null}
      <input
        ref={range}
        className={styles.range}
        type="range"
        aria-label={intl.formatMessage({ id: "inspect.moment" })}
        onChange={({ currentTarget }) => void travel.goTo(Number(currentTarget.value))}
      />
    </>
  )
}

/** True where something comes after the moment that is shown. */
const useHasNext = (): boolean => {
  const { travel, pulse } = useHouse()
  const { moment } = useSyncExternalStore(travel.subscribe, travel.view)
  return useSyncExternalStore(
    pulse.subscribe,
    () => moment !== null && moment.place < travel.timeline().end(),
  )
}

export const TimeBar = () => {
  const intl = useIntl()
  const { travel } = useHouse()
  const { moment, isPlaying } = useSyncExternalStore(travel.subscribe, travel.view)
  const hasNext = useHasNext()
  const word = (id: "previous" | "next" | "play" | "pause" | "next-error" | "now") =>
    intl.formatMessage({ id: `inspect.${id}` })
  return (
    <div className={styles.bar}>
      <Place />
      <div className={styles.buttons}>
        <IconButton glyph={glyphBack} label={word("previous")} onClick={() => void travel.step(-1)} />
        <IconButton
          glyph={isPlaying ? glyphPause : glyphPlay}
          label={word(isPlaying ? "pause" : "play")}
          onClick={isPlaying ? travel.pause : travel.play}
        />
        <IconButton
          glyph={glyphChevron}
          label={word("next")}
          disabled={!hasNext}
          onClick={() => void travel.step(1)}
        />
        <IconButton glyph={glyphAlert} label={word("next-error")} onClick={() => void travel.toError()} />
        <SpeedChoice />
        <span className={styles.gap} />
        <Button
          tone={moment ? "primary" : "quiet"}
          size="small"
          disabled={moment === null}
          onClick={travel.toNow}
        >
          {word("now")}
        </Button>
      </div>
    </div>
  )
}
