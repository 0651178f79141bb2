import { useEffect, useEffectEvent } from "react"

/** How often something that is under review is asked for again while it is looked at. */
const RENEWAL_MS = 5_000

/** Asks again every few seconds while something is pending and its page is in view. */
export const useRenewal = (pending: boolean, refresh: () => void): void => {
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => {
      if (!document.hidden) renew()
    }, RENEWAL_MS)
    return () => clearInterval(timer)
  }, [pending])
}
