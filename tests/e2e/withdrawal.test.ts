/** A withdrawal on its own page, from the request to its end. */
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { addCard } from "./cards.ts"
import { expectMemberBooks } from "./member-books.ts"
import { operate } from "./operator.ts"
import { button, pauseOfAThumb } from "./page-models/fields.ts"
import { dontSeeText, SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { type Member, openSite, problemsOf } from "./site.ts"

const site = openSite()

/** A withdrawal that the demo's reviewer leaves to an operator. */
const request = async ({ token }: Member): Promise<string> => {
  const cards = await callServer(site.url(), "bankCards", {}, { token })
  const [card] = cards.said.kind === "success" && Array.isArray(cards.said.data) ? cards.said.data : []
  const destination = { method: "bank", destination_id: String(Reflect.get(Object(card), "id")) } as const
  const wanted = { key: randomUUID(), amount: "5000.07", ...destination }
  return String(fieldOf(await callServer(site.url(), "withdrawalCreate", wanted, { token }), "id"))
}

it("shows its stages, is cancelled by its member, and cannot be once a person has taken it", async () => {
  const { member, phone } = await site.welcome()
  const { page, withdrawal, ticket } = phone
  await addCard(site.url(), member)
  const detail = page.locator("[data-page=withdraw-record-detail]").filter({ visible: true })
  const cancel = button(detail, text("withdraw.cancel"))

  await page.goto(urlOf("withdraw-record-detail", { id: await request(member) }))
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

  const taken = await request(member)
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
