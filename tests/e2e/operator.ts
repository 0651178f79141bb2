import { sendCommand } from "../../server/operator/socket.ts"
import type { Site } from "./site.ts"

/**
 * Runs an operator command: `operate(site, "products", "set", "--id", "goog", …)`. It goes through
 * the operator's socket; the command line itself is tested in tests/server/operator.test.ts. Throws
 * if the command is refused.
 */
export const operate = async (site: Site, ...words: readonly string[]): Promise<string> => {
  const dataDir = site.storage().DATA_DIR ?? ""
  const response = await sendCommand(dataDir, [...words, "--why", "for a test"])
  if (response === null) throw new Error(`no server is running on ${dataDir}`)
  if (!response.isDone) throw new Error(response.text)
  return response.text
}
