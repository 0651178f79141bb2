/** Where the focus has to go, as machines say it: `count` tells one request from the next. */
import { useCallback, useEffect, useRef } from "react"

export interface FocusRequest {
  readonly field: string
  readonly count: number
}

type Take = (element: HTMLElement | null) => void

/** Gives each field its ref, and moves the focus whenever it is asked for anew; never when the page is first shown. */
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
