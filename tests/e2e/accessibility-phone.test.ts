import { beforeAll, describe, expect, it } from "vitest"
import type { Route } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { faultsOf, lookInBothSchemes } from "./accessible-pages.ts"
import { addCard } from "./cards.ts"
import {
  addressOf,
  guestRoutes,
  isOfChange,
  type MemberWithRecords,
  memberRoutes,
  memberWithRecords,
  settle,
  spareMemory,
} from "./every-page.ts"
import { openSite, problemsOf, sessionIn, signedIn } from "./site.ts"

const site = openSite()

const NO_RECORDS = { order: "", settled: "", withdrawal: "" }

/** One page of each layout: a form, cards with prices, a ticket, figures, a text. */
const LAYOUTS: readonly string[] = ["login", "home", "order", "wallet", "agreement-detail"]
const isOfLayout = ({ name }: Route): boolean => isOfChange || LAYOUTS.includes(name)

/** The faults of these pages. Without a session, a visitor looks at them. */
const faultsOn = async (
  routes: readonly Route[],
  records: Omit<MemberWithRecords, "member">,
  options: Parameters<typeof site.openDevice>[0],
): Promise<readonly string[]> => {
  const phone = await site.openDevice(options)
  await spareMemory(phone)
  const found: string[] = []
  for (const route of routes) {
    await phone.page.goto(addressOf(route, records))
    // some of a visitor's pages lead on at once
    if (route.guest) await phone.page.waitForLoadState("networkidle")
    else await settle(phone, route)
    found.push(...(await faultsOf(phone, route.name)))
  }
  return [...found, ...problemsOf(phone)]
}

describe("one page of each layout", () => {
  it("is free of accessibility faults, console errors and sideways scrolling (with text of twice the size too), on a phone and on a desktop", async () => {
    expect(await faultsOn(guestRoutes.filter(isOfLayout), NO_RECORDS, {})).toEqual([])
    const { username, password } = await site.newMember()
    const session = signedIn(
      site.url(),
      sessionIn(await callServer(site.url(), "login", { username, password })),
    )
    const own = memberRoutes.filter(isOfLayout)
    expect(await faultsOn(own, NO_RECORDS, session)).toEqual([])
    expect(await faultsOn(own.slice(0, 1), NO_RECORDS, { ...session, shape: "desktop" })).toEqual([])
  })
})

describe("every page on a phone", { tags: ["exhaustive"] }, () => {
  let records: MemberWithRecords
  beforeAll(async () => {
    records = await memberWithRecords(site)
  })

  it("is free of the same faults for a visitor", async () => {
    expect(await faultsOn(guestRoutes, records, {})).toEqual([])
  })

  it.each([0, 1, 2, 3])("is free of the same faults for a member, quarter %i", async (quarter) => {
    const { username, password } = records.member
    const session = sessionIn(await callServer(site.url(), "login", { username, password }))
    const own = memberRoutes.filter((_, index) => index % 4 === quarter)
    expect(await faultsOn(own, records, signedIn(site.url(), session))).toEqual([])
  })

  it("shows contracts, a ticket under review and a withdrawal to be confirmed in both schemes", async () => {
    const { username, password } = records.member
    const session = sessionIn(await callServer(site.url(), "login", { username, password }))
    const phone = await site.openDevice(signedIn(site.url(), session))
    const { page, ticket, withdrawal } = phone
    const found: string[] = []
    for (const id of [records.order, records.settled]) {
      await page.goto(`/pages/tabbar/hold/hold-record?id=${id}`)
      await page.waitForLoadState("networkidle")
      found.push(...(await lookInBothSchemes(phone, `hold-record ${id}`)))
    }
    await addCard(site.url(), records.member, "Second Bank", "4242424242424242")
    await ticket.open("aapl")
    await ticket.prepare("1000", 30, 1)
    found.push(...(await lookInBothSchemes(phone, "confirm")))
    await withdrawal.open()
    await withdrawal.amount().fill("2000")
    await withdrawal.choose("Second Bank")
    await withdrawal.review()
    await withdrawal.seeConfirm()
    found.push(...(await lookInBothSchemes(phone, "withdrawal")))
    expect(found).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })
})
