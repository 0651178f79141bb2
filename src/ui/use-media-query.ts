import { useSyncExternalStore } from "react"

/** Makes a hook: whether the media query matches; `before` where there is no window. */
const mediaQuery = (text: string, before: boolean) => {
  // one for all renders: each call of matchMedia costs as much as a small component
  const query = typeof matchMedia === "undefined" ? null : matchMedia(text)
  const subscribe = (listener: () => void) => {
    query?.addEventListener("change", listener)
    return () => query?.removeEventListener("change", listener)
  }
  const matches = () => query?.matches ?? before
  const matchesBefore = () => before
  return (): boolean => useSyncExternalStore(subscribe, matches, matchesBefore)
}

/** True if the member asked the device for reduced motion. */
export const useReducedMotion = mediaQuery("(prefers-reduced-motion: reduce)", true)

/**
 * Whether there is room for a detail beside a list. The width is the same as in Page.module.css.
 */
export const useWideLayout = mediaQuery("(min-width: 60rem)", false)

/** Whether there is room for list, chart and ticket. The width is the same as in Page.module.css. */
export const useDeskLayout = mediaQuery("(min-width: 64rem)", false)
