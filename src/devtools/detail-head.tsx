import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "../ui/Button.tsx"
import { glyphBack } from "../ui/glyphs-basic.ts"
import styles from "./panels.module.css"

/** The button of the row with a key, or else the first control of the panel. */
const controlIn = (panel: Element | null | undefined, rowKey: string): HTMLElement | null | undefined =>
  panel?.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"] button`) ??
  panel?.querySelector<HTMLElement>("input, button")

/** True if the focused element was removed. */
const isFocusLost = (): boolean => document.activeElement === document.body

export interface DetailHeadProps {
  readonly back: string
  readonly onBack: () => void
  /** Key of the row that opened the detail. */
  readonly rowKey: string
  /** Beside the back button. */
  readonly children?: ReactNode
}

/**
 * Head of a detail. The back button takes the focus; afterwards the row that opened the detail has
 * it again.
 */
export const DetailHead = ({ back, onBack, rowKey, children }: DetailHeadProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = element.current?.closest("[role=tabpanel]")
    if (isFocusLost()) element.current?.querySelector("button")?.focus({ preventScroll: true })
    return () => {
      // the list is mounted by the next task
      setTimeout(() => {
        if (isFocusLost()) controlIn(panel, rowKey)?.focus({ preventScroll: true })
      })
    }
  }, [rowKey])
  return (
    <div ref={element} className={styles.detailHead}>
      <Button tone="quiet" size="small" glyph={glyphBack} onClick={onBack}>
        {back}
      </Button>
      {children}
    </div>
  )
}
