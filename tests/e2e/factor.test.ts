// @module-tag exhaustive
import { TOTP } from "otpauth"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { button, field, pauseOfAThumb, seeProblem } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite } from "./site.ts"

const site = openSite()
const STEP_MS = 30_000

it("is added with a code and a recovery code, asked for at the log-in and a new card, and removed", async () => {
  const { member, phone } = await site.welcome()
  const { page } = phone
  await phone.console.open()
  await phone.console.see()
  await page.goto(urlOf("logins"))
  await page.getByRole("link", { name: text("factor.title") }).click()
  const shown = page.locator("[data-page=factor]").filter({ visible: true })
  const key = await shown.getByText(/^[A-Z2-7]{32}$/).innerText()
  const codes = await shown
    .getByRole("listitem")
    .filter({ hasText: /^(?:[A-Z2-9]{4}-?){4}$/ })
    .allInnerTexts()
  const codeIn = (steps: number): string =>
    new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * STEP_MS })
  const firstCode = codeIn(0)
  await field(page, text("factor.code")).fill(firstCode)
  await field(page, text("factor.recovery")).fill("AAAA-AAAA-AAAA-AAAA")
  await button(page, text("factor.add")).click()
  await seeProblem(field(page, text("factor.recovery")), text("error.field.mismatch.recovery"))
  await field(page, text("factor.recovery")).fill(codes[3] ?? "")
  await pauseOfAThumb(page)
  await button(page, text("factor.add")).click()
  const sheet = page.getByRole("dialog", { name: text("step-up.title"), exact: true })
  await page.getByRole("link", { name: text("factor.title") }).waitFor()

  const second = await site.openDevice()
  await second.entry.open()
  await second.entry.login(member.username, member.password)
  const asked = field(second.page, text("login.code"))
  await seeProblem(asked, text("error.login.code-required"))
  await asked.fill(codeIn(1))
  await pauseOfAThumb(second.page)
  await second.entry.submitLogin()
  await second.home.see()

  const { account } = phone
  await page.goto(urlOf("bank-add"))
  await account.bankName().fill("First Bank")
  await account.cardNumber().fill("4111111111111111")
  await account.cardName().fill("Ada Obi")
  await pauseOfAThumb(page)
  await account.submitCard()
  await seeText(sheet, text("step-up.destination", { to: "First Bank ··1111, Ada Obi" }))
  await button(sheet, text("ui.close")).click()
  await sheet.waitFor({ state: "hidden" })
  await seeEqual(() => page.getByRole("alert").count(), 0)
  await pauseOfAThumb(page)
  await account.submitCard()
  const proof = field(sheet, text("factor.any-code"))
  await proof.fill("AAAA-AAAA-AAAA-AAAA")
  await button(sheet, text("step-up.submit")).click()
  await seeProblem(proof, text("error.factor.code-wrong"))
  await proof.fill(codes[1] ?? "")
  await pauseOfAThumb(page)
  await button(sheet, text("step-up.submit")).click()
  await account.seeCards()

  await page.goto(urlOf("logins"))
  await page.getByRole("link", { name: text("factor.codes-left", { count: 9 }) }).click()
  const renewed = page.locator("[data-page=recovery-codes]").filter({ visible: true })
  await renewed.getByRole("listitem").nth(9).waitFor()
  const fresh = await renewed.getByRole("listitem").allInnerTexts()
  await field(page, text("factor.recovery")).fill(fresh[9] ?? "")
  await button(page, text("codes.replace")).click()
  await seeText(sheet, text("step-up.factor.codes"))
  await proof.fill(codes[0] ?? "")
  await button(sheet, text("step-up.submit")).click()
  await page.getByRole("link", { name: text("factor.codes-left", { count: 10 }) }).waitFor()

  await page.getByRole("link", { name: text("factor.title") }).click()
  await button(page, text("factor.remove")).click()
  await proof.fill(codes[2] ?? "")
  await button(sheet, text("step-up.submit")).click()
  await seeProblem(proof, text("error.factor.code-wrong"))
  await proof.fill(fresh[0] ?? "")
  await pauseOfAThumb(page)
  await button(sheet, text("step-up.submit")).click()
  await page.getByRole("link", { name: text("factor.title") }).waitFor()

  await phone.console.larger()
  await phone.console.goTo("journal")
  const recording = await phone.console.export()
  expect(recording).toContain("factor.changed")
  for (const secret of [key, firstCode, ...codes, ...fresh, member.password])
    expect(recording).not.toContain(secret)
})
