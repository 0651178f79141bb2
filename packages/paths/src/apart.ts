/**
 * Looks for the paths of a machine in a file in a process of its own: a file that
 * kills the process it runs in still gets an answer.
 */
import { fork } from "node:child_process"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import type { PathRequest } from "./ask.ts"
import { memorySentence } from "./confined.ts"
import { inLine } from "./format.ts"
import type { Answer } from "./outside-worker.ts"

/** Sources and the built package name their files alike but for the ending. */
const keeper = fileURLToPath(new URL(`keeper${extname(import.meta.url)}`, import.meta.url))

/**
 * V8 aborts the whole process when a thread exceeds its heap faster than Node can stop the thread.
 */
const isAbort = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === "SIGABRT" || code === 134

/**
 * Rejects with one sentence if the file gives no paths.
 * @param limitMs CPU time the file may use; 8 s by default
 */
export const pathsApart = async (path: string, request: PathRequest, limitMs?: number): Promise<string> => {
  // The file may write to the streams of its process: the answer comes by message only.
  const child = fork(
    keeper,
    [path, JSON.stringify(request), ...(limitMs === undefined ? [] : [`${limitMs}`])],
    {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  )
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      child.once("message", (message: Answer) => resolve(message))
      child.once("error", reject)
      child.once("exit", (code, signal) =>
        resolve({
          refusal: isAbort(code, signal)
            ? memorySentence(path)
            : `${path} ended the process that looked into it`,
        }),
      )
    })
    if ("text" in answer) return answer.text
    throw new Error(inLine(answer.refusal))
  } finally {
    child.kill("SIGKILL")
  }
}
