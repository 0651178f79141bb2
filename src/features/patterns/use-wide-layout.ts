import { useSyncExternalStore } from "react"

/**
 * The width from which a list shows its detail beside it; the same as in src/ui/Page.module.css.
 */
const WIDE = "(min-width: 60rem)"

const subscribe = (onChange: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

/** Whether there is room for a detail beside a list. */
export const useWideLayout = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
