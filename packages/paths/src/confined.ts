/**
 * Searches the paths of a machine in a file in a thread, limited in time and
 * memory: the command answers with one sentence whatever the file does. It is no sandbox: the
 * file's code runs with the user's rights.
 */
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { PathRequest } from "./ask.ts"
import { inLine } from "./format.ts"
import type { Answer } from "./outside-worker.ts"

/** CPU time of the file. A machine of 500 situations needs a quarter of it. */
const LIMIT_MS = 8_000
const LOOK_MS = 250
/**
 * A thread with less CPU time between two polls is idle; idle for twenty polls, it waits for ever.
 */
const STILL_MS = 5
const STILL_LOOKS = 20
const HEAP_MIB = 512
/** The memory the process may grow by, outside the heap included. */
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

/** Polls the thread's usage; resolves with the reason to stop. */
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
  // a thread that has just ended has no usage; its end is reported elsewhere
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  return () => clearInterval(timer)
}

/** Rejects with one sentence if the file gives no paths within the limits. */
export const pathsOutside = async (
  path: string,
  request: PathRequest,
  limitMs = LIMIT_MS,
): Promise<string> => {
  const worker = new Worker(new URL(`outside-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { path, request },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    // the file's output is discarded
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
