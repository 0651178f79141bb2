import { type ReactNode, useEffect, useRef } from "react"
import { Button } from "../ui/Button.tsx"
import { glyphBack } from "../ui/glyphs-basic.ts"
import styles from "./panels.module.css"

/** The row that led to a detail, or else the first thing in its part. */
const rowIn = (panel: Element | null | undefined, rowKey: string): HTMLElement | null | undefined =>
  panel?.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"] button`) ??
  panel?.querySelector<HTMLElement>("input, button")

/** What had the focus is gone. */
const isLost = (): boolean => document.activeElement === document.body

export interface DetailHeadProps {
  readonly back: string
  readonly onBack: () => void
  /** Of the row that led here. */
  readonly rowKey: string
  /** What stands beside the way back. */
  readonly children?: ReactNode
}

/** The head of a detail. Its way back takes the focus, and gives it to the row that led here. */
export const DetailHead = ({ back, onBack, rowKey, children }: DetailHeadProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = element.current?.closest("[role=tabpanel]")
    if (isLost()) element.current?.querySelector("button")?.focus({ preventScroll: true })
    return () => {
      // the list is there by the next turn
      setTimeout(() => {
        if (isLost()) rowIn(panel, rowKey)?.focus({ preventScroll: true })
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
