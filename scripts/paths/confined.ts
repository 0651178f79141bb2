/**
 * The paths of a machine from outside the repository, looked for in a thread of its own: whatever the file does, never ends, uses up the memory or stops
 * the process, the command answers with one sentence. It is no sandbox: the file's code runs with the user's rights.
 */
import { Worker } from "node:worker_threads"
import type { Wish } from "./ask.ts"
import { inLine } from "./format.ts"
import type { Answer } from "./outside-worker.ts"

/** Of its own computing, however busy the computer is. No machine of this repository takes a quarter of it. */
const LIMIT_MS = 8_000
const LOOK_MS = 250
/** A thread that computes less than this between two looks stands still; one that does so for twenty looks waits for something that does not come. */
const STILL_MS = 5
const STILL_LOOKS = 20
const HEAP_MIB = 512
/** What the process may grow by, what lies outside of the heap included. */
const GROWTH_MIB = 1_024
const MIB = 1024 * 1024

export const memorySentence = (path: string): string => `${path} needs more than ${HEAP_MIB} MiB of memory`

const failureOf = (path: string, cause: unknown): string => {
  if (!(cause instanceof Error)) return `${path} throws what is no error`
  const isMemory = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
  return isMemory ? memorySentence(path) : `${path} fails: ${cause.message}`
}

interface Watched {
  readonly worker: Worker
  readonly path: string
  readonly limitMs: number
  readonly giveUp: (sentence: string) => void
}

/** Looks again and again at what the thread uses; gives what ends the looking. */
const watch = ({ worker, path, limitMs, giveUp }: Watched): (() => void) => {
  const { rss } = process.memoryUsage()
  let usedMs = 0
  let stillLooks = 0
  const look = async (): Promise<void> => {
    if (process.memoryUsage().rss - rss > GROWTH_MIB * MIB) return giveUp(memorySentence(path))
    const { user, system } = await worker.cpuUsage()
    const nowMs = (user + system) / 1000
    stillLooks = nowMs - usedMs > STILL_MS ? 0 : stillLooks + 1
    usedMs = nowMs
    if (usedMs > limitMs) giveUp(`${path} was given up: no paths after ${limitMs / 1000} s of computing`)
    if (stillLooks > STILL_LOOKS) giveUp(`${path} was given up: it waits and computes nothing`)
  }
  // a thread that has just ended can no longer be asked; that it has ended is said elsewhere
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  return () => clearInterval(timer)
}

/** Rejects with a sentence where the file gives no paths, for whatever reason, within so much computing. */
export const pathsOutside = async (path: string, wish: Wish, limitMs = LIMIT_MS): Promise<string> => {
  const worker = new Worker(new URL("outside-worker.ts", import.meta.url), {
    workerData: { path, wish },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    // what the file prints is no part of the answer
    stdout: true,
    stderr: true,
  })
  let unwatch = () => {}
  try {
    return await new Promise<string>((resolve, reject) => {
      const refuse = (sentence: string) => reject(new Error(inLine(sentence)))
      worker.once("message", (answer: Answer) =>
        "text" in answer ? resolve(answer.text) : refuse(answer.refusal),
      )
      worker.once("error", (cause: unknown) => refuse(failureOf(path, cause)))
      worker.once("exit", () => refuse(`${path} ended before it had a machine to show`))
      unwatch = watch({ worker, path, limitMs, giveUp: refuse })
    })
  } finally {
    unwatch()
    await worker.terminate()
  }
}
