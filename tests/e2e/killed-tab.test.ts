// @module-tag exhaustive
/** A tab that is killed between submit and answer, as by a system short of memory. */
import { describe, expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { killTab, loseAnswers, loseRequests } from "./faults.ts"
import { type Flow, flows, send } from "./flows.ts"
import { expectMemberBooks } from "./member-books.ts"
import type { Phone, Tab } from "./phone.ts"
import { type Member, openSite, unhurried } from "./site.ts"

/** `npm run test:torture` sets 100. */
const rounds = Number(process.env.TORTURE_ROUNDS ?? 1)
const timeout = 120_000 + rounds * 30_000

const site = openSite(unhurried)

/** Sends, kills the tab after the fault, opens another tab and returns it. */
const killInMidSending = async (
  phone: Phone,
  member: Member,
  flow: Flow,
  lose: typeof loseAnswers,
): Promise<Tab> => {
  await flow.fill(phone, site, member)
  const fault = await lose(phone.window.context, flow.endpoint)
  await send(flow, phone)
  await fault.met
  await killTab(phone.page)
  await fault.end()
  return await phone.openTab()
}

describe.each(flows)("a tab killed between submit and answer: $name", (flow) => {
  const count = async (member: Member) => flow.count(await expectMemberBooks(site.url(), member))

  it("has one effect and shows it, where the server had acted", { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { member, phone } = await site.welcome()
      const tab = await killInMidSending(phone, member, flow, loseAnswers)
      await flow.reopen(tab)
      await tab.feedback.seeFound("accepted")
      expect(await count(member)).toBe(1)
      await phone.window.close()
    }
  })

  it('says "not placed" and may be sent again, where the server never received it', { timeout }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { member, phone } = await site.welcome()
      const tab = await killInMidSending(phone, member, flow, loseRequests)
      // A page that is opened while the outcome is in doubt begins another operation.
      await tab.page.goto(urlOf("home"))
      await tab.feedback.seeFound("notPlaced")
      expect(await count(member)).toBe(0)
      await flow.reopen(tab)
      await flow.resend(tab)
      await flow.seeAccepted(tab)
      expect(await count(member)).toBe(1)
      await phone.window.close()
    }
  })
})
