/** Whether a newer build has taken the place of this one. */
import { useEffect, useEffectEvent, useState } from "react"
import { isOutdated } from "../effects/build-check.ts"
import { watchNewBuild } from "../effects/service-worker-client.ts"

/** False until it is known; asks once, when it is first wanted. */
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

/** Calls back when a newer build has been brought to the device and waits for the member's word; `accept` goes over to it. */
export const useNewBuild = (offer: (accept: () => void) => void): void => {
  const emitted = useEffectEvent(offer)
  useEffect(() => watchNewBuild((accept) => emitted(accept)), [])
}
