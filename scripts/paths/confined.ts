/**
 * The paths of a machine from outside the repository, looked for in a thread of its own: whatever the file does, never ends, uses up the memory or stops
 * the process, the command answers with one sentence. It is no jail: the file's code still runs with the rights of whoever named it.
 */
import { Worker } from "node:worker_threads"
import type { Wish } from "./ask.ts"

/** No machine of this repository takes a twentieth of it. */
const LIMIT_MS = 60_000
const MEMORY_MIB = 512

const sentenceOf = (path: string, cause: Error): string =>
  "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `${path} needs more than ${MEMORY_MIB} MiB of memory`
    : cause.message

/** Rejects with a sentence where the file gives no paths, for whatever reason, within the time. */
export const pathsOutside = async (path: string, wish: Wish, limitMs = LIMIT_MS): Promise<string> => {
  const worker = new Worker(new URL("outside-worker.ts", import.meta.url), {
    workerData: { path, wish },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MIB },
    // what the file prints is no part of the answer
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const refuse = (sentence: string) => reject(new Error(sentence))
      worker.once("message", (text: unknown) => resolve(String(text)))
      worker.once("error", (cause: Error) => refuse(sentenceOf(path, cause)))
      worker.once("exit", () => refuse(`${path} ended before it had a machine to show`))
      timer = setTimeout(() => refuse(`${path} was given up: no paths after ${limitMs / 1000} s`), limitMs)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
