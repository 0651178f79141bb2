import { useEffect, useEffectEvent } from "react"
import { useRefresh } from "../actors/context/query.ts"

/** How often something that is under review is asked for again while it is looked at. */
const RENEWAL_MS = 5_000

/**
 * Asks again every few seconds while something is pending and its page is in view. When nothing is pending any more the balance is
 * another one too, and is asked for wherever it is shown.
 */
export const useRenewal = (pending: boolean, refresh: () => void): void => {
  const renew = useEffectEvent(refresh)
  const refreshQueries = useRefresh()
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, RENEWAL_MS)
    return () => {
      clearInterval(timer)
      refreshQueries("walletSummary", "income")
    }
  }, [pending, refreshQueries])
}
