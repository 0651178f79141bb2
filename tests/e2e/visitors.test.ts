// @module-tag exhaustive
/** What a visitor sees and leaves behind before login. */
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { goodPassword } from "../support/app.ts"
import { holdAnswers } from "./faults.ts"
import { operate } from "./operator.ts"
import { button, field, pauseOfAThumb, seeProblem, seeValue } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

it("shows the next visitor neither the name nor the error of a failed login", async () => {
  const { page, entry, home, tabs, account } = await site.openDevice()
  const wrong = text("error.login.wrong-credentials")
  await entry.open()
  await entry.seeLogin()
  await entry.login("somebody.else", "not the password")
  await seeText(page, wrong)
  await entry.goToRegister()
  await entry.seeRegister()
  const name = `visitor.${process.pid}`
  await entry.username().fill(name)
  await entry.password().fill(goodPassword)
  await entry.invitation().fill(site.invitationCode())
  await entry.consent().check()
  await entry.submitRegister()
  await home.see()
  await tabs.goTo("my")
  await account.logOut()
  await entry.seeLogin()
  await seeValue(entry.username(), "")
  expect(await page.getByText(wrong).count()).toBe(0)
})

it("forgets a failed login when the app is opened again, and keeps it over a reload", async () => {
  const { page, entry } = await site.openDevice()
  await entry.open()
  await entry.seeLogin()
  await entry.login("somebody.else", "not the password")
  await seeProblem(entry.password(), text("error.login.wrong-credentials"))
  await page.reload()
  await seeValue(entry.username(), "somebody.else")
  await page.goto("about:blank")
  await entry.open()
  await entry.seeLogin()
  await seeValue(entry.username(), "")
  expect(await page.getByText(text("error.login.wrong-credentials")).count()).toBe(0)
})

it("opens the article on forgotten passwords with the first tap", async () => {
  const phone = await site.openDevice()
  const { page, entry } = phone
  await entry.open()
  await entry.seeLogin()
  await page.getByRole("link", { name: text("login.forgotten"), exact: true }).click()
  await seeEqual(() => page.locator("[data-page=agreement] article").filter({ visible: true }).count(), 1)
  await page.getByRole("heading", { name: "Forgotten password", exact: true }).first().waitFor()
  expect(problemsOf(phone)).toEqual([])
})

it("opens the help article from a tap before the configuration has come", async () => {
  const phone = await site.openDevice()
  const { page, entry } = phone
  const held = await holdAnswers(phone.window.context, "systemConfig")
  await entry.open()
  await entry.seeLogin()
  await page.getByRole("link", { name: text("entry.help"), exact: true }).click()
  await held.met
  const own = page.locator("[data-page=agreement]").filter({ visible: true })
  await own.waitFor()
  expect(await own.locator("article").count()).toBe(0)
  held.release()
  await seeEqual(() => own.locator("article").count(), 1)
  await own.getByRole("heading", { name: "Logging in and registering", exact: true }).first().waitFor()
  expect(problemsOf(phone)).toEqual([])
})

it("finds an article in the help centre by a word of its text", async () => {
  const phone = await site.openDevice()
  const { page } = phone
  await page.goto(urlOf("agreement"))
  const own = page.locator("[data-page=agreement]").filter({ visible: true })
  const titles = () => own.getByRole("listitem").allTextContents()
  await own.getByText("Your first contract", { exact: true }).waitFor()
  const search = own.getByRole("searchbox", { name: text("agreement.search"), exact: true })
  await search.fill("slippage")
  await seeEqual(titles, [text("term.title")])
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  await search.fill("zebra")
  await button(own, text("market.search.clear")).click()
  await seeEqual(async () => (await titles()).length > 10, true)
  expect(problemsOf(phone)).toEqual([])
})

it("reaches customer service before login", async () => {
  const phone = await site.openDevice()
  const { page, entry } = phone
  await entry.open()
  await entry.seeLogin()
  await page.getByRole("button", { name: text("my.service"), exact: true }).click()
  const sheet = page.getByRole("dialog", { name: text("service.title"), exact: true })
  await sheet.getByRole("link", { name: text("service.articles") }).waitFor()
  expect(problemsOf(phone)).toEqual([])
})

it("leads from a forgotten password to a new one, by the operator's code", async () => {
  const { username, password } = await site.newMember()
  const phone = await site.openDevice()
  const { page, entry, home } = phone
  await entry.open()
  await entry.seeLogin()
  await page.getByRole("link", { name: text("login.forgotten"), exact: true }).click()
  await page.getByRole("button", { name: text("forgotten.title"), exact: true }).click()
  const asked = page.locator("[data-page=forgotten]").filter({ visible: true })
  for (const name of ["no.such.name", username]) {
    await field(asked, text("login.username")).fill(name)
    await field(asked, text("forgotten.contact")).fill("ada@example.org")
    await button(asked, text("forgotten.submit")).click()
    await seeText(asked, text("forgotten.done"))
    await pauseOfAThumb(page)
    if (name !== username) await button(asked, text("forgotten.again")).click()
  }
  const requests = await operate(site, "password", "requests")
  expect(requests).toContain(username)
  expect(requests).not.toContain("no.such.name")
  const [code = ""] = (await operate(site, "password", "code", "--member", username)).split(" ")
  const haveCode = asked.getByRole("link", { name: text("forgotten.have-code"), exact: true })
  await haveCode.click()
  const own = page.locator("[data-page=reset-by-code]").filter({ visible: true })
  await own.waitFor()
  // the page still says so where the visitor looks at it once more
  await page.goBack()
  await seeText(asked, text("forgotten.done"))
  await haveCode.click()
  await field(own, text("login.username")).fill(username)
  await field(own, text("password.new")).fill("a quiet new harbour 7")
  await field(own, text("reset.code")).fill("WRONGCODE2")
  await button(own, text("reset.submit")).click()
  await seeProblem(field(own, text("reset.code")), text("error.password.code-wrong"))
  await field(own, text("reset.code")).fill(code)
  await pauseOfAThumb(page)
  await button(own, text("reset.submit")).click()
  await entry.seeLogin()
  await entry.login(username, password)
  await seeProblem(entry.password(), text("error.login.wrong-credentials"))
  await pauseOfAThumb(page)
  await entry.login(username, "a quiet new harbour 7")
  await home.see()
  expect(problemsOf(phone)).toEqual([])
})

it("tells a member whom an operator has frozen why nothing can be done, on the open page and at the log-in", async () => {
  const { username, password } = await site.newMember()
  const phone = await site.openDevice()
  const { page, entry, home } = phone
  await entry.open()
  await entry.seeLogin()
  await entry.login(username, password)
  await home.see()
  await operate(site, "members", "freeze", username)
  await seeText(page, text("error.session.invalid"))
  await entry.seeLogin()
  await entry.login(username, password)
  await seeText(page, text("error.member.frozen"))
  await operate(site, "members", "unfreeze", username)
  await pauseOfAThumb(page)
  await entry.login(username, password)
  await home.see()
  // What the open page asked with its ended session, its socket included.
  const isOfEnd = (problem: string) => /401 \(Unauthorized\)|HTTP Authentication failed/.test(problem)
  expect(problemsOf(phone).filter((problem) => !isOfEnd(problem))).toEqual([])
})
