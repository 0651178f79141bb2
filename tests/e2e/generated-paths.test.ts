/**
 * Runs what `npm run paths -- --format playwright` writes, on the built app with the driver of the
 * withdrawal. PATHS_TO names another target state.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { projectRoot, run } from "../../scripts/run.ts"
import { addCard } from "./cards.ts"
import { collected } from "./playwright-test.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()
const folder = join(projectRoot, ".cache", `generated-paths-${process.pid}`)
const file = join(folder, "withdrawal.paths.ts")
const to = process.env.PATHS_TO ?? "reviewing"
const STAND_IN = "../../tests/e2e/playwright-test.ts"

const tsconfig = {
  extends: "../../tsconfig.json",
  compilerOptions: { paths: { "@playwright/test": [STAND_IN] }, types: ["node", "vite/client"] },
  include: ["*.ts"],
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const asked = ["--machine", "withdrawal", "--to", to, "--format", "playwright"]
  const { ok, output } = await run("node", ["scripts/paths.ts", ...asked])
  expect(ok, output).toBe(true)
  writeFileSync(file, output)
  writeFileSync(
    join(folder, "withdrawal.driver.ts"),
    'export * from "../../tests/e2e/drivers/withdrawal.driver.ts"\n',
  )
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it("uses only events of the schemas and of its driver", async () => {
  const { ok, output } = await run("tsc", ["-p", folder, "--noEmit"])
  expect(output).toBe("")
  expect(ok).toBe(true)
})

it("drives the built app along the path and sees every state", async () => {
  const member = await site.newMember()
  await addCard(site.url(), member)
  vi.stubEnv("MEMBER_NAME", member.username)
  vi.stubEnv("MEMBER_PASSWORD", member.password)
  await import(pathToFileURL(file).href)
  expect(collected.map(({ name }) => name)).toEqual([`withdrawal, shortest 1: ${to}`])
  for (const { body } of collected) {
    const phone = await site.openDevice()
    await body({ page: phone.page })
    expect(problemsOf(phone)).toEqual([])
  }
})
