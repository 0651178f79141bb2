// @module-tag exhaustive
import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { accessibilityProblems } from "../support/axe.ts"
import { debugConsole } from "./page-models/console.ts"
import { button, field, pauseOfAThumb, seeFocus, seeProblem, seeValue } from "./page-models/fields.ts"
import { SOON_MS, seeEqual, seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { type Member, openSite, problemsOf } from "./site.ts"

const site = openSite()
const CONSOLE = "[data-inspect][popover]"

/** A member at home, with the console beside the app. */
const enter = async (phone: Phone): Promise<Member> => {
  const member = await site.newMember()
  await phone.console.open()
  await phone.console.see()
  await phone.entry.login(member.username, member.password)
  await phone.home.see()
  await phone.console.panel.waitFor()
  return member
}

/** Presses Tab until this control has the focus. */
const tabTo = async (page: Page, control: Locator): Promise<void> => {
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80; presses += 1) {
    if (await isFocused()) return
    await page.keyboard.press("Tab")
  }
  await seeFocus(control)
}

it("draws the messages between actors in a marked span, and shows the moment of a row, by keyboard", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  await enter(phone)
  await console.goToEvent("navigation.enter")
  await console.goTo("sequence")
  await console.setMark("B")
  const routed = `${text("inspect.sequence.message", {
    event: "navigation.enter",
    sender: "session",
    receiver: "navigation",
  })}, ${text("inspect.sequence.routed", { event: "session.began" })}`
  await console.message(routed).waitFor()
  await console.filter("session")
  expect(await accessibilityProblems(page, undefined, CONSOLE)).toEqual([])
  // Tab leads to the last message; keys go along the others
  await page.keyboard.press("Tab")
  await seeFocus(console.message(routed))
  const first = console.panel.locator("ol").getByRole("button").first()
  await page.keyboard.press("Home")
  await seeFocus(first)
  await page.keyboard.press("End")
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowDown")
  await seeFocus(console.message(routed))
  await page.keyboard.press("Home")
  await page.keyboard.press("Enter")
  await seeEqual(() => first.getAttribute("aria-current"), "step")
  const [event = ""] = (await first.innerText()).split(":")
  expect(await console.place()).toContain(event)
  // the span is that of before
  await console.message(routed).waitFor()
  expect(problemsOf(phone)).toEqual([])
})

it("sends an event by hand and by keyboard, marked as such, and none that moves money", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  const { keyboard } = page
  await enter(phone)
  await console.goTo("machines")
  await console.filter("startup")
  await console.pick("startup")
  await console.openSendForm()
  const chosen = field(console.panel, text("inspect.send.event"))
  await tabTo(page, chosen)
  await keyboard.type("startup.setTheme")
  await seeValue(chosen, "startup.setTheme")
  const submit = button(console.panel, text("inspect.send.submit"))
  await tabTo(page, submit)
  await keyboard.press("Enter")
  const theme = field(console.panel, "theme")
  await seeProblem(theme, text("inspect.send.missing"))
  await theme.selectOption("dark")
  expect(await accessibilityProblems(page, undefined, CONSOLE)).toEqual([])
  await pauseOfAThumb(page)
  await submit.press("Enter")
  await seeText(console.panel, text("inspect.send.sent"))
  await seeEqual(() => page.locator("html").getAttribute("data-theme"), "dark")
  await console.goToEvent("startup.setTheme")
  await seeText(console.panel, text("inspect.by-hand"))
  // not in time travel
  await console.goTo("machines")
  expect(await console.panel.getByText(text("inspect.send"), { exact: true }).count()).toBe(0)
  await console.time("now")
  await button(console.panel, text("inspect.all-machines")).click()
  await console.filter("order")
  await console.pick("order")
  await console.openSendForm()
  const offered = await console.panel.getByRole("option").allInnerTexts()
  expect(offered).toContain("order.review")
  expect(offered.filter((type) => /confirm|accepted|recorded/.test(type))).toEqual([])
  expect(problemsOf(phone)).toEqual([])
})

it("is docked where it was last, or in a window of its own that follows the app, by keyboard", async () => {
  const phone = await site.openDevice({ shape: "desktop", colorScheme: "dark" })
  const { page, console, tabs } = phone
  await enter(phone)
  await console.moveTo("bottom")
  await seeFocus(button(console.own, text("inspect.dock.side")))
  const isAppAbove = async () => {
    const app = await page.getByRole("navigation", { name: text("ui.tab.label") }).boundingBox()
    const own = await console.own.boundingBox()
    return app !== null && own !== null && own.width > 1_000 && app.y + app.height <= own.y + 1
  }
  await seeEqual(isAppAbove, true)
  await page.reload()
  await console.see()
  await seeEqual(isAppAbove, true)
  const opening = page.context().waitForEvent("page")
  await console.moveTo("window")
  const other = await opening
  const errors: string[] = []
  other.on("console", (message) => void (message.type() === "error" && errors.push(message.text())))
  const popped = debugConsole(other)
  await popped.see()
  await seeFocus(button(popped.own, text("inspect.dock.side")))
  await seeEqual(() => console.own.count(), 0)
  await seeText(other, text("inspect.window.follows"))
  expect(await other.title()).toBe(text("inspect.title"))
  expect(await accessibilityProblems(other, undefined, CONSOLE)).toEqual([])
  await popped.filter("navigation")
  await popped.pick("navigation")
  await tabs.goTo("market")
  await popped.seeFact(/tabbar\/optional/)
  await page.reload()
  await seeText(other, text("inspect.title"))
  await seeEqual(() => popped.panel.count(), 1)
  await popped.goTo("events")
  await popped.filter("navigation")
  await popped.panel.getByRole("listitem").first().waitFor({ timeout: SOON_MS })
  const closing = other.waitForEvent("close")
  // the window is gone before the key is up
  await popped.moveTo("side").catch(() => {})
  await closing
  await console.see()
  await console.goTo("machines")
  const again = page.context().waitForEvent("page")
  await console.moveTo("window")
  const last = await again
  await debugConsole(last).see()
  expect([...errors, ...problemsOf(phone)]).toEqual([])
  await page.close()
  await seeText(last, text("inspect.window.gone"))
  expect(await debugConsole(last).panel.isVisible()).toBe(false)
})
