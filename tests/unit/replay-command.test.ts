/** `npm run replay`, as a process. What it says of each kind of file is in check.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { run } from "../../scripts/child-process.ts"
import { writeRecording } from "../../src/devtools/recordings.ts"
import { orderEvents, recordedOf, streamOf } from "../support/recordings.ts"

it("a recording is replayed without a browser, and a changed one differs", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "recording-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
  const replay = async (name: string, content: string, ...options: readonly string[]) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    const { code, output } = await run("node", ["scripts/replay.ts", file, ...options], { timeoutMs: 30_000 })
    return [code, output]
  }
  expect(await replay("good.json", text, "--steps")).toEqual([
    0,
    expect.stringMatching(/order\.change {2}→ order: [\s\S]*identical/),
  ])
  expect(await replay("changed.json", text.replace('"10000"', '"20000"'))).toEqual([
    1,
    expect.stringMatching(/ALTERED[\s\S]*DIFFERS from step 2 \(order\.change\)/),
  ])
})
