import { useSyncExternalStore } from "react"

const wish = () => matchMedia("(prefers-reduced-motion: reduce)")

const follow = (listener: () => void) => {
  const query = wish()
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}

/** True if the member asked the device for reduced motion. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    follow,
    () => wish().matches,
    () => true,
  )
