/** A reload while the answer is awaited: the outcome is requested, and nothing is sent twice. */
import { expect, it } from "vitest"
import { loseAnswers } from "./faults.ts"
import { flows, send } from "./flows.ts"
import { expectMemberBooks } from "./member-books.ts"
import { openSite, problemsOf, unhurried } from "./site.ts"

const site = openSite(unhurried)

it.each(flows)("shows after a reload that the $name was accepted, and sends nothing twice", async (flow) => {
  const { member, phone } = await site.welcome()
  await flow.fill(phone, site, member)
  const fault = await loseAnswers(phone.window.context, flow.endpoint)
  await send(flow, phone)
  await fault.met
  await phone.page.reload()
  await flow.seeAccepted(phone)
  expect(fault.count()).toBe(1)
  expect(flow.count(await expectMemberBooks(site.url(), member))).toBe(1)
  expect(problemsOf(phone)).toEqual([])
})
