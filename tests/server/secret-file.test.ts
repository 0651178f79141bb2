import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { secretFile } from "../../server/core/secret-file.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secret-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const never = (): string => {
  throw new Error("it is there already")
}

it("a missing secret is made once, for the current user alone", () => {
  const path = join(folder, "keys", "vault.key")
  expect(secretFile(path, () => "first")).toBe("first")
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, "keys")).mode & 0o777).toBe(0o700)
  expect(secretFile(path, never)).toBe("first")
  expect(readdirSync(join(folder, "keys"))).toEqual(["vault.key"])
})

it("of several processes that make it at once the first wins, and no draft is left", () => {
  const path = join(folder, "vault.key")
  const made = secretFile(path, () => {
    writeFileSync(path, "of another process")
    return "too late"
  })
  expect(made).toBe("of another process")
  expect(readdirSync(folder)).toEqual(["vault.key"])
})

it("what cannot be read or linked is said, and nothing is made in its place", () => {
  const taken = join(folder, "taken")
  mkdirSync(taken)
  expect(() => secretFile(taken, never)).toThrow("EISDIR")
  const gone = join(folder, "gone", "vault.key")
  const make = () => {
    rmSync(join(folder, "gone"), { recursive: true })
    return "nowhere to be"
  }
  expect(() => secretFile(gone, make)).toThrow("ENOENT")
  expect(readdirSync(folder)).toEqual(["taken"])
})
