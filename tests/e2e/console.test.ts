import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { goodPassword } from "../support/app.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { CONSOLE_PARTS } from "./page-models/console.ts"
import { button, seeFocus } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { type Member, openOwnSite, problemsOf } from "./site.ts"

const site = openOwnSite({ FAULT_LAB: "1" })
const CARD = "4111111111111111"
const TARGET_PX = 44
/** Newest rows of each tab that are opened. */
const ROWS_MAX = 3
const CONSOLE = "[data-inspect][popover]"

const enter = async (phone: Phone): Promise<Member> => {
  const member = await site.newMember()
  await phone.console.open()
  await phone.console.see()
  await phone.entry.login(member.username, member.password)
  await phone.home.see()
  return member
}

/**
 * Names of targets that are too small. A small button has a touch area around it: hits are tried
 * there.
 */
const tooSmall = (own: Locator, targetPx: number): Promise<readonly string[]> =>
  own.evaluate((host, px) => {
    const reach = px / 2 - 1
    const isMet = (element: Element, x: number, y: number) => {
      const met = document.elementFromPoint(x, y)
      return met !== null && (element.contains(met) || met.closest("label")?.contains(element) === true)
    }
    return [...host.querySelectorAll("button, select, input, a")]
      .filter((element) => element.checkVisibility() && !element.matches('.visually-hidden, [type="radio"]'))
      .flatMap((element) => {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
        const { left, top, width, height } = element.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (isMet(element, x, y - reach) && isMet(element, x, y + reach)) return []
        return [element.getAttribute("aria-label") ?? element.textContent ?? element.tagName]
      })
  }, targetPx)

/** The browser APIs that the console has replaced. */
const replacedIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Object.entries({
      fetch,
      WebSocket,
      now: Date.now,
      setItem: Storage.prototype.setItem,
      add: IDBObjectStore.prototype.add,
      put: IDBObjectStore.prototype.put,
    }).flatMap(([name, own]) =>
      Function.prototype.toString.call(own).includes("[native code]") ? [] : [name],
    ),
  )

it("opens for ?debug=1 only; closed, none of its code is loaded", async () => {
  const phone = await site.openDevice()
  const asked: string[] = []
  phone.page.on("request", (request) => asked.push(new URL(request.url()).pathname))
  await phone.entry.open()
  await phone.entry.seeLogin()
  await phone.page.waitForLoadState("networkidle")
  expect(await phone.console.own.count()).toBe(0)
  // closed, it replaces no browser API
  expect(await replacedIn(phone.page)).toEqual([])
  const usual = asked.length
  await phone.console.open()
  await phone.console.see()
  expect(await replacedIn(phone.page)).not.toEqual([])
  expect(asked.slice(usual).filter((path) => /\/open-console-[\w-]+\.js$/.test(path))).toHaveLength(1)
  expect(asked.slice(0, usual).filter((path) => /\/open-console-[\w-]+\.js$/.test(path))).toEqual([])
  await phone.page.goto("/")
  await phone.console.see()
  await phone.page.goto("/?debug=0")
  await phone.entry.seeLogin()
  expect(await phone.console.own.count()).toBe(0)
})

describe("on a phone", () => {
  it("shows the whole of a chart, by a button and by keys, and the actors of a filter", {
    tags: ["exhaustive"],
  }, async () => {
    const phone = await site.openDevice()
    const { page, console } = phone
    await enter(phone)
    await phone.console.larger()
    await console.goTo("machines")
    const rows = console.panel.getByRole("listitem")
    await seeEqual(async () => (await rows.count()) > 2, true)
    await console.filter("AUTHENTICATED.ACT session")
    await seeEqual(() => rows.count(), 1)
    await console.pick("session")
    const frame = console.panel.locator("section:has(> div > svg[role=img])")
    const isWhole = () =>
      frame.evaluate(
        ({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      )
    expect(await isWhole()).toBe(false)
    await button(console.panel, text("inspect.zoom-fit")).click()
    await seeEqual(isWhole, true)
    await frame.focus()
    await page.keyboard.press("+")
    await seeEqual(isWhole, false)
    await page.keyboard.press("0")
    await seeEqual(isWhole, true)
    expect(problemsOf(phone)).toEqual([])
  })

  it("has no accessibility violations and no small target", { tags: ["exhaustive"] }, async () => {
    const phone = await site.openDevice()
    const { page, console } = phone
    await enter(phone)
    await phone.console.larger()
    const found: string[] = []
    const look = async (where: string) => {
      found.push(
        ...(await accessibilityProblems(page, undefined, CONSOLE)).map((problem) => `${where}: ${problem}`),
        ...(await tooSmall(console.own, TARGET_PX)).map((name) => `${where}: small ${name}`),
      )
    }
    for (const part of ["machines", "switches"] as const) {
      await console.goTo(part)
      await look(part)
    }
    await console.goTo("machines")
    // tabs keep their state; distant rows are not rendered
    await console.panel.evaluate((panel) => panel.scrollTo(0, 0))
    await console.pick("navigation")
    await console.seeState("navigation", "open.settled")
    await look("a machine")
    await console.goTo("events")
    // newer rows have pushed it out of the rendered window
    await console.filter("session.authenticated")
    await console.pick("session.authenticated")
    await look("an event")
    await console.goTo("requests")
    await console.pick("GET walletSummary")
    await look("a request")
    expect(found).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })

  it("follows the order machine while an order is placed, and keeps the open detail", {
    tags: ["exhaustive"],
  }, async () => {
    const phone = await site.openDevice()
    const { console, tabs, market, ticket } = phone
    await enter(phone)
    await phone.console.larger()
    const small = async (work: () => Promise<void>) => {
      await console.smaller()
      await work()
      await console.larger()
    }
    await console.pickLiving("order")
    await console.seeState("order", "closed")
    await small(async () => {
      await tabs.goTo("trade")
      await market.buy("up")
      await ticket.see("AAPL")
    })
    await console.seeState("order", "editing.untried")
    await console.seeTaken()
    await small(async () => {
      await ticket.fill("10000", 30, 5)
      await ticket.reviewToConfirm()
    })
    await console.seeState("order", "confirming")
    await console.seeTaken()
    await console.seeFact('"10000.00"')
    await small(async () => {
      await ticket.seeLivePrice()
      await ticket.confirm()
      await ticket.seeAnswer("accepted")
    })
    await console.seeState("order", "confirmed")
    await console.goTo("requests")
    await console.pick("POST orderCreate")
    await seeText(console.panel, /"code": 1/)
    await console.goTo("machines")
    await console.seeState("order", "confirmed")
    expect(problemsOf(phone)).toEqual([])
  })
})

it("works by keyboard alone", { tags: ["exhaustive"] }, async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  await enter(phone)
  const tab = console.tab("machines")
  for (let presses = 0; presses < 60; presses += 1) {
    if (await tab.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press("Tab")
  }
  await seeFocus(tab)
  for (const part of [...CONSOLE_PARTS.slice(1), "machines"] as const) {
    await page.keyboard.press("ArrowRight")
    await seeFocus(console.tab(part))
    await seeEqual(() => console.tab(part).getAttribute("aria-selected"), "true")
  }
  await page.keyboard.press("Tab")
  await page.keyboard.type("session authenticated.act")
  await seeEqual(() => console.panel.getByRole("listitem").count(), 1)
  await page.keyboard.press("Tab")
  await seeFocus(console.panel.getByRole("button", { name: /^session\s/ }))
  await page.keyboard.press("Enter")
  await console.seeState("session", "authenticated.active")
  await seeFocus(console.panel.getByRole("button", { name: text("inspect.all-machines"), exact: true }))
  await page.keyboard.press("Enter")
  await seeFocus(console.panel.getByRole("button", { name: /^session\s/ }))
  await console.moment.focus()
  const end = await console.end()
  await page.keyboard.press("Home")
  await console.seeReadOnly()
  await phone.entry.seeLogin()
  await page.keyboard.press("ArrowRight")
  await seeEqual(async () => (await console.place()).startsWith(`1 of `), true)
  expect(await console.end()).toBeGreaterThanOrEqual(end)
  await console.tab("machines").focus()
  await page.keyboard.press("Escape")
  await console.panel.waitFor({ state: "hidden" })
  await seeFocus(console.own.getByRole("button", { name: text("inspect.larger"), exact: true }))
  await page.keyboard.press("Enter")
  await console.panel.waitFor()
})

it("stays usable while a modal dialog of the app is open, and leaves it open", {
  tags: ["exhaustive"],
}, async () => {
  const phone = await site.openDevice()
  const { page, console, tabs } = phone
  await enter(phone)
  await tabs.goTo("my")
  await page.getByRole("button", { name: text("my.logout"), exact: true }).click()
  const question = page.getByRole("alertdialog", { name: text("my.logout.question"), exact: true })
  await question.waitFor()
  await console.larger()
  await console.pick("session")
  await console.seeState("session", "authenticated.confirmingLogout")
  await page.keyboard.press("Escape")
  await console.panel.waitFor({ state: "hidden" })
  expect(await question.isVisible()).toBe(true)
})

it("shows and exports no password, no token and no card number", { tags: ["exhaustive"] }, async () => {
  const phone = await site.openDevice()
  const { page, console, tabs, account } = phone
  const member = await enter(phone)
  await tabs.goTo("my")
  await account.goToCards()
  await account.seeCards()
  await account.addCard()
  await account.bankName().fill("First Bank")
  await account.cardNumber().fill(CARD)
  await account.cardName().fill("Ada Obi")
  await account.submitCard()
  await account.seeCard("1111")
  const token = await page.evaluate(() => localStorage.getItem("app_token") ?? "")
  expect(token.length).toBeGreaterThan(20)
  await console.larger()
  // the row of the token shows its name alone
  const seen: string[] = []
  const look = async () => void seen.push(await console.own.innerHTML())
  for (const part of CONSOLE_PARTS) {
    await console.goTo(part)
    await look()
    const rows =
      part === "storage" || part === "switches" ? 0 : await console.panel.getByRole("listitem").count()
    for (let row = 0; row < Math.min(rows, ROWS_MAX); row += 1) {
      const item = console.panel.getByRole("listitem").nth(row).getByRole("button")
      if ((await item.count()) === 0) break
      await item.click()
      await look()
      const back = console.panel.getByRole("button", { name: /^All /, exact: false })
      if ((await back.count()) > 0) await back.click()
      await console.panel.getByRole("list").first().waitFor({ timeout: SOON_MS })
    }
  }
  await console.goTo("journal")
  const exported = await console.export()
  const everything = [...seen, exported].join("\n")
  expect(everything).toContain("bankCardAdd")
  expect(exported).toContain("First Bank")
  for (const canary of [goodPassword, member.token, token, CARD]) expect(everything).not.toContain(canary)
})
