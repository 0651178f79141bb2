import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Site } from "./site.ts"

const run = promisify(execFile)
const entry = join(import.meta.dirname, "../../server/operator.ts")

/** Runs an operator command: `operate(site, "products", "set", "--id", "goog", …)`. */
export const operate = async (site: Site, ...words: readonly string[]): Promise<string> => {
  const env = { ...process.env, ...site.storage() }
  const { stdout } = await run(process.execPath, [entry, ...words, "--why", "for a test"], { env })
  return stdout
}
