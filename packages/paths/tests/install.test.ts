/** The package as another project gets it: built, packed, unpacked beside XState, used by a sample app. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot, run } from "../../../scripts/run.ts"

const source = join(projectRoot, "packages/paths")
const folder = mkdtempSync(join(tmpdir(), "paths-package-"))
const modules = join(folder, "node_modules")
const installed = join(modules, "@financial-links/paths")

/** What the sample's package.json and the package's peers ask for, from this repository. */
const PEERS = ["xstate", "@xstate/graph", "@types/node", "undici-types", "playwright-core"]

const link = (name: string): void => {
  mkdirSync(join(modules, name, ".."), { recursive: true })
  symlinkSync(join(projectRoot, "node_modules", name), join(modules, name), "junction")
}

/** A program of the sample app, with the working directory of this repository. */
const node = (...given: readonly string[]) => run("node", given, { timeoutMs: 60_000 })

beforeAll(async () => {
  const built = join(folder, "package")
  mkdirSync(built)
  cpSync(join(source, "package.json"), join(built, "package.json"))
  const compiled = await run("tsc", ["-p", source, "--outDir", join(built, "dist")])
  expect(compiled.output).toBe("")
  const packed = await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder, built])
  expect(packed.ok, packed.output).toBe(true)
  mkdirSync(installed, { recursive: true })
  const archive = join(folder, "financial-links-paths-0.1.0.tgz")
  const unpacked = await run("tar", ["-xzf", archive, "-C", installed, "--strip-components", "1"])
  expect(unpacked.ok, unpacked.output).toBe(true)
  for (const name of PEERS) if (existsSync(join(projectRoot, "node_modules", name))) link(name)
  cpSync(join(source, "samples/tea-timer"), folder, { recursive: true })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("has types that the sample app compiles with", { timeout: 120_000 }, async () => {
  expect((await run("tsc", ["-p", folder, "--pretty", "false"])).output).toBe("")
})

it("finds paths that a real actor walks, every transition", { timeout: 60_000 }, async () => {
  const { ok, output } = await node(join(folder, "walk.ts"))
  expect(ok, output).toBe(true)
  expect(output).toContain("6 of 6 transitions")
})

it("prints paths of a file by its own command", { timeout: 60_000 }, async () => {
  const cli = join(installed, "dist/cli.js")
  const file = join(folder, "tea-timer.ts")
  const printed = await node(cli, "--file", file, "--to", "ready")
  expect(printed.ok, printed.output).toBe(true)
  expect(printed.output).toContain("shortest to ready: 1 path, 3 steps")
  expect(printed.output).toContain("Three minutes have passed")
  const refused = await node(cli, "--machine", "tea")
  expect(refused.code).toBe(2)
  expect(refused.output).toBe("Say --file; --help tells what else there is\n")
})
