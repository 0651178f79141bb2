/**
 * Refetches after events that make an answer outdated, also after those that came while the page
 * was hidden.
 */
import { useEffect, useEffectEvent, useRef } from "react"
import { useRuntime } from "./runtime-context.tsx"

const NONE: readonly string[] = []

/** Calls `refresh` after each event of these types, and once when shown again for those missed. */
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
