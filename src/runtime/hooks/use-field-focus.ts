/** A machine's request to move the focus; `count` tells one request from the next. */
import { useCallback, useEffect, useRef } from "react"

export interface FocusRequest {
  readonly field: string
  readonly count: number
}

type Take = (element: HTMLElement | null) => void

/**
 * Returns the ref of each field, and moves the focus on a new request; never on the first render.
 */
export const useFieldFocus = (focus: FocusRequest | null): ((field: string) => Take) => {
  const elements = useRef(new Map<string, HTMLElement>())
  const takers = useRef(new Map<string, Take>())
  const done = useRef(focus?.count)
  useEffect(() => {
    if (focus === null || focus.count === done.current) return
    done.current = focus.count
    elements.current.get(focus.field)?.focus()
  }, [focus])
  return useCallback((field) => {
    const known = takers.current.get(field)
    if (known) return known
    const take: Take = (element) => {
      if (element) elements.current.set(field, element)
      else elements.current.delete(field)
    }
    takers.current.set(field, take)
    return take
  }, [])
}
