import { useSyncExternalStore } from "react"

/** Makes a hook: whether the media query matches; `before` where there is no window. */
const mediaQuery = (text: string, before: boolean) => {
  const subscribe = (listener: () => void) => {
    const query = matchMedia(text)
    query.addEventListener("change", listener)
    return () => query.removeEventListener("change", listener)
  }
  return (): boolean =>
    useSyncExternalStore(
      subscribe,
      () => matchMedia(text).matches,
      () => before,
    )
}

/** True if the member asked the device for reduced motion. */
export const useReducedMotion = mediaQuery("(prefers-reduced-motion: reduce)", true)

/**
 * Whether there is room for a detail beside a list. The width is the same as in Page.module.css.
 */
export const useWideLayout = mediaQuery("(min-width: 60rem)", false)
