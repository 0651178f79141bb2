import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { projectRoot } from "./child-process.ts"

export type Texts = Readonly<Record<string, string>>

/** The path of a locale's texts. */
export const textsPath = (locale: string): string => join(projectRoot, "locales", `${locale}.json`)

/**
 * Reads a locale; one without a file has no texts. Throws when the file is not an object of
 * strings.
 */
export function readTexts(locale: string): Texts {
  let json: string
  try {
    json = readFileSync(textsPath(locale), "utf8")
  } catch {
    return {}
  }
  const value: unknown = JSON.parse(json)
  if (typeof value !== "object" || value === null) throw new Error(`locales/${locale}.json is not an object`)
  const texts: Record<string, string> = {}
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") throw new Error(`locales/${locale}.json: ${key} is not a string`)
    texts[key] = text
  }
  return texts
}

function writeTexts(locale: string, texts: Texts): void {
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))
  const staging = `${textsPath(locale)}.${process.pid}.tmp`
  writeFileSync(staging, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(staging, textsPath(locale))
}

const lockPath = join(projectRoot, ".cache", "texts.lock")
const staleAfterMs = 10_000

function takeLock(): boolean {
  try {
    closeSync(openSync(lockPath, "wx"))
    return true
  } catch {
    const heldForMs = Date.now() - (statSync(lockPath, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (heldForMs > staleAfterMs) rmSync(lockPath, { force: true })
    return false
  }
}

/**
 * Changes a locale's file atomically: no concurrent change is lost.
 */
export async function updateTexts(locale: string, change: (texts: Texts) => Texts): Promise<void> {
  mkdirSync(join(projectRoot, ".cache"), { recursive: true })
  while (!takeLock()) await new Promise((resolve) => setTimeout(resolve, 25))
  try {
    writeTexts(locale, change(readTexts(locale)))
  } finally {
    rmSync(lockPath, { force: true })
  }
}
