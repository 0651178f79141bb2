/** Whether the rate of a deposit or withdrawal is still held, and the rate that replaces it. */
import { useEffect } from "react"
import { type AssetRate, isRateRefusal } from "../../domain/asset-rate.ts"
import { useServerNow } from "./use-quotes.ts"

export interface RateSource {
  /** The rate that was taken. */
  readonly taken: AssetRate | undefined
  /** The rate of the last answer. */
  readonly offered: AssetRate | undefined
  /** The reason of the server's refusal, if there is one. */
  readonly refusal: string | undefined
  readonly onRetry: () => void
}

/**
 * The rate to offer instead of the one taken: once that has expired, or the server refused it or
 * missed one. Undefined while the taken one is held.
 */
export const useNewRate = ({ taken, offered, refusal, onRetry }: RateSource): AssetRate | undefined => {
  const nowMs = useServerNow()
  const isOver = isRateRefusal(refusal) || (taken !== undefined && taken.expiresAtMs <= nowMs)
  const isNew = offered !== undefined && offered.id !== taken?.id
  useEffect(() => {
    if (isOver && !isNew) onRetry()
  }, [isOver, isNew, onRetry])
  return isOver && isNew ? offered : undefined
}
