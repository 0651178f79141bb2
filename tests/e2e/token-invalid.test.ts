import { describe, expect, it } from "vitest"
import { callServer, fieldOf } from "../support/app.ts"
import { answerTokenInvalid, beforeArrival, watchCalls } from "./faults.ts"
import { expectMemberBooks } from "./member-books.ts"
import type { Phone } from "./phone.ts"
import { type Member, openSite } from "./site.ts"

const site = openSite()
const NEXT_PASSWORD = "amber-lantern-83"

/** Changes the password in another session, which ends the browser's. */
const revoke = async (member: Member): Promise<Member> => {
  const { username, password } = member
  const token = String(fieldOf(await callServer(site.url(), "login", { username, password }), "token"))
  const passwords = { old_password: password, new_password: NEXT_PASSWORD }
  const answer = await callServer(site.url(), "changePassword", passwords, { token })
  return { ...member, password: NEXT_PASSWORD, token: String(fieldOf(answer, "token")) }
}

const reachConfirm = async ({ ticket }: Phone): Promise<void> => {
  await ticket.open("aapl")
  await ticket.prepare("1000", 30, 1)
}

/** Another member logs in on the same device and logs out. They see nothing of the first member. */
const letAnotherUse = async (phone: Phone): Promise<void> => {
  const other = await site.newMember()
  const { context } = phone.window
  const watched = [watchCalls(context, "orderCreate"), watchCalls(context, "operationVoid")]
  await phone.entry.login(other.username, other.password)
  await phone.home.see()
  await phone.home.seeAvailable("200000.00")
  await phone.ticket.open("aapl")
  await phone.ticket.see("AAPL")
  await phone.ticket.seeNew()
  await phone.page.goto("/pages/tabbar/hold/index")
  await phone.holdings.see()
  await phone.holdings.seePending(0)
  expect(watched.map(({ count }) => count())).toEqual([0, 0])
  await phone.tabs.goTo("my")
  await phone.account.logOut()
  await phone.entry.seeLogin()
  expect((await expectMemberBooks(site.url(), other)).orders).toEqual([])
}

describe("a token that is no longer good in the middle of an order", () => {
  it("ends the session; the order is not placed, and its member sees it", async () => {
    const { member, phone } = await site.welcome()
    await reachConfirm(phone)
    let renewed = member
    const fault = await beforeArrival(phone.window.context, "orderCreate", async () => {
      renewed = await revoke(member)
    })
    await phone.ticket.confirm()
    await phone.entry.seeLogin()
    expect(fault.count()).toBe(1)
    expect(await phone.page.evaluate(() => JSON.stringify(localStorage))).not.toContain(member.token)
    await letAnotherUse(phone)
    await phone.entry.login(renewed.username, renewed.password)
    await phone.feedback.seeFound("notPlaced")
    await phone.page.goto("/pages/tabbar/hold/index")
    await phone.holdings.seePending(0)
    expect((await expectMemberBooks(site.url(), renewed)).orders).toEqual([])
  })

  it("ends the session where the order had been accepted too, and its member finds it", {
    tags: ["exhaustive"],
  }, async () => {
    const { member, phone } = await site.welcome()
    await reachConfirm(phone)
    const fault = await answerTokenInvalid(phone.window.context, "orderCreate")
    await phone.ticket.confirm()
    await phone.entry.seeLogin()
    expect(fault.count()).toBe(1)
    await letAnotherUse(phone)
    await phone.entry.login(member.username, member.password)
    await phone.feedback.seeFound("accepted")
    await phone.page.goto("/pages/tabbar/hold/index")
    await phone.holdings.seePending(1)
    expect(fault.count()).toBe(1)
    expect((await expectMemberBooks(site.url(), member)).orders).toHaveLength(1)
  })

  it("leads back to the page it came from, for the same member", { tags: ["exhaustive"] }, async () => {
    const { member, phone } = await site.welcome()
    await phone.page.goto("/pages/wallet/index")
    const renewed = await revoke(member)
    await phone.page.reload()
    await phone.entry.seeLogin()
    await phone.entry.login(renewed.username, renewed.password)
    await phone.account.seeWallet()
  })
})
