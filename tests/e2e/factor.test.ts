// @module-tag exhaustive
import { TOTP } from "otpauth"
import { it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { button, field, pauseOfAThumb, seeProblem } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite } from "./site.ts"

const site = openSite()
const STEP_MS = 30_000

it("is added with a code and a recovery code, asked for at the log-in, and removed", async () => {
  const { member, phone } = await site.welcome()
  const { page } = phone
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
  await field(page, text("factor.code")).fill(codeIn(0))
  await field(page, text("factor.recovery")).fill("AAAA-AAAA-AAAA-AAAA")
  await field(page, text("login.password")).fill(member.password)
  await button(page, text("factor.add")).click()
  await seeProblem(field(page, text("factor.recovery")), text("error.field.mismatch.recovery"))
  await field(page, text("factor.recovery")).fill(codes[3] ?? "")
  await pauseOfAThumb(page)
  await button(page, text("factor.add")).click()
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

  await page.getByRole("link", { name: text("factor.title") }).click()
  await seeText(page, text("factor.codes-left", { count: 10 }))
  await field(page, text("factor.any-code")).fill(codes[0] ?? "")
  await button(page, text("factor.remove")).click()
  await page.getByRole("link", { name: text("factor.title") }).waitFor()
})
