/** Whether a newer build has taken the place of this one. */
import { useEffect, useState } from "react"
import { isOutdated } from "../../effects/build.ts"

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
