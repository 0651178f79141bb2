/** A withdrawal on its own page, from the request to its end. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCard, requestElsewhere } from "./cards.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { button, pauseOfAThumb } from "./page-models/fields.ts"
import { dontSeeText, SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

it("shows its stages, is cancelled by its member, and cannot be once a person has taken it", async () => {
  const { member, phone } = await site.welcome()
  const { page, withdrawal, ticket } = phone
  await addCard(site.url(), member)
  const detail = page.locator("[data-page=withdraw-record-detail]").filter({ visible: true })
  const cancel = button(detail, text("withdraw.cancel"))

  await page.goto(urlOf("withdraw-record-detail", { id: await requestElsewhere(site.url(), member) }))
  await seeText(detail, text("withdraw.step.waiting"))
  await cancel.click()
  const question = page.getByRole("alertdialog", { name: text("withdraw.cancel.question"), exact: true })
  await button(question, text("withdraw.cancel.keep")).click()
  await question.waitFor({ state: "hidden", timeout: SOON_MS })
  await pauseOfAThumb(page)
  await cancel.click()
  await button(question, text("withdraw.cancel")).click()
  await seeText(detail, text("review.withdrawal.cancelled"))
  await seeEqual(() => cancel.count(), 0)
  await ticket.open("aapl")
  await seeText(page.locator("[data-page=order]").filter({ visible: true }), "from a cancelled withdrawal")

  const taken = await requestElsewhere(site.url(), member)
  await page.goto(urlOf("withdraw-record-detail", { id: taken }))
  await cancel.waitFor({ timeout: SOON_MS })
  await operate(site, "withdrawals", "take", taken)
  await seeText(detail, text("withdraw.step.review-since"))
  await seeEqual(() => cancel.count(), 0)
  await operate(site, "withdrawals", "pay", taken, "--reference", "GTB-778")
  await withdrawal.seeStatus(1)
  await seeText(detail, "GTB-778")
  await dontSeeText(detail, text("withdraw.step.review-since"))
  await expectMemberBooks(site.url(), member)
  expect(problemsOf(phone)).toEqual([])
})
