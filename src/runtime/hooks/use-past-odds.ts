/** What became of a contract in the past of its symbol, computed in a worker. */
import { useEffect, useState } from "react"
import type { PastContract, PastOdds } from "../../domain/past-odds.ts"
import { workerUrl } from "../api/service-worker-client.ts"
import type { PastQuestion } from "../past-odds-worker.ts"
import script from "../past-odds-worker.ts?worker&url"
import { useQuery } from "./use-query.ts"

const UNLOADED = { reason: "no-answer.network" }

/** `odds` is undefined until they are computed, and null where the past is too short. */
export const usePastOdds = (symbol: string, contract: PastContract | null) => {
  const past = useQuery("closes", { symbol })
  const closes = past.data?.closes
  const [attempt, setAttempt] = useState({ number: 0, isFailed: false })
  const [worker, setWorker] = useState<Worker>()
  const [odds, setOdds] = useState<PastOdds | null>()
  useEffect(() => {
    const started = new Worker(workerUrl(script), { type: "module", name: `past ${attempt.number}` })
    started.addEventListener("message", ({ data }: MessageEvent<PastOdds | null>) => setOdds(data))
    started.addEventListener("error", () => setAttempt((last) => ({ ...last, isFailed: true })))
    setWorker(started)
    return () => started.terminate()
  }, [attempt.number])
  useEffect(() => {
    if (!worker || !contract || !closes) return
    const question: PastQuestion = { contract, closes }
    worker.postMessage(question)
  }, [worker, contract, closes])
  const failed = { ...past, data: undefined, failure: UNLOADED }
  const onRetry = () => setAttempt({ number: attempt.number + 1, isFailed: false })
  return { past: attempt.isFailed ? { ...failed, onRetry } : past, odds }
}
