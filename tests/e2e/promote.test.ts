// @module-tag exhaustive
/** The invitation link as QR code, in the share dialog of the device, and in the configured share list. */
import type { Page } from "playwright-core"
import qrcode from "qrcode-generator"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { operate } from "./operator.ts"
import { button, pauseOfAThumb } from "./page-models/fields.ts"
import { seeEqual } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ LINK_HOSTS: "share.example" })

/** The number of dark modules in each row of the QR code of a text. */
const darkRowsOf = (value: string): readonly number[] => {
  const code = qrcode(0, "M")
  code.addData(value)
  code.make()
  const indices = Array.from({ length: code.getModuleCount() }, (_, index) => index)
  return indices.map((row) => indices.filter((column) => code.isDark(row, column)).length)
}

/** The same, read from the drawing. */
const drawnRows = (path: string): readonly number[] => {
  const rows = new Map<number, number>()
  for (const [, row = "", run = ""] of path.matchAll(/M\d+ (\d+)h(\d+)/g))
    rows.set(Number(row), (rows.get(Number(row)) ?? 0) + Number(run))
  return [...rows].sort(([a], [b]) => a - b).map(([, count]) => count)
}

const openPromote = async (page: Page) => {
  await page.goto(urlOf("promote"))
  const own = page.locator("[data-page=promote]").filter({ visible: true })
  const code = own.getByRole("img", { name: text("promote.qr"), exact: true })
  await code.waitFor()
  const link = await own.getByText(/\/pages\/login\/register\?code=/).innerText()
  return { own, code, link }
}

const withoutShareDialog = (page: Page) =>
  page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "share"))

/** Replaces share dialog and clipboard by ones that note what they were given. */
const withShareDialog = (page: Page, ending: "AbortError" | "NotAllowedError") =>
  page.addInitScript((name) => {
    const note = (kind: string, value: string) => document.documentElement.setAttribute(kind, value)
    const share = ({ url = "" }: ShareData) => {
      note("data-shared", url)
      return Promise.reject(new DOMException("not shared", name))
    }
    const writeText = (copied: string) => Promise.resolve(note("data-copied", copied))
    Object.defineProperty(Navigator.prototype, "share", { configurable: true, value: share })
    Object.defineProperty(Navigator.prototype, "clipboard", { configurable: true, value: { writeText } })
  }, ending)

it("shows the link as QR code, and shares it where the operator says", async () => {
  const { phone } = await site.welcome()
  const { page } = phone
  await withoutShareDialog(page)
  const before = await openPromote(page)
  const drawing = await before.code.locator("path").last().getAttribute("d")
  expect(drawnRows(drawing ?? "")).toEqual(darkRowsOf(before.link))
  expect(await before.own.getByRole("link", { name: "Chat", exact: true }).count()).toBe(0)
  await operate(site, "share", "add", "Chat", "https://share.example/send?text={link}")
  const { own, link } = await openPromote(page)
  const chat = own.getByRole("link", { name: "Chat", exact: true })
  const expected = `https://share.example/send?text=${encodeURIComponent(link)}`
  await seeEqual(() => chat.getAttribute("href"), expected)
  expect(await chat.getAttribute("target")).toBe("_blank")
  expect(await button(own, text("promote.share")).count()).toBe(0)
  await operate(site, "share", "remove", "Chat")
  const after = await openPromote(page)
  await seeEqual(() => after.own.getByRole("link", { name: "Chat", exact: true }).count(), 0)
  expect(problemsOf(phone)).toEqual([])
})

it.each([
  { ending: "AbortError", means: "and copies nothing when it is closed" },
  { ending: "NotAllowedError", means: "and copies the link where that is denied" },
] as const)("opens the share dialog of the device, $means", async ({ ending }) => {
  const { phone } = await site.welcome()
  const { page } = phone
  await withShareDialog(page, ending)
  await operate(site, "share", "add", "Mail", "https://share.example/mail?text={link}")
  const { own, link } = await openPromote(page)
  // what the operator added is there beside the device's own dialog
  await own.getByRole("link", { name: "Mail", exact: true }).waitFor()
  await button(own, text("promote.share")).click()
  await seeEqual(() => page.locator("html").getAttribute("data-shared"), link)
  await pauseOfAThumb(page)
  const copied = ending === "AbortError" ? null : link
  await seeEqual(() => page.locator("html").getAttribute("data-copied"), copied)
  expect(problemsOf(phone)).toEqual([])
})
