/** Newer builds: on the server, or installed and waiting. */
import { useEffect, useEffectEvent, useState } from "react"
import { isOutdated, watchNewBuild } from "../effects/service-worker-client.ts"

/** False until known; checks once. */
export const useOutdated = (): boolean => {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    let isWanted = true
    void isOutdated().then((found) => {
      if (isWanted) setOutdated(found)
    })
    return () => {
      isWanted = false
    }
  }, [])
  return outdated
}

/** Calls back when a newer build is installed and waits; `accept` activates it. */
export const useNewBuild = (offer: (accept: () => void) => void): void => {
  const emitted = useEffectEvent(offer)
  useEffect(() => watchNewBuild((accept) => emitted(accept)), [])
}
