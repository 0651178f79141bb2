/**
 * Runs in a thread of its own: loads the given file, searches the paths and posts them once. See
 * confined.ts.
 */
import { parentPort, workerData } from "node:worker_threads"
import { pathsAsText, type Wish } from "./ask.ts"
import { machineIn } from "./outside.ts"

/** The paths, or why there are none. */
export type Answer = { readonly text: string } | { readonly refusal: string }

const { path, wish }: { readonly path: string; readonly wish: Wish } = workerData

/** Whatever failed, and wherever, the file is named. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `${path} throws what is no error`
  return cause.message.includes(path) ? cause.message : `${path}: ${cause.message}`
}

const found = async (): Promise<Answer> => {
  try {
    return { text: pathsAsText(await machineIn(path), wish) }
  } catch (cause) {
    return { refusal: reasonOf(cause) }
  }
}

const answer = async (): Promise<void> => {
  parentPort?.postMessage(await found())
}

// not awaited here: of a file that awaits for ever Node would complain on its own
void answer()
