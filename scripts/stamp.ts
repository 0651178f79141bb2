import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot } from "./child-process.ts"

export const distFolder = join(projectRoot, "dist")

const inputs = [
  "src",
  "machines",
  "packages",
  "locales",
  "server",
  "public",
  "scripts",
  "index.html",
  "vite.config.ts",
  "package-lock.json",
]
const stampName = "inputs.sha256"

function* filesUnder(path: string): Generator<string> {
  const full = join(projectRoot, path)
  if (!existsSync(full)) return
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const child = `${path}/${entry.name}`
    if (child === "locales/compiled" || child === "src/devtools/drawings") continue
    if (entry.isDirectory()) yield* filesUnder(child)
    else yield child
  }
}

/** A hash of the contents of everything a build is made of. */
export function hashInputs(): string {
  const hash = createHash("sha256")
  for (const input of inputs) {
    const isFile = input.includes(".")
    for (const file of isFile ? [input] : filesUnder(input)) {
      const full = join(projectRoot, file)
      if (!existsSync(full)) continue
      hash.update(`${file}\0`).update(readFileSync(full)).update("\0")
    }
  }
  return hash.digest("hex")
}

/** Whether a build contains the debug console. */
const consoleOf = (): string => (process.env.CONSOLE === "off" ? "without console" : "with console")

/**
 * True if dist is the build of the current sources. A build without the debug console counts unless
 * `isConsoleNeeded`; if CONSOLE is set, the build must match it.
 */
export function isFresh(isConsoleNeeded = process.env.CONSOLE !== undefined): boolean {
  const stamp = join(distFolder, stampName)
  if (!existsSync(stamp)) return false
  const [hash, console] = readFileSync(stamp, "utf8").split("\n")
  return hash === hashInputs() && (!isConsoleNeeded || console === consoleOf())
}

/**
 * Marks a folder as built from `hash`. Take the hash before the build, so that a change during it
 * counts.
 */
export function writeStamp(folder: string, hash: string): void {
  writeFileSync(join(folder, stampName), `${hash}\n${consoleOf()}\n`)
}
