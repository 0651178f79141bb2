/** Sets the two marks at the shown position, or removes them. */
import { useSyncExternalStore } from "react"
import { useConsole, useTimelinePosition } from "./console-context.tsx"
import { glyphClose } from "./glyphs.ts"
import styles from "./mark-picker.module.css"
import { MARK_NAMES, type MarkName, markOf } from "./marks.ts"
import panelStyles from "./panels.module.css"
import { Button, IconButton } from "./parts.tsx"
import { usePositionText } from "./position-text.ts"
import { useRenderThrottle } from "./render-throttle.ts"
import { useTexts } from "./texts.ts"

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
