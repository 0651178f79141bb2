// @module-tag sweep
import { describe, expect, it } from "vitest"
import { isExhaustive } from "../support/exhaustive.ts"
import { checkPages, lookInBothSchemes } from "./accessible-pages.ts"
import { addCard } from "./cards.ts"
import { openSite } from "./site.ts"

const site = openSite()

// Where longer texts fit, the English ones do; the exhaustive run looks at those.
describe(isExhaustive ? "every page on a phone" : "pages of each kind on a phone", () =>
  checkPages(site, { shape: "phone", isLengthened: !isExhaustive }),
)

describe("a ticket under review and a withdrawal to be confirmed", () => {
  it("are free of accessibility faults", async () => {
    const { member, phone } = await site.welcome()
    await addCard(site.url(), member)
    const { ticket, withdrawal } = phone
    await ticket.open("aapl")
    await ticket.fill("1000", 30, 1)
    const filled = await lookInBothSchemes(phone, "ticket")
    await ticket.review()
    await ticket.seeConfirm()
    const confirm = await lookInBothSchemes(phone, "confirm")
    await withdrawal.open()
    await withdrawal.amount().fill("2000")
    await withdrawal.choose("First Bank")
    await withdrawal.review()
    await withdrawal.seeConfirm()
    const sheet = await lookInBothSchemes(phone, "withdrawal")
    expect([...filled, ...confirm, ...sheet]).toEqual([])
  })
})
