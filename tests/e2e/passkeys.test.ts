// @module-tag exhaustive
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { addAuthenticator } from "../support/virtual-authenticator.ts"
import { addCard } from "./cards.ts"
import { button, field, pauseOfAThumb } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import { openSite } from "./site.ts"

const site = openSite()

const logOut = async (page: Page) => {
  await page.goto(urlOf("my"))
  await button(page, text("my.logout")).click()
  await button(page.getByRole("alertdialog"), text("my.logout")).click()
}

it("is added, confirms a withdrawal, logs in alone, and is removed", async () => {
  const member = await site.newMember()
  const { username, password } = member
  await addCard(site.url(), member)
  // a relying party has a name, and never a number
  const url = `http://localhost:${new URL(site.url()).port}`
  const { page, entry, home, withdrawal } = await site.openDevice({ url })
  await addAuthenticator(page)
  await entry.open()
  await entry.login(username, password)
  await home.see()

  await page.goto(urlOf("logins"))
  await page.getByRole("link", { name: text("passkey.add") }).click()
  const shown = page.locator("[data-page=passkey]").filter({ visible: true })
  await field(page, text("factor.recovery")).waitFor()
  const codes = await shown.getByRole("listitem").allInnerTexts()
  expect(codes).toHaveLength(10)
  await field(page, text("factor.recovery")).fill(codes[3] ?? "")
  await pauseOfAThumb(page)
  await button(page, text("passkey.add")).click()
  const sheet = page.getByRole("dialog", { name: text("step-up.title"), exact: true })
  await page.getByText(textLike("passkey.since")).waitFor()

  await withdrawal.open()
  await withdrawal.amount().fill("1500")
  await withdrawal.choose("First Bank")
  await withdrawal.review()
  await withdrawal.seeConfirm()
  await pauseOfAThumb(page)
  await withdrawal.submit()
  const signed = { amount: "₦1,500.00", to: "First Bank •••• 1111", fee: "₦0.00" }
  await seeText(sheet, text("step-up.withdrawal", signed))
  await button(sheet, text("step-up.passkey")).click()
  await withdrawal.seeAnswer("accepted")

  // the name field offers it, and the authenticator accepts by itself
  await logOut(page)
  await home.see()

  // in a browser whose fields offer none
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await logOut(page)
  await button(page, text("passkey.login")).click()
  await home.see()

  await page.goto(urlOf("logins"))
  await page.getByRole("link", { name: textLike("passkey.used") }).click()
  await button(page, text("passkey.remove")).click()
  await field(sheet, text("factor.any-code")).fill(codes[0] ?? "")
  await button(sheet, text("step-up.submit")).click()
  await page.getByRole("link", { name: text("passkey.add") }).waitFor()
  await page.getByRole("link", { name: textLike("passkey.used") }).waitFor({ state: "detached" })
})

it("is not offered where the site is reached by a number, which the page says", async () => {
  const { phone } = await site.welcome()
  await phone.page.goto(urlOf("logins"))
  await seeText(phone.page, text("error.passkey.address"))
  expect(await phone.page.getByRole("link", { name: text("passkey.add") }).count()).toBe(0)
})
