import { type RefObject, useLayoutEffect, useRef } from "react"

/**
 * For what goes away by itself, like an error with its button once another try has brought something: whoever has the focus in it goes on at what it stood in (the
 * page, or a dialog) and not at the top of the document.
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
