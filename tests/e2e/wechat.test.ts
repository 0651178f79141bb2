// @module-tag exhaustive
/** Logging in with WeChat, through a stand-in that checks app id, secret, codes and parameters. */
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { startWeChat } from "../support/wechat-server.ts"
import { lookAtWidths } from "./every-page.ts"
import { holdAnswers } from "./faults.ts"
import { button, seeBusy } from "./page-models/fields.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import { openOwnSite, openSite, problemsOf } from "./site.ts"

const weChat = await startWeChat()
afterAll(() => weChat.stop())

const site = openOwnSite(weChat.env)
const bare = openSite()

const continueWithWeChat = (page: Page) => button(page, text("wechat.continue"))
const linkWeChat = (page: Page) => button(page, text("wechat.link"))

/** No code may stay in the address bar, where a reload or a shared link would use it again. */
const seeNoCode = (page: Page) => expect(new URL(page.url()).search).toBe("")

it("logs in the member who linked the account, from the login page", async () => {
  weChat.become("open-linked")
  const { member, phone } = await site.welcome()
  await phone.tabs.goTo("my")
  await linkWeChat(phone.page).click()
  await seeText(phone.page, text("wechat.linked"))
  seeNoCode(phone.page)
  expect(problemsOf(phone)).toEqual([])

  const other = await site.openDevice()
  await other.entry.open()
  const held = await holdAnswers(other.window.context, "codeUrl")
  await continueWithWeChat(other.page).click()
  await held.met
  await seeBusy(continueWithWeChat(other.page), true)
  held.release()
  await other.home.see()
  seeNoCode(other.page)
  await other.tabs.goTo("my")
  await seeText(other.page, member.username)
  expect(problemsOf(other)).toEqual([])
})

it("says on the login page that no member linked this account", async () => {
  weChat.become("open-unlinked")
  const phone = await site.openDevice()
  await phone.entry.open()
  await continueWithWeChat(phone.page).click()
  await seeText(phone.page, text("error.wechat.not-linked"))
  await phone.entry.seeLogin()
  seeNoCode(phone.page)
  expect(await lookAtWidths(phone, "login with WeChat")).toEqual([])
})

it("uses no code that this device did not ask for", async () => {
  weChat.become("open-forged")
  const phone = await site.openDevice()
  const asked = weChat.asked.length
  await phone.page.goto(`${site.url()}/?code=${crypto.randomUUID()}&state=forged`)
  await seeText(phone.page, text("error.wechat.code-refused"))
  seeNoCode(phone.page)
  expect(weChat.asked.slice(asked)).toEqual([])
})

it("is offered nowhere without its settings", async () => {
  const visitor = await bare.openDevice()
  await visitor.entry.open()
  await visitor.entry.seeLogin()
  await visitor.page.waitForLoadState("networkidle")
  expect(await continueWithWeChat(visitor.page).count()).toBe(0)
  const { phone } = await bare.welcome()
  await phone.tabs.goTo("my")
  await phone.page.waitForLoadState("networkidle")
  expect(await linkWeChat(phone.page).count()).toBe(0)
})
