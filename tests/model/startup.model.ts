// @module-tag exhaustive
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { PathStep } from "@financial-links/paths"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { beforeEach, expect, inject, vi } from "vitest"
import { startupMachine } from "../../machines/startup.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { StartupEvent } from "../../src/events/startup.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { beforeArrival } from "../e2e/faults.ts"
import { operate } from "../e2e/operator.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { seeEqual, seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openOwnSite } from "../e2e/site.ts"
import { cases } from "./events/startup.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { modelEnvironment } from "./harness/model-environment.ts"
import { runPaths } from "./harness/run-paths.ts"

/** Its paths close and open the site. */
const site = openOwnSite(modelEnvironment(inject("modelSeed")))
const isStartupEvent = Schema.is(StartupEvent)

/** Opens or closes the site by the operator command, and waits until its pages say so. */
const setSite = async (how: "on" | "off"): Promise<void> => {
  await operate(site, "site", how)
  const said = async () => (await fetch(site.url())).headers.get("server-timing") ?? ""
  await vi.waitFor(async () => expect(await said()).toContain(`site;desc="${how}"`), {
    timeout: 10_000,
    interval: 50,
  })
}

const isOff = ({ event }: PathStep): boolean =>
  isStartupEvent(event) && event.type === "startup.configured" && event.config.website.status === 0

/** Prepares the answer to the configuration request from the next step. */
const prepareAnswer = async ({ faults }: Fixture, next: PathStep | undefined): Promise<void> => {
  await faults()
  if (next === undefined || !isStartupEvent(next.event)) return
  const { event } = next
  if (event.type === "startup.configured") return await setSite(isOff(next) ? "off" : "on")
  if (event.type !== "startup.configFailed") return
  const isCut = event.failure.reason === "no-answer.network"
  await faults(
    ruleOf("systemConfig", isCut ? { kind: "drop", when: "before", how: "cut" } : { kind: "malformed" }),
  )
}

/** Opens the app without site state in the document; an event follows before the configuration. */
const openUnsaid = async (fixture: Fixture, first: PathStep | undefined): Promise<void> => {
  await setSite("off")
  const isOn = first !== undefined && first.event.type === "startup.configured" && !isOff(first)
  if (!isOn) await prepareAnswer(fixture, first)
  const held = isOn ? await beforeArrival(fixture.context, "systemConfig", () => setSite("on")) : null
  await fixture.phone.page.goto(urlOf("loading"))
  await held?.met
  await held?.end()
}

/** Opens a document and touches it, which loads the API layer and sends its requests. */
const learn = async (fixture: Fixture, next: PathStep | undefined): Promise<void> => {
  const { page } = fixture.phone
  const isAsked = fixture.recording
    .newest("startup")
    ?.steps.some(({ event }) => event.type === "startup.learn")
  if (isAsked === true) {
    await setSite("on")
    await page.reload()
    await fixture.phone.entry.seeLogin()
  }
  await prepareAnswer(fixture, next)
  await page.mouse.click(180, 20)
}

const german: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../locales/de.json"), "utf8"),
)

/** Chooses German, then English again. */
const chooseGerman = async ({ page, entry }: Fixture["phone"]): Promise<void> => {
  await entry.chooseLanguage("Deutsch")
  await page.getByRole("heading", { name: german["login.title"] ?? "", exact: true }).waitFor()
  await page.getByRole("button", { name: new RegExp(`^${german["preferences.language"]}:`) }).click()
  await page.getByRole("dialog").getByText("English", { exact: true }).click()
  await entry.seeLogin()
}

const chooseDark = async ({ page }: Fixture["phone"]): Promise<void> => {
  const name = text("preferences.theme")
  await page.getByRole("button", { name, exact: true }).click()
  const sheet = page.getByRole("dialog", { name, exact: true })
  await sheet.getByText(text("preferences.theme.dark"), { exact: true }).click()
  await seeEqual(() => page.evaluate(() => document.documentElement.dataset.theme), "dark")
}

/** What members alone can choose: the visitor logs in for a moment. */
const asMember = async ({ phone, member }: Fixture, choose: (page: Page) => Promise<void>): Promise<void> => {
  const { page, entry, home, tabs, account } = phone
  await entry.login(member.username, member.password)
  await home.see()
  await choose(page)
  await tabs.goTo("my")
  await account.logOut()
  await entry.seeLogin()
}

const hideAmounts = async (page: Page): Promise<void> => {
  await button(page, text("ui.amount.hide")).first().click()
  await button(page, text("ui.amount.show")).first().waitFor()
}

const chooseRedUp = async (page: Page): Promise<void> => {
  const name = text("preferences.colours")
  await page.getByRole("link", { name: text("ui.tab.my"), exact: true }).click()
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click()
  const sheet = page.getByRole("dialog", { name, exact: true })
  await sheet.getByText(text("preferences.colours.red-up"), { exact: true }).click()
  await seeEqual(() => page.evaluate(() => document.documentElement.dataset.colours), "red-up")
}

const retryButton = ({ page }: Fixture["phone"]) =>
  page
    .getByRole("button", { name: new RegExp(`^(${text("ui.retry")}|${text("empty.retry")})$`) })
    .filter({ visible: true })
    .first()

const trigger = async ({ fixture, step, rest: [next] }: StepContext): Promise<void> => {
  const { phone, context } = fixture
  if (!isStartupEvent(step.event)) throw new Error(`${step.event.type} is not an event of the machine`)
  switch (step.event.type) {
    case "startup.learn":
      return await learn(fixture, next)
    case "startup.retry":
      await prepareAnswer(fixture, next)
      await pauseOfAThumb(phone.page)
      return await retryButton(phone).click()
    case "startup.networkReturned":
      // The request may have failed while the device had a network.
      await context.setOffline(true)
      await prepareAnswer(fixture, next)
      return await context.setOffline(false)
    case "startup.setLocale":
      return await chooseGerman(phone)
    case "startup.hideAmounts":
      return await asMember(fixture, hideAmounts)
    case "startup.setColours":
      return await asMember(fixture, chooseRedUp)
    case "startup.setTheme":
      return await chooseDark(phone)
    default:
      return
  }
}

const verify = async ({ fixture: { phone }, step }: StepContext): Promise<void> => {
  switch (step.state) {
    case "on.known":
    case "on.unaware":
      return await phone.entry.seeLogin()
    case "off":
      return await seeText(phone.page, text("empty.title"))
    case "offline":
    case "failed":
      return await retryButton(phone).waitFor()
    default:
      return
  }
}

const driver: PathDriver = {
  machine: startupMachine,
  actorId: "startup",
  begin: async (fixture, { start, steps: [first] }) => {
    if (start !== "on.unaware") return await openUnsaid(fixture, first)
    await setSite("on")
    await fixture.phone.page.goto("/")
    await fixture.phone.entry.seeLogin()
  },
  trigger,
  verify,
}

// a fixture has a member, who cannot register while the path before has closed the site
beforeEach(() => setSite("on"))

runPaths(site, driver, cases, { fixtureFor: () => ({ isVisitor: true }), isAlone: true })
