/**
 * The framework's refresher over the product's pull gesture: events, a threshold of its own, and
 * refreshes without a finger.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { PULL_TO_REFRESH_PX } from "../../../src/domain/limits.ts"
import { createPull, listenToPull, type Pull, type PullEvent } from "../../../src/ui/PullToRefresh.tsx"

export interface RefresherProps {
  readonly busy: boolean
  /** Refreshes once it becomes true. */
  readonly triggered: boolean
  readonly thresholdPx?: number | undefined
  readonly onEvent: (event: PullEvent) => void
}

/** As in PullToRefresh: the refresh ends after so long without `busy`. */
const CALM_MS = 300

/** Refreshes as a pull to the threshold would; a running refresh ignores it. */
const refresh = (pull: Pull, thresholdPx: number): void => {
  pull.start({ y: 0, fingers: 1, isAtTop: true })
  pull.move({ y: thresholdPx, fingers: 1, isAtTop: true })
  pull.end(thresholdPx)
}

export const Refresher = ({ busy, triggered, thresholdPx = PULL_TO_REFRESH_PX, onEvent }: RefresherProps) => {
  const element = useRef<HTMLDivElement>(null)
  const pull = useRef<Pull>(undefined)
  const isTriggering = useRef(false)
  const [refreshing, setRefreshing] = useState(false)
  const onPull = useEffectEvent((event: PullEvent) => {
    if (event === "refresh") setRefreshing(true)
    if (event === "restore") setRefreshing(false)
    if (!(isTriggering.current && event === "pulling")) onEvent(event)
  })
  useEffect(() => {
    const scroller = element.current?.closest<HTMLElement>("[data-scroller]")
    if (!scroller) return
    const listening = new AbortController()
    pull.current = createPull((event) => onPull(event), thresholdPx)
    listenToPull(scroller, pull.current, listening.signal)
    return () => listening.abort()
  }, [thresholdPx])
  useEffect(() => {
    if (!triggered || !pull.current) return
    isTriggering.current = true
    refresh(pull.current, thresholdPx)
    isTriggering.current = false
  }, [triggered, thresholdPx])
  useEffect(() => {
    if (!refreshing || busy) return
    const calm = setTimeout(() => pull.current?.done(), CALM_MS)
    return () => clearTimeout(calm)
  }, [refreshing, busy])
  return <div ref={element} />
}
