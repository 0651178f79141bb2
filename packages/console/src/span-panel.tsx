/** A tab about the span between the two marks: it sets them, and filters what the tab shows of it. */
import { type ReactNode, useDeferredValue, useState } from "react"
import { FilterField } from "./live-list.tsx"
import { MarkPicker } from "./mark-picker.tsx"
import { SPAN_EVENTS } from "./marks.ts"
import styles from "./panels.module.css"
import { useTexts } from "./texts.ts"

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
    <div className={styles.listed}>
      <MarkPicker otherwise={otherwise} />
      <FilterField value={filter} onChange={setFilter} />
      {children(wanted)}
    </div>
  )
}
