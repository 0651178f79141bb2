/** Looks for the paths of a machine from outside the repository in a process of its own: a file that kills the process it runs in still gets an answer. */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Wish } from "./ask.ts"
import { inLine } from "./format.ts"
import type { Answer } from "./outside-worker.ts"

const keeper = fileURLToPath(new URL("keeper.ts", import.meta.url))

/** Rejects with a sentence where the file gives no paths, for whatever reason. */
export const pathsApart = async (path: string, wish: Wish): Promise<string> => {
  // what the file writes past all streams is no part of the answer either
  const child = fork(keeper, [path, JSON.stringify(wish)], { stdio: ["ignore", "ignore", "ignore", "ipc"] })
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      child.once("message", (said: Answer) => resolve(said))
      child.once("error", reject)
      child.once("exit", () => resolve({ refusal: `${path} ended the process that looked into it` }))
    })
    if ("text" in answer) return answer.text
    throw new Error(inLine(answer.refusal))
  } finally {
    child.kill("SIGKILL")
  }
}
