import { useEffect, useEffectEvent } from "react"
import { useRefresh } from "../../runtime/hooks/use-query.ts"

/** How often something that is about to change is asked for again while it is looked at. */
const RENEWAL_MS = 5_000

/** Asks again every few seconds while it is wanted and its page is in view. */
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

/** The same for something that is pending. When it is so no more the balance is another one too, and is asked for wherever it is shown. */
export const usePendingPolling = (pending: boolean, refresh: () => void): void => {
  const refreshQueries = useRefresh()
  usePolling(pending, refresh)
  useEffect(() => {
    if (!pending) return
    return () => refreshQueries("walletSummary", "income")
  }, [pending, refreshQueries])
}
