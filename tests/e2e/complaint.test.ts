/** The page of a withdrawal that is not decided when promised. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCard, requestElsewhere } from "./cards.ts"
import { operate } from "./operator.ts"
import { button } from "./page-models/fields.ts"
import { SOON_MS, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite({ WITHDRAWAL_PROMISE: "1000" })

it("says that the promise is broken, and shows the complaint with its number and its clock", {
  tags: ["exhaustive"],
}, async () => {
  const { member, phone } = await site.welcome()
  const { page } = phone
  await addCard(site.url(), member)
  const id = await requestElsewhere(site.url(), member)
  await page.goto(urlOf("withdraw-record-detail", { id }))
  const detail = page.locator("[data-page=withdraw-record-detail]").filter({ visible: true })
  await seeText(detail, "We promised a decision by")
  await button(detail, text("withdraw.complaint")).click()
  const question = page.getByRole("alertdialog", { name: text("withdraw.complaint.question"), exact: true })
  await question.waitFor({ timeout: SOON_MS })
  await button(question, text("withdraw.complaint.send")).click()
  await seeText(detail, text("withdraw.complaint.number", { number: "1" }))
  await operate(site, "complaints", "acknowledge", "1")
  await operate(site, "complaints", "answer", "1", "It is paid tomorrow.")
  await seeText(detail, "It is paid tomorrow.")
  expect(problemsOf(phone)).toEqual([])
})
