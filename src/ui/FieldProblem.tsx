import { type ReactNode, useEffect, useRef, useState } from "react"
import { glyphAlert } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"

export interface FieldProblemProps {
  /** By which the control refers to it (`aria-describedby`). */
  readonly id: string
  /** How it looks where there is one. */
  readonly className: string | undefined
  readonly children: ReactNode
}

/** By then the focus is where a form that was not taken has sent it, also after a slow tap on its button. */
const FOCUSED_AFTER_MS = 500

const isDescribed = (element: Element | null, id: string): boolean =>
  element?.closest(`[aria-describedby~="${id}"]`) != null

/**
 * What is wrong with a control, under it. It is read out once: with the control where that takes the focus because of it, else by itself, in a pause; what was wrong before the page was shown is not
 * news.
 */
export const FieldProblem = ({ id, className, children }: FieldProblemProps) => {
  const shown = useRef<HTMLDivElement>(null)
  const known = useRef<string>(undefined)
  const [said, setSaid] = useState("")
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are read from the page as they stand there
  useEffect(() => {
    const words = shown.current?.textContent ?? ""
    const isNews = known.current !== undefined && known.current !== words
    known.current = words
    if (!isNews) return
    const before = document.activeElement
    const saying = setTimeout(() => {
      const hasMoved = document.activeElement !== before
      setSaid(hasMoved && isDescribed(document.activeElement, id) ? "" : words)
    }, FOCUSED_AFTER_MS)
    return () => clearTimeout(saying)
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
        {said}
      </div>
    </>
  )
}
