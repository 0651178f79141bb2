import { useEffect, useEffectEvent } from "react"
import { useRefresh } from "../../runtime/hooks/use-query.ts"

/** Interval between two requests while the page is visible. */
const RENEWAL_MS = 5_000

/** Calls `refresh` every few seconds while `wanted` is true and the page is visible. */
export const usePolling = (wanted: boolean, refresh: () => void): void => {
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, RENEWAL_MS)
    return () => clearInterval(timer)
  }, [wanted])
}

/**
 * Polls while something is pending. When it no longer is, the balance has changed too and is
 * refreshed.
 */
export const usePendingPolling = (pending: boolean, refresh: () => void): void => {
  const refreshQueries = useRefresh()
  usePolling(pending, refresh)
  useEffect(() => {
    if (!pending) return
    return () => refreshQueries("walletSummary", "income")
  }, [pending, refreshQueries])
}
