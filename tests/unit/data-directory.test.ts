/** A data directory of the embedded engine: kept, renamed, or unpacked from a template. */
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { pack } from "tar-fs"
import { afterEach, beforeEach, expect, it } from "vitest"
import { markReady, prepareDirectory, unpackTemplate } from "../../server/db/data-directory.ts"

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

it("is unpacked from a template: complete, or not at all", async () => {
  const template = join(folder, "template.tar.gz")
  const other = join(folder, "other")
  await pipeline(pack(directory), createGzip(), createWriteStream(template))
  await unpackTemplate(template, other)
  expect(readdirSync(other)).toEqual(["a-table"])
  expect(readdirSync(folder).toSorted()).toEqual(["database", "other", "template.tar.gz"])
  truncateSync(template, 40)
  await expect(unpackTemplate(template, join(folder, "third"))).rejects.toThrow("unexpected end of file")
  expect(readdirSync(folder)).not.toContain("third")
})
