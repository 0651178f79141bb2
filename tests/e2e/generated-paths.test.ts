// @module-tag exhaustive
/**
 * Runs what `npm run paths -- --format playwright` writes, by Playwright's own runner on the built app.
 * PATHS_TO names another target state of the withdrawal.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot, run } from "../../scripts/child-process.ts"
import { addCard } from "./cards.ts"
import { openSite } from "./site.ts"

const site = openSite()
const folder = join(projectRoot, ".cache", `generated-paths-${process.pid}`)
const DRIVERS = "../../tests/e2e/drivers"
const LIMIT_MS = 170_000

/** What is printed of each machine. */
const flows = {
  withdrawal: ["--to", process.env.PATHS_TO ?? "confirmed"],
  watchlist: ["--kind", "coverage"],
} as const

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  for (const [machine, wanted] of Object.entries(flows)) {
    const asked = ["--machine", machine, ...wanted, "--format", "playwright"]
    const out = join(folder, `${machine}.paths.ts`)
    const { ok, output } = await run("node", ["scripts/paths.ts", ...asked, "--out", out])
    expect(ok, output).toBe(true)
    write(`${machine}.driver.ts`, `export * from "${DRIVERS}/${machine}.driver.ts"\n`)
  }
  write("playwright.config.ts", `export { default } from "${DRIVERS}/playwright.config.ts"\n`)
  write("tsconfig.json", JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("uses only events of the schemas and of its driver", async () => {
  const { ok, output } = await run("tsc", ["-p", folder, "--noEmit", "--checkers", "1"])
  expect(output).toBe("")
  expect(ok).toBe(true)
})

it.each(Object.keys(flows))("drives the built app along the printed paths of %s", async (machine) => {
  const member = await site.newMember()
  await addCard(site.url(), member)
  const env = { BASE_URL: site.url(), MEMBER_NAME: member.username, MEMBER_PASSWORD: member.password }
  const { ok, output } = await run("playwright", ["test", "-c", folder, `${machine}.paths.ts`], {
    env,
    timeoutMs: LIMIT_MS,
  })
  expect(ok, output).toBe(true)
  expect(output).toMatch(/^ {2}1 passed/m)
})
