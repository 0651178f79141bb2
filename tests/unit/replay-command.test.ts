/** `npm run replay`, as a process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { run } from "../../scripts/run.ts"
import { writeRecording } from "../../src/devtools/recordings.ts"
import { KEY, orderEvents, recordedOf, streamOf } from "../support/recordings.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recording-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("a recording is replayed without a browser", { timeout: 60_000 }, async () => {
  const good = join(folder, "good.json")
  const bad = join(folder, "bad.json")
  const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
  writeFileSync(good, text)
  writeFileSync(bad, text.replace(KEY, "").slice(1))
  const replay = (...args: readonly string[]) =>
    run("node", ["scripts/replay.ts", ...args], { timeoutMs: 30_000 })
  const changed = join(folder, "changed.json")
  writeFileSync(changed, text.replace('"10000"', '"20000"'))
  const [done, steps, other, refused, endless, usage] = [
    await replay(good),
    await replay(good, "--steps"),
    await replay(changed),
    await replay(bad),
    await replay(process.platform === "win32" ? folder : "/dev/zero"),
    await replay(),
  ]
  expect([done.code, done.output]).toEqual([0, expect.stringContaining("identical")])
  expect(steps.output).toContain("order.change  → order: ")
  expect([other.code, other.output]).toEqual([
    1,
    expect.stringMatching(/ALTERED[\s\S]*DIFFERS from step 2 \(order\.change\)/),
  ])
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining("Refused, truncated")])
  expect([endless.code, endless.output]).toEqual([2, expect.stringContaining("is not a file")])
  expect(usage.code).toBe(2)
})
