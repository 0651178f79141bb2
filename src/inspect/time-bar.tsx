/** Moving along what happened. */
import { useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { useFormat } from "../ui/format.ts"
import { glyphPause, glyphPlay } from "../ui/glyphs.ts"
import { glyphAlert, glyphBack, glyphChevron } from "../ui/glyphs-basic.ts"
import { IconButton } from "../ui/IconButton.tsx"
import { useHouse } from "./house.ts"
import { usePulse } from "./pulse.ts"
import styles from "./time-bar.module.css"
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
const usePlaceText = (place: number): string => {
  const intl = useIntl()
  const format = useFormat()
  const line = useHouse().travel.timeline()
  const entry = line.entryAt(place)
  const count = line.end() - line.begin()
  const at = { place: place - line.begin(), count }
  return entry
    ? intl.formatMessage(
        { id: "inspect.place" },
        { ...at, event: entry.event.type, time: format.time(entry.atMs) },
      )
    : intl.formatMessage({ id: "inspect.place.first" }, at)
}

export const TimeBar = () => {
  const intl = useIntl()
  const { travel, pulse } = useHouse()
  usePulse(pulse)
  const { moment, isPlaying, isClear, recording } = useSyncExternalStore(travel.subscribe, travel.view)
  const line = travel.timeline()
  const place = moment?.place ?? line.end()
  const text = usePlaceText(place)
  const word = (
    id: "previous" | "next" | "play" | "pause" | "next-error" | "moment" | "now" | "no-error" | "no-answers",
  ) => intl.formatMessage({ id: `inspect.${id}` })
  return (
    <div className={styles.bar}>
      <p className={styles.place}>{isClear ? word("no-error") : text}</p>
      {moment && (recording || place < 1) ? <p className={styles.note}>{word("no-answers")}</p> : null}
      <input
        className={styles.range}
        type="range"
        min={line.begin()}
        max={line.end()}
        value={place}
        aria-label={word("moment")}
        aria-valuetext={text}
        onChange={({ currentTarget }) => void travel.goTo(Number(currentTarget.value))}
      />
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
          disabled={moment === null || place >= line.end()}
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
