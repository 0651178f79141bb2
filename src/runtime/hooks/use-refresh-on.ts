/** Asking again when something has happened that makes an answer out of date, also when it happened while the page was out of sight. */
import { useEffect, useEffectEvent, useRef } from "react"
import { useRuntime } from "./runtime-context.tsx"

const NONE: readonly string[] = []

/** Calls `refresh` after each event of these types; once, on being shown again, for those that came meanwhile. */
export const useRefreshOn = (types: readonly string[] = NONE, refresh: () => void): void => {
  const { onEvent, eventCount: subscription } = useRuntime()
  const seen = useRef<number | null>(null)
  const again = useEffectEvent(refresh)
  const joined = types.join(" ")
  useEffect(() => {
    const wanted = new Set(joined.split(" ").filter((type) => type !== ""))
    const count = () => [...wanted].reduce((sum, type) => sum + subscription(type), 0)
    const isMissed = seen.current !== null && count() > seen.current
    seen.current = count()
    if (isMissed) again()
    return onEvent((type) => {
      if (!wanted.has(type)) return
      seen.current = count()
      again()
    })
  }, [joined, onEvent, subscription])
}
