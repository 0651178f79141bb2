import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * Moves the focus to the enclosing page or dialog when an element that holds it unmounts, for example an error with a retry
 * button. Without it the focus would fall back to the top of the document.
 */
export const useFocusHandover = (): RefObject<HTMLDivElement | null> => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = element.current
    return () => {
      if (shown?.contains(document.activeElement))
        shown.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    }
  }, [])
  return element
}
