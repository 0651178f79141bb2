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

/** What the sample's package.json and the package ask for, from this repository. */
const NEEDED = ["xstate", "idb", "@noble/hashes", "fake-indexeddb", "@types/node", "undici-types"]

/** A program of the sample app, with the working directory of this repository. */
const node = (...given: readonly string[]) => run("node", given, { timeoutMs: 60_000 })
const check = (file: string, ...more: readonly string[]) =>
  node(cli(), "check", join(project.folder, file), "--with", join(project.folder, "loan-desk.ts"), ...more)

const cli = () => join(project.installed, "dist/cli.js")

beforeAll(async () => {
  project = await installPackage("journal", "loan-desk", NEEDED)
}, 300_000)
afterAll(() => project.remove())

/** What the sample says. */
const PRINTED = [
  'upcast: {"book":"Emma","days":14,"loans":1}',
  "after the crash: lent, 21 days, event 2",
  "recording: identical, 4 steps",
  "changed: altered",
  "forged: differs from step 2, loan.renew",
]

it("has types that the sample app compiles with", { timeout: 120_000 }, async () => {
  expect((await run("tsc", ["-p", project.folder, "--pretty", "false"])).output).toBe("")
})

it("reads an earlier release's journal, survives a crash, and names a changed step", {
  timeout: 60_000,
}, async () => {
  const { ok, output } = await node(join(project.folder, "tell.ts"), project.folder)
  expect(ok, output).toBe(true)
  expect(output.trim().split("\n")).toEqual(PRINTED)
  const good = await check("good.json", "--steps")
  expect([good.code, good.output]).toEqual([0, expect.stringContaining("loan.lend  → loan: lent")])
  const changed = await check("changed.json")
  expect([changed.code, changed.output]).toEqual([
    1,
    expect.stringMatching(/ALTERED[\s\S]*DIFFERS from step 2 \(loan\.renew\): another event was recorded/),
  ])
})

it("has a command that says what is wrong", { timeout: 60_000 }, async () => {
  const help = await node(cli(), "--help")
  expect([help.code, help.output]).toEqual([0, expect.stringContaining("check RECORDING --with FILE")])
  const none = await node(cli(), "check", "nothing.json")
  expect([none.code, none.output]).toEqual([2, "Say check RECORDING --with FILE; --help tells more\n"])
  const absent = await check("absent.json")
  expect([absent.code, absent.output]).toEqual([2, `${join(project.folder, "absent.json")} is not a file.\n`])
  const other = await node(
    cli(),
    "check",
    join(project.folder, "package.json"),
    "--with",
    join(project.folder, "desk.ts"),
  )
  expect([other.code, other.output]).toEqual([2, expect.stringContaining("exports no list of machines")])
})

it("passes attw and publint", { timeout: 120_000 }, async ({ skip }) => {
  const judgement = await judgementOf(project)
  skip(judgement === null, "no registry")
  expect(judgement).toContain("All good!")
})

it.each(["xstate@5.20.0", "xstate@5"])(
  "runs the sample with %s, installed by npm",
  {
    timeout: 300_000,
  },
  async (peer) => {
    const other = await installWithPeers("journal", "loan-desk", [peer, "fake-indexeddb@6.2.8"])
    if (other === null) return
    const printed = await node(join(other.folder, "tell.ts"), other.folder)
    other.remove()
    expect(printed.output.trim().split("\n")).toEqual(PRINTED)
  },
)
