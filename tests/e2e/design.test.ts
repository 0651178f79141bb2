/** The parts of the interface on one page, for developers. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectRoot } from "../../scripts/run.ts"
import { distFolder } from "../../scripts/stamp.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { openDesktop, openPhone, workerBrowser } from "../support/browser.ts"

let vite: ViteDevServer
beforeAll(async () => {
  vite = await createServer({
    root: projectRoot,
    configFile: join(projectRoot, "vite.config.ts"),
    cacheDir: join(projectRoot, ".cache/vite-design"),
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  })
  await vite.listen()
})
afterAll(() => vite.close())

const addressOf = (): string => vite.resolvedUrls?.local[0] ?? ""

describe("/design of the development server", () => {
  it.each([
    ["a phone", openPhone, "light"],
    ["a desktop", openDesktop, "dark"],
  ] as const)("shows every part on %s, without errors or accessibility faults", async (_, open, theme) => {
    const { page, problems, close } = await open(await workerBrowser(), { url: addressOf() })
    await page.goto(`/design?theme=${theme}`)
    // the first visit compiles every part
    await page.locator("[data-design]").first().waitFor({ timeout: 120_000 })
    const names = await page
      .locator("[data-design]")
      .evaluateAll((all) => all.map((one) => one.dataset.design))
    expect(names).toContain("Buttons")
    expect(await page.locator("[data-design]:has(> div:empty)").count()).toBe(0)
    await page.getByRole("button", { name: "modal" }).click()
    await page.getByRole("alertdialog").waitFor()
    await page.getByRole("alertdialog").getByRole("button").first().click()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it("uses every part that renders by itself", () => {
    const shown = readFileSync(join(projectRoot, "src/devtools/design/gallery.tsx"), "utf8")
    // parts of a page, and parts of other parts
    const elsewhere =
      "AppFrame BackToTop FieldFrame FieldProblem Icon ListGroup Page PageHeader Pager PriceChart PullToRefresh RefreshButton Row TabBar Toast ToastWords VirtualList"
    const folder = join(projectRoot, "src/ui")
    const parts = readdirSync(folder)
      .filter((name) => /^[A-Z]\w+\.tsx$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), "utf8").matchAll(/^export const ([A-Z][a-z]\w*) =/gm),
      ])
      .map(([, part]) => part ?? "")
    const missing = parts.filter(
      (part) => !part.endsWith("Provider") && !new RegExp(`<${part}\\b`).test(shown),
    )
    expect(missing.toSorted()).toEqual(elsewhere.split(" "))
  })
})

it("is in no build", () => {
  const files = readdirSync(join(distFolder, "client"), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:js|css|html|json)$/.test(entry.name),
  )
  expect(files.length).toBeGreaterThan(50)
  const found = files.filter(({ parentPath, name }) =>
    /data-design|design\.html|What a member should know/.test(readFileSync(join(parentPath, name), "utf8")),
  )
  expect(found.map(({ name }) => name)).toEqual([])
})
