import { useEffect, useState } from "react"
import { useApiLayer } from "./runtime-context.tsx"

/** Whether a settlement of this symbol was checked on this device; false until that is known. */
export const useIsMarketChecked = (symbol: string | undefined): boolean => {
  const { marketTrust } = useApiLayer()
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (symbol === undefined) return
    let isCurrent = true
    marketTrust
      .checkpointsOf(symbol)
      .then((seen) => {
        if (isCurrent) setChecked(seen.some(({ isCompared }) => isCompared))
      })
      // nothing can be read on this device: nothing was checked
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [symbol, marketTrust])
  return isChecked
}
