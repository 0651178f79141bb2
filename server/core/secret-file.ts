import { randomUUID } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Reads a private file, and creates it with `make` when it is missing. When several processes
 * create it at once, the first one wins. Only the current user may read it.
 */
export const secretFile = (path: string, make: () => string): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    return readFileSync(path, "utf8")
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown
  }
  writeFileSync(draft, make(), { mode: 0o600, flag: "wx" })
  try {
    linkSync(draft, path)
  } catch (thrown) {
    if (!isPresent(thrown)) throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, "utf8")
}

const codeOf = (thrown: unknown): unknown =>
  typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, "code") : undefined
const isMissing = (thrown: unknown): boolean => codeOf(thrown) === "ENOENT"
const isPresent = (thrown: unknown): boolean => codeOf(thrown) === "EEXIST"
