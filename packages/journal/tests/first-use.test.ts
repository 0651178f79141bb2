/** The README's first use as an app bundles it: its weight, without XState. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { expect, it } from "vitest"
import { projectRoot } from "../../../scripts/child-process.ts"

const folder = join(projectRoot, "packages/journal")
const ENTRY = join(folder, "first-use.ts")
const MOST_BYTES = 12 * 1024

it("weighs 12 KiB at most", async () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8")
  const [, code = ""] = /## First use[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? []
  expect(code).toContain("restoreStream(")
  const bundle = await rolldown({
    input: ENTRY,
    external: ["xstate", "./loan-machine.ts"],
    plugins: [
      {
        name: "readme",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false })
  const bytes = gzipSync(output[0].code, { level: 9 }).length
  expect(output[0].code).not.toContain("effect")
  expect(bytes).toBeGreaterThan(3_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
