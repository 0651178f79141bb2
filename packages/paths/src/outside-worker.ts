/**
 * Runs in a thread of its own: loads the given file, searches the paths and posts them once. See
 * confined.ts.
 */
import { parentPort, workerData } from "node:worker_threads"
import { type PathRequest, pathsAsText } from "./ask.ts"
import { machineIn } from "./outside.ts"

/** The paths, or the reason of the refusal. */
export type Answer = { readonly text: string } | { readonly refusal: string }

const { path, request }: { readonly path: string; readonly request: PathRequest } = workerData

/** The message of the error, always with the file's path. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return `${path} throws what is no error`
  return cause.message.includes(path) ? cause.message : `${path}: ${cause.message}`
}

const found = async (): Promise<Answer> => {
  try {
    return { text: pathsAsText(await machineIn(path, request.exported), request) }
  } catch (cause) {
    return { refusal: reasonOf(cause) }
  }
}

const answer = async (): Promise<void> => {
  parentPort?.postMessage(await found())
}

// what the file's own actors throw later is no part of the answer
process.on("uncaughtException", () => {})
// not awaited: Node reports a top-level await that never settles
void answer()
