/** Computes what became of a contract in the past, off the main thread. */
import { closePrices, type PastContract, pastOdds } from "../domain/past-odds.ts"

export interface PastQuestion {
  readonly contract: PastContract
  readonly closes: readonly (string | null)[]
}

self.addEventListener("message", ({ data }: MessageEvent<PastQuestion>) =>
  self.postMessage(pastOdds(data.contract, closePrices(data.closes))),
)
