import { expect, it } from "vitest"
import { accessibilityProblems } from "../support/axe.ts"
import { button, field, pauseOfAThumb, seeFocus, seeProblem } from "./page-models/fields.ts"
import { seeEqual, seeText } from "./page-models/figures.ts"
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

it("compares two marked moments in every actor", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  await enter(phone)
  await console.goToEvent("startup.configured")
  await console.goTo("compare")
  await console.setMark("A")
  await console.time("now")
  await console.seeLive()
  await console.setMark("B")
  await console.filter("session")
  const session = console.panel
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "session", exact: true }) })
  await seeText(session, "authenticated.active")
  await seeText(session, "context.user")
  expect(await accessibilityProblems(page, undefined, CONSOLE)).toEqual([])
  await console.removeMark("A")
  await seeText(console.panel, text("inspect.mark.before", { count: 40 }))
  expect(problemsOf(phone)).toEqual([])
})

it("sends an event by hand, marked as such, and none that moves money", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  await enter(phone)
  await console.goTo("machines")
  await console.filter("startup")
  await console.pick("startup")
  await console.openSendForm()
  await console.chooseEvent("startup.setTheme")
  await button(console.panel, text("inspect.send.submit")).click()
  await seeProblem(field(console.panel, "theme"), text("inspect.send.missing"))
  await field(console.panel, "theme").selectOption("dark")
  expect(await accessibilityProblems(page, undefined, CONSOLE)).toEqual([])
  await pauseOfAThumb(page)
  await button(console.panel, text("inspect.send.submit")).click()
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

it("searches in contents, and keeps the calls of before a reload", async () => {
  const phone = await site.openDevice({ shape: "desktop" })
  const { page, console } = phone
  const { username } = await enter(phone)
  await console.goTo("events")
  await console.filter(`session.authenticated ${username}`)
  await seeEqual(() => console.panel.getByRole("listitem").count(), 1)
  await console.goTo("machines")
  await console.filter(`session ${username}`)
  await console.pick("session")
  await page.reload()
  await console.see()
  await console.goTo("requests")
  await console.filter(`login ${username}`)
  await console.pick("POST login")
  await seeText(console.panel, username)
  await button(console.panel, text("inspect.all-requests")).click()
  await seeText(console.panel, text("inspect.before-reload"))
  expect(problemsOf(phone)).toEqual([])
})
