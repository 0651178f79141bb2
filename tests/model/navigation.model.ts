// @module-tag exhaustive
import { Schema } from "effect"
import type { Locator, Page } from "playwright-core"
import { navigationMachine } from "../../machines/navigation.ts"
import { modelPages } from "../../scripts/model-folder.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { isSame } from "../../src/domain/operation.ts"
import { NavigationEvent } from "../../src/events/navigation.ts"
import { ENTRY_PATH, HOME_PATH } from "../../src/navigation/routes.ts"
import { whenLoaded } from "../e2e/chunk-loading.ts"
import { button } from "../e2e/page-models/fields.ts"
import { seeEqual, seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { cases, HOLD, MY, REGISTER, TICKET, TRADE, WALLET } from "./events/navigation.ts"
import { type PathDriver, rested, type StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isNavigationEvent = Schema.is(NavigationEvent)

/** Entries of the account page whose pages have chunks of their own. */
const ENTRIES = ["my.wallet", "my.credit", "my.promote", "my.password", "my.real-name", "my.crypto"] as const
const opened = new WeakMap<Fixture, number>()

/** A page whose chunk this device has not loaded yet. */
const nextEntry = (fixture: Fixture): Locator => {
  const count = opened.get(fixture) ?? 0
  opened.set(fixture, count + 1)
  const name = ENTRIES[count]
  if (name === undefined) throw new Error("a path opens more pages than there are new ones")
  const own = fixture.phone.page.locator("[data-page=my]").filter({ visible: true })
  return own.getByRole("link", { name: new RegExp(`^${text(name)}`) })
}

/** Taps twice at the same moment, even if the first tap removes the target. */
const twice = (target: Locator): Promise<void> =>
  target.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return
    element.click()
    element.click()
  })

const press = async ({ step, rest: [next] }: StepContext, event: NavigationEvent, target: Locator) => {
  if (next !== undefined && isSame(event, next.event)) await twice(target)
  else if (step.event === event || isSame(event, step.event)) await target.click()
}

/** Arguments of a navigation call. */
const targetOf = (
  fixture: Fixture,
  event: Extract<NavigationEvent, { readonly url: string | null }>,
): Locator => {
  const { page } = fixture.phone
  const shown = (name: string) => page.locator(`[data-page=${name}]`).filter({ visible: true })
  switch (event.type === "navigation.reLaunch" ? `${event.type} ${event.url}` : event.url) {
    case WALLET:
      return nextEntry(fixture)
    case HOLD:
      return shown("my").getByRole("link", { name: new RegExp(`^${text("my.holdings")}`) })
    case TICKET:
      return event.type === "navigation.redirectTo"
        ? shown("order").getByRole("button", { name: /AAPL/ })
        : button(shown("trade"), text("trade.buy-up"))
    case REGISTER:
      return page.getByRole("link", { name: text("login.register"), exact: true })
    case `navigation.reLaunch ${ENTRY_PATH}`:
      return shown("register").getByRole("link", { name: text("register.login"), exact: true })
    default:
      return button(page, text("not-found.home"))
  }
}

/** Waits for the chunk of the error view, which loads after the first touch. */
const expectTrouble = async ({ phone: { page } }: Fixture): Promise<void> => {
  await page.keyboard.press("Shift")
  await whenLoaded(page, "core", modelPages)
}

const makeCall = async (
  stepContext: StepContext,
  event: Extract<NavigationEvent, { readonly url: string | null }>,
) => {
  const { fixture, rest, from } = stepContext
  // The second tap came with the first.
  if (from === "open.opening.loading") return
  const fate = rest.find(({ event: { type } }) => /pageLoaded|pageFailed/.test(type))
  const target = targetOf(fixture, event)
  await target.waitFor()
  if (fate?.event.type === "navigation.pageFailed") {
    await expectTrouble(fixture)
    await fixture.faults(ruleOf("asset", { kind: "status", when: "before", status: 503 }))
  }
  await press(stepContext, event, target)
}

const isAtRest = (fixture: Fixture, ...types: readonly string[]) =>
  rested(fixture, "navigation", "open.settled", [...types, "navigation.pageMounted"])

const bringPopped = async ({ fixture }: StepContext, key: string): Promise<void> => {
  const { page } = fixture.phone
  switch (key) {
    case "forward":
      await nextEntry(fixture).click()
      await isAtRest(fixture)
      await page.goBack()
      await isAtRest(fixture, "navigation.popped")
      return void (await page.goForward())
    case "fragment":
      // Adds a fragment to the address and removes it.
      await page.evaluate(() => {
        location.hash = "part"
      })
      return void (await page.goBack())
    default:
      return void (await page.goBack())
  }
}

/** A tested browser is never hidden, so the event is dispatched by hand. */
const sayVisible = (page: Page, state: "hidden" | "visible"): Promise<void> =>
  page.evaluate((said) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => said })
    document.dispatchEvent(new Event("visibilitychange"))
  }, state)

const enterElsewhere = async (fixture: Fixture, member: boolean): Promise<void> => {
  const { page, account, entry, home } = await fixture.openTab()
  await page.goto(member ? ENTRY_PATH : MY)
  if (member) {
    await entry.login(fixture.member.username, fixture.member.password)
    await home.see()
  } else {
    await account.logOut()
    await entry.seeLogin()
  }
  await page.close()
}

const review = async ({ ticket, market }: Fixture["phone"]): Promise<void> => {
  await market.seeLive()
  await ticket.fill("1000", 30, 1)
  await ticket.reviewToConfirm()
}

const tabs: Readonly<Record<string, "home" | "my" | "trade">> = {
  [HOME_PATH]: "home",
  [MY]: "my",
  [TRADE]: "trade",
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step, rest } = stepContext
  const { phone } = fixture
  const { event } = step
  if (!isNavigationEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "navigation.open":
      return void (await phone.page.goto(event.url))
    case "navigation.enter":
      return await enterElsewhere(fixture, event.member)
    case "navigation.tapTab":
      return await phone.tabs.goTo(tabs[event.url ?? ""] ?? "home")
    case "navigation.navigateTo":
    case "navigation.redirectTo":
    case "navigation.reLaunch":
    case "navigation.switchTab":
      return await makeCall(stepContext, event)
    case "navigation.navigateBack":
      return await button(phone.page, text("ui.back")).filter({ visible: true }).first().click()
    case "navigation.popped":
      return await bringPopped(stepContext, event.key)
    case "navigation.retry":
      if (rest[0]?.event.type === "navigation.pageLoaded") await fixture.faults()
      return await phone.page.mouse.click(180, 400)
    case "navigation.openOverlay":
      return await review(phone)
    case "navigation.closeOverlay":
      return await phone.ticket.edit()
    case "navigation.appHidden":
      return await sayVisible(phone.page, "hidden")
    case "navigation.appShown":
      return await sayVisible(phone.page, "visible")
    default:
      return
  }
}

/** The top page in the last recorded snapshot. */
const topNow = (fixture: Fixture): { readonly name: string; readonly url: string } => {
  const last = fixture.recording.newest("navigation")?.steps.at(-1)?.context
  const pages: unknown = typeof last === "object" && last !== null ? Reflect.get(last, "pages") : null
  const stack: unknown = typeof pages === "object" && pages !== null ? Reflect.get(pages, "stack") : null
  const top: unknown = Array.isArray(stack) ? stack.at(-1) : null
  if (typeof top !== "object" || top === null) throw new Error("navigation has no page on top")
  return { name: String(Reflect.get(top, "name")), url: String(Reflect.get(top, "url")) }
}

const verify = async ({ fixture, step, rest: [next] }: StepContext): Promise<void> => {
  const { page } = fixture.phone
  if (step.state === "open.failed") return await seeText(page, text("page.timed-out"))
  if (step.state === "open.missing") return await seeText(page, text("not-found.title"))
  if (step.state !== "open.settled" || next?.event.type === "navigation.pageMounted") return
  const { name, url } = topNow(fixture)
  await page.locator(`[data-page="${name}"]`).filter({ visible: true }).waitFor()
  await seeEqual(() => page.evaluate(() => location.pathname + location.search), url)
}

const driver: PathDriver = {
  machine: navigationMachine,
  actorId: "navigation",
  begin: async () => {},
  trigger,
  verify,
}

runPaths(site, driver, cases, {
  fixtureFor: ({ steps: [first] }) => ({
    isVisitor: first !== undefined && Reflect.get(first.event, "member") === false,
  }),
})
