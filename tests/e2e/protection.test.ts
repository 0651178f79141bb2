// @module-tag exhaustive
/** What protects a member on the way to a contract: questions, and a limit that is nearly used. */
import { expect, it } from "vitest"
import { attemptQuestions, questionText } from "../../server/orders/questions.ts"
import { callServer } from "../support/app.ts"
import { buyElsewhere } from "./buy.ts"
import { button, pauseOfAThumb } from "./page-models/fields.ts"
import { dontSeeText, seeText } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite({ ...unhurried, KNOWLEDGE_CHECK: "1" })

it("leverage needs eight answers, each explained, which lead back to the ticket", async () => {
  const { member, phone } = await site.welcome()
  const { page, ticket } = phone
  await ticket.open("aapl")
  await ticket.fill("1000", 1, 2)
  await button(page, text("knowledge.open")).click()
  const questions = attemptQuestions(member.id, 1).map((question) => questionText(question, "en"))
  expect(questions).toHaveLength(8)
  for (const [index, { question, answers, right, why }] of questions.entries()) {
    await seeText(page, question)
    const isWrong = index === 0 && attemptQuestions(member.id, 1)[0]?.isBasic === false
    const choice = isWrong ? answers.find((answer) => answer !== right) : right
    await page
      .getByRole("radio", { name: choice ?? "", exact: true })
      .locator("xpath=..")
      .click()
    await pauseOfAThumb(page)
    await button(page, text("knowledge.submit")).click()
    await seeText(page, why)
  }
  await seeText(page, textLike("knowledge.passed"))
  await page.goBack()
  await ticket.seeChosen(1, 2)
  await dontSeeText(page, textLike("knowledge.needed"))
  await ticket.reviewAndConfirm()
  await ticket.seeAnswer("accepted")
  expect(problemsOf(phone)).toEqual([])
})

it("a ticket names the own limit of which four fifths are used, and leads to it", async () => {
  const { member, phone } = await site.welcome()
  const { page, ticket } = phone
  await buyElsewhere(site.url(), member, { leverage: 1, periodDays: 30 })
  const limit = { revision: 0, name: "stake_day", value: "1200.00" } as const
  await callServer(site.url(), "limitChange", limit, { token: member.token })
  await ticket.open("aapl")
  await seeText(page, /^83\s?% of one of your limits is used/)
  await button(page, text("protection.title")).click()
  await seeText(page, text("protection.group.stake"))
  expect(problemsOf(phone)).toEqual([])
})
