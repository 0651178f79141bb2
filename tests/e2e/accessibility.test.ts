import { describe, expect, it } from "vitest"
import { LOCALES } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/ui/locale.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const memberPages = [
  "/pages/tabbar/home/index",
  "/pages/tabbar/optional/index",
  "/pages/tabbar/trade/index",
  "/pages/tabbar/hold/index",
  "/pages/tabbar/hold/hold-record",
  "/pages/tabbar/my/index",
  "/pages/order/index?product=aapl&direction=up",
  "/pages/wallet/index",
  "/pages/recharge/recharge",
  "/pages/recharge/recharge-record",
  "/pages/withdraw/withdraw",
  "/pages/withdraw/withdraw-record",
  "/pages/bank/bank-list",
  "/pages/bank/bank-add",
  "/pages/usdt/usdt-list",
  "/pages/usdt/usdt-add",
  "/pages/income/income-record",
]
const visitorPages = ["/", "/pages/login/register", "/pages/empty/empty", "/no/such/page"]

const devices = [
  { shape: "phone", colorScheme: "light" },
  { shape: "desktop", colorScheme: "dark" },
] as const

describe.each(devices)("on a $shape, $colorScheme", (device) => {
  it.each(visitorPages)("a visitor finds no barrier at %s", async (path) => {
    const phone = await site.openDevice(device)
    await phone.page.goto(path)
    await phone.page.getByRole("heading").first().waitFor()
    expect(await accessibilityProblems(phone.page)).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })

  it("a member finds no barrier on any page", async () => {
    const { phone } = await site.welcome(device)
    for (const path of memberPages) {
      await phone.page.goto(path)
      await phone.page.getByRole("heading").first().waitFor()
      await phone.page.waitForLoadState("networkidle")
      expect(await accessibilityProblems(phone.page), path).toEqual([])
    }
    expect(problemsOf(phone)).toEqual([])
  }, 180_000)
})

describe("in each language", () => {
  it.each(LOCALES)("%s: the first page speaks it, whole and without sideways scrolling", async (locale) => {
    const phone = await site.openDevice({ locale: localeTagOf(locale) })
    await phone.page.goto("/")
    await phone.page.getByRole("heading", { level: 1 }).waitFor()
    await expect.poll(() => phone.page.locator("html").getAttribute("lang")).toBe(localeTagOf(locale))
    const overflow = await phone.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    expect(problemsOf(phone)).toEqual([])
  })
})
