// @module-tag exhaustive
/** The parts of the interface on one page, for developers. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator } from "playwright-core"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectRoot } from "../../scripts/child-process.ts"
import { distFolder } from "../../scripts/stamp.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { openPhone, workerBrowser } from "../support/browser.ts"

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

/** The background of a control, and the colour of a token, as the browser computes them. */
const coloursOf = (control: Locator, token: string) =>
  control.evaluate((element, name) => {
    const probe = document.createElement("span")
    probe.style.backgroundColor = `var(${name})`
    document.body.append(probe)
    const colours = {
      control: getComputedStyle(element).backgroundColor,
      token: getComputedStyle(probe).backgroundColor,
    }
    probe.remove()
    return colours
  }, token)

/** Whether a finger that misses the middle of a control by half of `heightPx` still touches it. */
const isTargetOf = (control: Locator, heightPx: number) =>
  control.evaluate((element, height) => {
    element.scrollIntoView({ block: "center" })
    const { x, y, width, height: own } = element.getBoundingClientRect()
    return [-height / 2, height / 2].every((offset) => {
      const touched = document.elementFromPoint(x + width / 2, y + own / 2 + offset)
      return touched?.closest("label")?.control === element
    })
  }, heightPx)

describe("/design of the development server", () => {
  it("shows every part, without errors or accessibility faults", async () => {
    const { page, problems, close } = await openPhone(await workerBrowser(), { url: addressOf() })
    await page.goto("/design?theme=light")
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
    // it fades, and what fades has no contrast
    await page.getByRole("alertdialog").waitFor({ state: "hidden" })
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it("draws boxes and circles in the colours of the theme", async () => {
    const { page, close } = await openPhone(await workerBrowser(), { url: addressOf() })
    await page.goto("/design?theme=dark")
    await page.locator("[data-design]").first().waitFor({ timeout: 120_000 })
    const fields = page.locator('[data-design="Fields"]')
    for (const control of [fields.getByLabel("Checkbox", { exact: true }), fields.getByLabel("two").last()]) {
      await control.check()
      await control.evaluate((element) => element.blur())
      const accent = await coloursOf(control, "--accent-fill")
      expect(accent.control).toBe(accent.token)
      expect(await isTargetOf(control, 40)).toBe(true)
      await page.emulateMedia({ forcedColors: "active" })
      const chosen = await coloursOf(control, "--accent-fill")
      const open = await coloursOf(fields.getByLabel("three").last(), "--accent-fill")
      expect(chosen.control).not.toBe(open.control)
      await page.emulateMedia({ forcedColors: "none" })
    }
    const box = fields.getByLabel("Checkbox", { exact: true })
    await box.focus()
    await page.keyboard.press("Space")
    expect(await box.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid")
    await close()
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
