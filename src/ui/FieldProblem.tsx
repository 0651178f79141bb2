import { type ReactNode, useEffect, useRef, useState } from "react"
import { glyphAlert } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"

export interface FieldProblemProps {
  /** The control's `aria-describedby` refers to this id. */
  readonly id: string
  /** Class of the visible message. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** By then a refused form has moved the focus to its first problem, also after a slow tap. */
const FOCUSED_AFTER_MS = 500

const isDescribed = (element: Element | null, id: string): boolean =>
  element?.closest(`[aria-describedby~="${id}"]`) != null

/**
 * The error of a control, shown under it and announced once: with the control if the control takes the focus, else by a live
 * region. An error that exists on the first render is not announced.
 */
export const FieldProblem = ({ id, className, children }: FieldProblemProps) => {
  const shown = useRef<HTMLDivElement>(null)
  const known = useRef<string>(undefined)
  const [announced, setAnnounced] = useState("")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read from the rendered element
  useEffect(() => {
    const text = shown.current?.textContent ?? ""
    const isNew = known.current !== undefined && known.current !== text
    known.current = text
    if (!isNew) return
    const before = document.activeElement
    const timer = setTimeout(() => {
      const hasMoved = document.activeElement !== before
      setAnnounced(hasMoved && isDescribed(document.activeElement, id) ? "" : text)
    }, FOCUSED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id, children])
  return (
    <>
      <div ref={shown} id={id} className={children ? className : undefined}>
        {children ? (
          <>
            <Icon glyph={glyphAlert} size={16} />
            <span>{children}</span>
          </>
        ) : null}
      </div>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
    </>
  )
}
