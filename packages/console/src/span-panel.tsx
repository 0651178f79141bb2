/** A tab about the span between the two marks: it sets them, and filters what the tab shows of it. */
import { type ReactNode, useDeferredValue, useState, useSyncExternalStore } from "react"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import { glyphClose } from "./glyphs.ts"
import { FilterField } from "./live-list.tsx"
import { MARK_NAMES, type MarkName, markOf, SPAN_EVENTS } from "./marks.ts"
import panelStyles from "./panels.module.css"
import { Button, IconButton } from "./parts.tsx"
import { useRenderThrottle } from "./render-throttle.ts"
import styles from "./span-panel.module.css"
import { usePositionText, useTexts } from "./texts.ts"

export interface SpanPanelProps {
  /** Renders what the filter leaves of the span. */
  readonly children: (filter: string) => ReactNode
}

export const SpanPanel = ({ children }: SpanPanelProps) => {
  const { text } = useTexts()
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  const otherwise = {
    a: text("mark.before", { count: SPAN_EVENTS }),
    b: text("mark.shown"),
  }
  return (
    <div className={panelStyles.listed}>
      <MarkPicker otherwise={otherwise} />
      <FilterField value={filter} onChange={setFilter} />
      {children(wanted)}
    </div>
  )
}

const Mark = ({ name, otherwise }: { readonly name: MarkName; readonly otherwise: string }) => {
  const { text } = useTexts()
  const { marks } = useConsole()
  const marked = useSyncExternalStore(marks.subscribe, marks.view)
  const { timeline, position } = useTimelinePosition()
  const positionText = usePositionText()
  const at = markOf(marked, timeline, name)
  const mark = name.toUpperCase()
  return (
    <div className={styles.mark}>
      <b aria-hidden="true" className={styles.name}>
        {mark}
      </b>
      <span className={styles.text} data-mark={name}>
        {at === null ? otherwise : positionText(timeline, at)}
      </span>
      {at === null ? null : (
        <IconButton
          glyph={glyphClose}
          label={text("mark.remove", { mark })}
          onClick={() => marks.set(timeline, name, null)}
        />
      )}
      <Button
        tone="secondary"
        size="small"
        disabled={at === position}
        onClick={() => marks.set(timeline, name, position)}
      >
        {text("mark.set", { mark })}
      </Button>
    </div>
  )
}

/** `otherwise`: what stands for a mark that is not set. */
export const MarkPicker = ({ otherwise }: { readonly otherwise: Readonly<Record<MarkName, string>> }) => {
  useRenderThrottle(useConsole().throttle)
  return (
    <fieldset className={styles.marks}>
      <legend className={panelStyles.hidden}>{useTexts().text("marks")}</legend>
      {MARK_NAMES.map((name) => (
        <Mark key={name} name={name} otherwise={otherwise[name]} />
      ))}
    </fieldset>
  )
}
