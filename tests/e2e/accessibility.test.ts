import { beforeAll, describe, expect, it, vi } from "vitest"
import { ROUTES, type Route, urlOf } from "../../src/navigation/routes.ts"
import { readOrders, readWithdrawals } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { addCard } from "./cards.ts"
import { speakAtLength, whatDoesNotFit } from "./long-words.ts"
import type { Phone } from "./phone.ts"
import { type Member, openSite, problemsOf } from "./site.ts"

const site = openSite({ DAY_MS: "10000", REVIEW_DELAY_MS: "0" })

/** Creates a member with open and settled contracts, a withdrawal, a card and an address. */
const liveALittle = async (): Promise<Member> => {
  const member = await site.newMember()
  const { token } = member
  const url = site.url()
  await addCard(url, member)
  const address = { network: "USDT-TRC20", address: "T".padEnd(34, "a") }
  fieldOf(await callServer(url, "cryptoAddressAdd", address, { token }), "id")
  const cards = await callServer(url, "bankCards", {}, { token })
  const card: unknown =
    cards.said.kind === "success" && Array.isArray(cards.said.data) ? cards.said.data[0] : null
  const cardId = String(typeof card === "object" && card !== null ? Reflect.get(card, "id") : "")
  const withdrawal = {
    key: crypto.randomUUID(),
    amount: "2000.00",
    method: "bank",
    destination_id: cardId,
  } as const
  fieldOf(await callServer(url, "withdrawalCreate", withdrawal, { token }), "id")
  for (const [direction, period_days] of [
    ["up", 1],
    ["down", 30],
  ] as const) {
    const order = {
      ...{ key: crypto.randomUUID(), product_id: "aapl", direction, stake: "5000.00", leverage: 5 },
      ...{ period_days, quoted_price: "100.0000" },
    }
    fieldOf(await callServer(url, "orderCreate", order, { token }), "id")
  }
  const settled = async () => {
    const states = (await readOrders(url, token)).map(({ state }) => state)
    expect(states.filter((state) => state === "settled")).toHaveLength(1)
  }
  await vi.waitFor(settled, { timeout: 40_000, interval: 200 })
  return member
}

/** Query parameters that a page needs. */
const addressOf = (route: Route, ids: { readonly order: string; readonly withdrawal: string }): string => {
  if (route.name === "product") return urlOf("product", { id: "aapl" })
  if (route.name === "order") return urlOf("order", { product: "aapl", direction: "up" })
  if (route.name === "withdraw-record-detail") return urlOf("withdraw-record-detail", { id: ids.withdrawal })
  if (route.name === "agreement-detail") return urlOf("agreement-detail", { id: "agreement-contracts" })
  return route.path
}

/** Waits until nothing is loading. */
const settle = async ({ page }: Phone, route: Route): Promise<void> => {
  await page.locator(`[data-page="${route.name}"]`).filter({ visible: true }).first().waitFor()
  await page.waitForLoadState("networkidle")
}

/** All rules in the light scheme; in the dark one only colour rules. */
const lookInBothSchemes = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  const light = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await accessibilityProblems(page, ["color-contrast"])
  return [
    ...light.map((problem) => `${where}, light: ${problem}`),
    ...dark.map((problem) => `${where}, dark: ${problem}`),
  ]
}

/** Live regions that hold a live price: outcomes are announced, prices are not. */
const spokenFigures = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const figures = await page
    .locator(":is([role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]) data")
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))
  return figures.map((figure) => `${where} speaks of each change of ${figure}`)
}

/** Controls outside of any landmark: landmark navigation skips them. */
const outsideLandmarks = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const found = await page
    .locator(":is(a[href], button, input, select, textarea):visible")
    .evaluateAll((all) =>
      all
        .filter(
          (one) => !one.closest("main, nav, header, footer, aside, section[aria-label], dialog, [popover]"),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
  return found.map((one) => `${where} has outside of all landmarks: ${one}`)
}

/** Expects no sideways scrolling, with text of normal and double size. */
const lookAtWidths = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const usual = await whatDoesNotFit(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
  })
  const doubled = await whatDoesNotFit(page)
  return [
    ...usual.map((problem) => `${where}: ${problem}`),
    ...doubled.map((problem) => `${where}, text of twice the size: ${problem}`),
  ]
}

let member: Member
let ids: { order: string; settled: string; withdrawal: string }
beforeAll(async () => {
  member = await liveALittle()
  const orders = await readOrders(site.url(), member.token)
  const [withdrawal] = await readWithdrawals(site.url(), member.token)
  ids = {
    order: orders[0]?.id ?? "",
    settled: orders.find(({ state }) => state === "settled")?.id ?? "",
    withdrawal: withdrawal?.id ?? "",
  }
})

/** A device of little memory renders no page in advance, so each page is checked alone. */
const spareMemory = ({ page }: Phone): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 1 }))

const guestRoutes = ROUTES.filter(({ guest }) => guest)
const memberRoutes = ROUTES.filter(({ guest }) => !guest)

describe.each(["phone", "desktop"] as const)("every page on a %s", (shape) => {
  it("is free of accessibility faults, console errors and sideways scrolling (with text of twice the size too) for a visitor, light and dark", async () => {
    const phone = await site.openDevice({ shape })
    const found: string[] = []
    for (const route of guestRoutes) {
      await phone.page.goto(addressOf(route, ids))
      await phone.page.waitForLoadState("networkidle")
      found.push(...(await outsideLandmarks(phone, route.name)))
      found.push(...(await lookInBothSchemes(phone, route.name)))
      found.push(...(await lookAtWidths(phone, route.name)))
    }
    expect(found).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })

  it("is free of accessibility faults, console errors and sideways scrolling (with text of twice the size too) for a member, light and dark", async () => {
    const phone = await site.openDevice({ shape })
    await spareMemory(phone)
    await phone.entry.open()
    await phone.entry.login(member.username, member.password)
    await phone.home.see()
    const found: string[] = []
    for (const route of memberRoutes) {
      await phone.page.goto(addressOf(route, ids))
      await settle(phone, route)
      found.push(...(await spokenFigures(phone, route.name)), ...(await outsideLandmarks(phone, route.name)))
      found.push(...(await lookInBothSchemes(phone, route.name)))
      found.push(...(await lookAtWidths(phone, route.name)))
    }
    expect(await phone.page.locator("[data-prerendered]").count()).toBe(0)
    for (const id of [ids.order, ids.settled]) {
      await phone.page.goto(urlOf("hold-record", { id }))
      await phone.page.waitForLoadState("networkidle")
      found.push(...(await lookInBothSchemes(phone, `hold-record ${id}`)))
    }
    expect(found).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })
})

it("has room for words that are longer than those of any language, with text of twice the size too", async () => {
  const phone = await site.openDevice()
  await spareMemory(phone)
  await speakAtLength(phone.page)
  const found: string[] = []
  const lookAt = async (routes: readonly Route[]) => {
    for (const route of routes) {
      await phone.page.goto(addressOf(route, ids))
      await settle(phone, route)
      found.push(...(await lookAtWidths(phone, route.name)))
    }
  }
  await lookAt(guestRoutes.filter(({ name }) => name !== "loading" && name !== "empty"))
  await phone.page.goto(urlOf("login"))
  const { page } = phone
  await page.locator("input[name=username]").fill(member.username)
  await page.locator("input[name=password]").fill(member.password)
  await page.locator("button[type=submit]").click()
  await page.locator("[data-page=home]").waitFor()
  await lookAt(memberRoutes)
  expect(found).toEqual([])
})

describe("a ticket under review and a withdrawal to be confirmed", () => {
  it("are free of accessibility faults", async () => {
    const phone = await site.openDevice()
    const { entry, home, ticket, withdrawal } = phone
    await entry.open()
    await entry.login(member.username, member.password)
    await home.see()
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
