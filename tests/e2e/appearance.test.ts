// @module-tag exhaustive
/** What operators configure of the appearance, and visitors choose, is what the app shows. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { BATCH_PATH } from "../../src/contract/wire-request.ts"
import { operate } from "./operator.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite()
const folder = mkdtempSync(join(tmpdir(), "appearance-"))
const ACCENT = "#7a1f5c"

const picture = async (name: string, width: number, height: number): Promise<string> => {
  const path = join(folder, name)
  await sharp({ create: { width, height, channels: 4, background: ACCENT } })
    .png()
    .toFile(path)
  return path
}

beforeAll(async () => {
  await operate(site, "appearance", "logo", await picture("logo.png", 600, 150))
  await operate(site, "appearance", "icon", await picture("icon.png", 256, 256))
  await operate(site, "appearance", "accent", ACCENT)
  await operate(site, "appearance", "tabs", "my,hold,trade,optional,home")
  const said = async () => (await fetch(site.url())).headers.get("server-timing") ?? ""
  await vi.waitFor(async () => expect(await said()).toContain("config"), { timeout: 10_000 })
})
afterAll(() => rmSync(folder, { recursive: true }))

it("is shown on the login page of a first visit, without a touch", async () => {
  const phone = await site.openDevice()
  const { page, entry } = phone
  await entry.open()
  await entry.seeLogin()
  const logo = page.getByRole("img", { name: "Financial Links", exact: true })
  await logo.waitFor()
  await seeEqual(() => logo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth), 480)
  const icon = page.locator('link[rel="icon"]')
  await seeEqual(
    async () => /^\/brand\/icon-[0-9a-f]{16}\.webp$/.test((await icon.getAttribute("href")) ?? ""),
    true,
  )
  const manifest = page.locator('link[rel="manifest"]')
  expect(await manifest.getAttribute("href")).toBe("/manifest.webmanifest")
  const colour = () =>
    button(page, text("login.submit")).evaluate((element) => getComputedStyle(element).backgroundColor)
  await seeEqual(colour, "rgb(122, 31, 92)")
  expect(problemsOf(phone)).toEqual([])
})

it("is light or dark as the visitor chooses, after a reload too", async () => {
  const { page, entry } = await site.openDevice()
  const theme = () => page.locator("html").getAttribute("data-theme")
  const canvas = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await entry.open()
  await entry.seeLogin()
  const light = await canvas()
  await button(page, text("preferences.theme")).click()
  const sheet = page.getByRole("dialog", { name: text("preferences.theme"), exact: true })
  await sheet.getByText(text("preferences.theme.dark"), { exact: true }).click()
  await seeEqual(theme, "dark")
  const dark = await canvas()
  expect(dark).not.toBe(light)
  await page.reload()
  await entry.seeLogin()
  expect(await theme()).toBe("dark")
  expect(await canvas()).toBe(dark)
})

it("draws up in red in Chinese and Japanese, unless green is chosen, which a reload keeps", async () => {
  const { page, entry } = await site.openDevice()
  const root = page.locator("html")
  const upIn = (lang: string) =>
    root.evaluate((element, tag) => {
      element.setAttribute("lang", tag)
      return getComputedStyle(element).getPropertyValue("--up")
    }, lang)
  await entry.open()
  await entry.seeLogin()
  const green = await upIn("en-GB")
  expect(await upIn("zh-CN")).not.toBe(green)
  expect(await upIn("ja-JP")).toBe(await upIn("zh-CN"))
  await page.evaluate(() => localStorage.setItem("app_colours", "green-up"))
  await page.reload()
  await entry.seeLogin()
  expect(await root.getAttribute("data-colours")).toBe("green-up")
  expect(await upIn("zh-CN")).toBe(green)
})

it("orders the tabs, and is there from the first paint of the next start", async () => {
  const { member, phone } = await site.welcome()
  const { page, tabs, account } = phone
  const labels = () =>
    page.getByRole("navigation").filter({ visible: true }).getByRole("link").allInnerTexts()
  const wanted = [text("ui.tab.my"), text("ui.tab.hold"), "", text("ui.tab.market"), text("ui.tab.home")]
  await seeEqual(labels, wanted)
  await tabs.goTo("my")
  await account.seeName(member.username)
  for (const path of [endpoints.systemConfig.path, BATCH_PATH])
    await page.route(`**/${path}`, (route) => route.abort())
  // what applies it is not loaded: the document has it itself
  await page.route("**/apply-appearance*", (route) => route.abort())
  await page.reload()
  await seeEqual(labels, wanted)
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--accent"))).toContain(
    ACCENT,
  )
})
