/** The process around the thread of a file from outside: sends the answer once. See apart.ts. */
import type { PathRequest } from "./ask.ts"
import { pathsOutside } from "./confined.ts"
import type { Answer } from "./outside-worker.ts"

const [path = "", request = "{}", limitMs] = process.argv.slice(2)
const asked: PathRequest = JSON.parse(request)

const found = async (): Promise<Answer> => {
  try {
    return { text: await pathsOutside(path, asked, limitMs === undefined ? undefined : Number(limitMs)) }
  } catch (cause) {
    return { refusal: cause instanceof Error ? cause.message : String(cause) }
  }
}

// the result is no longer awaited
process.once("disconnect", () => process.exit())
const answer = await found()
process.send?.(answer)
