/** A data directory of the embedded engine that is there at the start: kept, or renamed. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { markReady, prepareDirectory } from "../../server/db/data-directory.ts"

let folder: string
let directory: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "links-data-"))
  directory = join(folder, "database")
  mkdirSync(directory)
  writeFileSync(join(directory, "a-table"), "")
})
afterEach(() => rmSync(folder, { recursive: true }))

it("is kept once it was opened", async () => {
  markReady(directory)
  await prepareDirectory(directory)
  expect(readdirSync(folder).toSorted()).toEqual(["database", "database.made"])
  expect(readdirSync(directory)).toEqual(["a-table"])
})

it("is renamed if it was never finished", async () => {
  await prepareDirectory(directory)
  const unfinished = readdirSync(folder).find((name) => /^database\.unfinished-\d+$/.test(name)) ?? ""
  expect(readdirSync(join(folder, unfinished))).toEqual(["a-table"])
})
