// @module-tag exhaustive
/** What happens to a member's money is said at once, counted, listed, and read on every device. */
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { formatOf } from "../../src/ui/format.ts"
import { readOrders } from "../support/answers.ts"
import { buyElsewhere } from "./buy.ts"
import { operate } from "./operator.ts"
import { button } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone, Tab } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const bellName = (count: number): string =>
  count === 0 ? text("notices.title") : text("notices.bell", { count })

/** The bell of home, with a count of unread notices. */
const seeBell = async ({ page }: Pick<Tab, "page">, count: number): Promise<void> => {
  const home = page.locator("[data-page=home]").filter({ visible: true })
  await home.getByRole("button", { name: bellName(count), exact: true }).waitFor()
}

const toastsOf = ({ page }: Phone) => page.locator("[popover]").filter({ visible: true })

const noticesOf = ({ page }: Pick<Tab, "page">) =>
  page.locator("[data-page=notices]").filter({ visible: true })

const increase = (username: string, amount: string) => operate(site, "balance", "increase", username, amount)

describe("a notice", () => {
  it("announces a settled contract with its result, counts it, lists it and leads to it", async () => {
    const { member, phone } = await site.welcome()
    const { page } = phone
    await buyElsewhere(site.url(), member, { stake: "5000.00" })
    const settled = async () =>
      (await readOrders(site.url(), member.token)).find(({ state }) => state === "settled")
    const said = toastsOf(phone).filter({ hasText: text("notice.order.settled") })
    await said.waitFor({ timeout: 40_000 })
    const net = (await settled())?.net ?? ""
    const result = formatOf("en").amount(net, { signed: true })
    expect(await said.textContent()).toBe(`${text("notice.order.settled")} · AAPL · ${result}`)
    await seeBell(phone, 1)
    await button(page.locator("[data-page=home]"), bellName(1)).click()
    const row = noticesOf(phone)
      .getByRole("link")
      .filter({ hasText: text("notice.order.settled") })
    await row.waitFor()
    await seeEqual(async () => await row.locator("data").getAttribute("value"), net)
    await seeText(row, text("notices.unread"))
    await row.click()
    await page
      .getByRole("heading", { name: text("receipt.title") })
      .first()
      .waitFor()
    await page.goBack()
    // opening it has read it
    await seeEqual(() => noticesOf(phone).getByText(text("notices.unread")).count(), 0)
    await page.goBack()
    await seeBell(phone, 0)
    expect(problemsOf(phone)).toEqual([])
  })

  it("is read one by one, by a tap on it or on its mark, in every tab", async () => {
    const { member, phone } = await site.welcome()
    const other = await phone.openTab()
    await other.page.goto(urlOf("home"))
    for (const amount of ["1.00", "2.00", "3.00"]) await increase(member.username, amount)
    await seeBell(other, 3)
    await phone.page.goto(urlOf("notices"))
    const marks = noticesOf(phone).getByRole("button", { name: text("notices.mark-one") })
    await seeEqual(() => marks.count(), 3)
    await marks.nth(1).click()
    await seeBell(other, 2)
    await noticesOf(phone).getByRole("link").first().click()
    await seeBell(other, 1)
    await phone.page.goBack()
    await seeEqual(() => marks.count(), 1)
    await marks.first().click()
    await seeBell(other, 0)
    expect(problemsOf(phone)).toEqual([])
  })

  it("can be sought by its kind", async () => {
    const { phone } = await site.welcome()
    await seeBell(phone, 0)
    await phone.page.goto(urlOf("notices"))
    await seeText(noticesOf(phone), text("notice.balance.increased"))
    const filter = noticesOf(phone).getByLabel(text("notices.filter"))
    await filter.selectOption("order")
    await seeText(noticesOf(phone), text("notices.empty.kind"))
    await filter.selectOption("")
    await seeText(noticesOf(phone), text("notice.balance.increased"))
    expect(problemsOf(phone)).toEqual([])
  })
})
