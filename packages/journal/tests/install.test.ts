/** The package as another project gets it: built, packed, unpacked beside XState, used by a sample app. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot, run } from "../../../scripts/run.ts"

const source = join(projectRoot, "packages/journal")
const folder = mkdtempSync(join(tmpdir(), "journal-package-"))
const modules = join(folder, "node_modules")
const installed = join(modules, "@financial-links/journal")

/** What the sample's package.json and the package ask for, from this repository. */
const NEEDED = ["xstate", "effect", "idb", "@noble/hashes", "fake-indexeddb", "@types/node", "undici-types"]

const link = (name: string): void => {
  mkdirSync(join(modules, name, ".."), { recursive: true })
  symlinkSync(join(projectRoot, "node_modules", name), join(modules, name), "junction")
}

/** A program of the sample app, with the working directory of this repository. */
const node = (...given: readonly string[]) => run("node", given, { timeoutMs: 60_000 })
const cli = join(installed, "dist/cli.js")
const check = (file: string, ...more: readonly string[]) =>
  node(cli, "check", join(folder, file), "--with", join(folder, "loan-desk.ts"), ...more)

beforeAll(async () => {
  const built = join(folder, "package")
  mkdirSync(built)
  cpSync(join(source, "package.json"), join(built, "package.json"))
  const compiled = await run("tsc", ["-p", source, "--outDir", join(built, "dist")])
  expect(compiled.output).toBe("")
  const packed = await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder, built])
  expect(packed.ok, packed.output).toBe(true)
  mkdirSync(installed, { recursive: true })
  const archive = join(folder, "financial-links-journal-0.1.0.tgz")
  const unpacked = await run("tar", ["-xzf", archive, "-C", installed, "--strip-components", "1"])
  expect(unpacked.ok, unpacked.output).toBe(true)
  for (const name of NEEDED) link(name)
  cpSync(join(source, "samples/loan-desk"), folder, { recursive: true })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("has types that the sample app compiles with", { timeout: 120_000 }, async () => {
  expect((await run("tsc", ["-p", folder, "--pretty", "false"])).output).toBe("")
})

it("reads an earlier release's journal, survives a crash, and names a changed step", {
  timeout: 60_000,
}, async () => {
  const { ok, output } = await node(join(folder, "tell.ts"), folder)
  expect(ok, output).toBe(true)
  expect(output.trim().split("\n")).toEqual([
    'upcast: {"book":"Emma","days":14,"loans":1}',
    "after the crash: lent, 21 days, event 2",
    "recording: identical, 4 steps",
    "changed: altered",
    "forged: differs from step 2, loan.renew",
  ])
  const good = await check("good.json", "--steps")
  expect([good.code, good.output]).toEqual([0, expect.stringContaining("loan.lend  → loan: lent")])
  const changed = await check("changed.json")
  expect([changed.code, changed.output]).toEqual([
    1,
    expect.stringMatching(/ALTERED[\s\S]*DIFFERS from step 2 \(loan\.renew\): another event was recorded/),
  ])
})

it("has a command that says what is wrong", { timeout: 60_000 }, async () => {
  const help = await node(cli, "--help")
  expect([help.code, help.output]).toEqual([0, expect.stringContaining("check RECORDING --with FILE")])
  const none = await node(cli, "check", "nothing.json")
  expect([none.code, none.output]).toEqual([2, "Say check RECORDING --with FILE; --help tells more\n"])
  const absent = await check("absent.json")
  expect([absent.code, absent.output]).toEqual([2, `${join(folder, "absent.json")} is not a file.\n`])
  const other = await node(cli, "check", join(folder, "package.json"), "--with", join(folder, "desk.ts"))
  expect([other.code, other.output]).toEqual([2, expect.stringContaining("exports no list of machines")])
})
