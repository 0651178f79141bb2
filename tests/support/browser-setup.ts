import { existsSync } from "node:fs"
import { join } from "node:path"
import { findChromium } from "./chromium.ts"

/** Before the end-to-end tests: the build exists and the browser is unpacked, so that no test pays for either. */
export default async function setup(): Promise<void> {
  const server = join(import.meta.dirname, "../../dist/server/main.js")
  if (!existsSync(server)) throw new Error("There is no build to test: run `npm run build` first.")
  await findChromium()
}
