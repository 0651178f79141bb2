import { existsSync } from "node:fs"
import { join } from "node:path"
import { findChromium } from "./chromium.ts"

/** Checks that the build exists and unpacks the browser, before the end-to-end tests. */
export default async function setup(): Promise<void> {
  const server = join(import.meta.dirname, "../../dist/server/main.js")
  if (!existsSync(server)) throw new Error("There is no build to test: run `npm run build` first.")
  await findChromium()
}
