// @module-tag exhaustive
/** The package as another project gets it: built, packed, unpacked beside XState, used by a sample app. */
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { run } from "../../../scripts/child-process.ts"
import {
  installPackage,
  installWithPeers,
  judgementOf,
  type OtherProject,
} from "../../../tests/support/installed-package.ts"

let project: OtherProject

/** What the sample's package.json and the package's peers ask for, from this repository. */
const PEERS = ["xstate", "rolldown", "@types/node", "undici-types", "playwright-core"]

/** A program of the sample app, with the working directory of this repository. */
const node = (...given: readonly string[]) => run("node", given, { timeoutMs: 60_000 })

const cli = () => join(project.installed, "dist/cli.js")

beforeAll(async () => {
  project = await installPackage("paths", "tea-timer", PEERS)
}, 300_000)
afterAll(() => project.remove())

it("has types that the sample app compiles with", { timeout: 120_000 }, async () => {
  expect((await run("tsc", ["-p", project.folder, "--pretty", "false"])).output).toBe("")
})

it("finds paths that a real actor walks, every transition", { timeout: 60_000 }, async () => {
  const { ok, output } = await node(join(project.folder, "walk.ts"))
  expect(ok, output).toBe(true)
  expect(output).toContain("6 of 6 transitions")
})

it("prints paths of a file by its own command", { timeout: 60_000 }, async () => {
  const file = join(project.folder, "tea-timer.ts")
  const printed = await node(cli(), "--file", file, "--to", "ready")
  expect(printed.ok, printed.output).toBe(true)
  expect(printed.output).toContain("shortest to ready: 1 path, 3 steps")
  expect(printed.output).toContain("Three minutes have passed")
  const judged = await node(cli(), "mutate", "--file", file)
  expect(judged.output).toContain("mutants, the covering paths notice 100.0 %")
  expect(judged.code, judged.output).toBe(0)
  const driver = await node(cli(), "driver", "--file", file)
  expect(driver.output).toContain('from "')
  expect(driver.output).toContain("= driverFor(teaMachine, {")
  const refused = await node(cli(), "--machine", "tea")
  expect(refused.code).toBe(2)
  expect(refused.output).toBe("Say --file; --help tells what else there is\n")
})

it("passes attw and publint", { timeout: 120_000 }, async ({ skip }) => {
  const judgement = await judgementOf(project)
  skip(judgement === null, "no registry")
  expect(judgement).toContain("All good!")
})

it.each([
  ["oldest", ["xstate@5.20.0", "rolldown@1.2.0"]],
  ["newest", ["xstate@5", "rolldown@1"]],
])("walks the sample with the %s peers, installed by npm", { timeout: 300_000 }, async (_, peers) => {
  const other = await installWithPeers("paths", "tea-timer", peers)
  if (other === null) return
  const walked = await node(join(other.folder, "walk.ts"))
  const command = join(other.folder, "node_modules/.bin/xstate-paths")
  const printed = await run(command, ["--file", join(other.folder, "tea-timer.ts"), "--to", "ready"])
  other.remove()
  expect(walked.output).toContain("6 of 6 transitions")
  expect(printed.output).toContain("shortest to ready: 1 path, 3 steps")
})
