/** The parts of the interface on one page, for developers. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Locator } from "playwright-core"
import { createServer, type ViteDevServer } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectRoot } from "../../scripts/run.ts"
import { distFolder } from "../../scripts/stamp.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { openDesktop, openPhone, workerBrowser } from "../support/browser.ts"
import { casesOf } from "../support/exhaustive.ts"

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
  const devices = [
    ["a phone", openPhone, "light"],
    ["a desktop", openDesktop, "dark"],
  ] as const
  const chosen = casesOf(devices, ([device]) => device === "a phone")
  it.each(chosen)(
    "shows every part on %s, without errors or accessibility faults",
    {
      tags: ["sweep"],
    },
    async (_, open, theme) => {
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
      // it fades, and what fades has no contrast
      await page.getByRole("alertdialog").waitFor({ state: "hidden" })
      expect(await accessibilityProblems(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )

  const themes = casesOf(["light", "dark"], (theme) => theme === "dark")
  it.each(themes)(
    "draws boxes and circles in the colours of the theme: %s",
    {
      tags: ["sweep"],
    },
    async (theme) => {
      const { page, close } = await openPhone(await workerBrowser(), { url: addressOf() })
      await page.emulateMedia({ colorScheme: theme === "dark" ? "light" : "dark" })
      await page.goto(`/design?theme=${theme}`)
      await page.locator("[data-design]").first().waitFor({ timeout: 120_000 })
      const fields = page.locator('[data-design="Fields"]')
      for (const control of [
        fields.getByLabel("Checkbox", { exact: true }),
        fields.getByLabel("two").last(),
      ]) {
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
    },
  )

  it("has one checkbox and one radio button, which everything uses", () => {
    const own = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".tsx") && !name.startsWith("devtools"))
      .filter((name) =>
        /type="(?:checkbox|radio)"/.test(readFileSync(join(projectRoot, "src", name), "utf8")),
      )
    // the radio buttons of a segmented control are not seen
    expect(own).toEqual([join("ui", "Segmented.tsx")])
  })

  it("uses every part that renders by itself", () => {
    const shown = readFileSync(join(projectRoot, "src/devtools/design/gallery.tsx"), "utf8")
    // parts of a page, and parts of other parts
    const elsewhere =
      "AppFrame BackToTop CheckMark FieldFrame FieldProblem Icon ListGroup Page PageHeader Pager PriceChart PullToRefresh RefreshButton Row TabBar Toast ToastWords VirtualList"
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
