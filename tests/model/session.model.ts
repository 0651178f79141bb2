// @module-tag exhaustive
import { Schema } from "effect"
import type { Request } from "playwright-core"
import { sessionMachine } from "../../machines/session.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { SessionEvent } from "../../src/events/session.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import { button } from "../e2e/page-models/fields.ts"
import { seeEqual, seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import type { Tab } from "../e2e/phone.ts"
import { openSite } from "../e2e/site.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { AGREEMENTS, cases, WALLET } from "./events/session.ts"
import { type PathDriver, rested, type StepContext } from "./harness/drive-path.ts"
import { type Fixture, type FixtureMember, registerMember } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isSessionEvent = Schema.is(SessionEvent)

/** The member who uses the device now. */
const users = new WeakMap<Fixture, FixtureMember>()
const userOf = (fixture: Fixture): FixtureMember => users.get(fixture) ?? fixture.member

const ALL_OF_IT = { kind: "delay", when: "before", ms: 20_000, jitterMs: 0 } as const

const login = async (tab: Tab, { username, password }: FixtureMember, isRight: boolean): Promise<void> => {
  await tab.entry.seeLogin()
  await tab.entry.login(username, isRight ? password : `${password}-not`)
}

const openLogin = async ({ page, entry }: Tab): Promise<void> => {
  await page.goto("/")
  await entry.seeLogin()
}

let registered = 0

const register = async ({ fixture }: StepContext, isRight: boolean): Promise<void> => {
  const { page, entry } = fixture.phone
  await page.goto(urlOf("register"))
  registered += 1
  const username = `bob.${process.pid}.${registered}`
  await entry.seeRegister()
  await entry.username().fill(username)
  await entry.password().fill(goodPassword)
  const code = fixture.site.invitationCode()
  await entry.invitation().fill(isRight ? code : "ZZZZ9999")
  await entry.consent().check()
  if (isRight) users.set(fixture, { ...fixture.member, username, password: goodPassword })
  await entry.submitRegister()
}

const goToMy = async ({ phone }: Fixture): Promise<void> => {
  await phone.page.goto(urlOf("my"))
}

const logoutButton = ({ page }: Tab) =>
  button(page.locator("[data-page=my]").filter({ visible: true }), text("my.logout"))
const question = ({ page }: Tab) =>
  page.getByRole("alertdialog", { name: text("my.logout.question"), exact: true })

/** Ends every session of the current member, as a change of password on another device does. */
const revoke = async (fixture: Fixture): Promise<void> => {
  const user = userOf(fixture)
  const url = fixture.site.url()
  const { username, password } = user
  const token = String(fieldOf(await callServer(url, "login", { username, password }), "token"))
  const next = `${password}-n`
  const passwords = { old_password: password, new_password: next }
  fieldOf(await callServer(url, "changePassword", passwords, { token }), "token")
  users.set(fixture, { ...user, password: next })
}

const inAnotherTab = async (fixture: Fixture, act: (tab: Tab) => Promise<void>): Promise<void> => {
  const tab = await fixture.openTab()
  await act(tab)
  await tab.page.close()
}

const logOutIn = async ({ page, account, entry }: Tab): Promise<void> => {
  await page.goto(urlOf("my"))
  await account.logOut()
  await entry.seeLogin()
}

/** Chunks after a tap have loaded by then. */
const QUIET_MS = 2_000

/** Requests of a fixture's tab that are under way, and when the last one ended. */
const traffic = new WeakMap<Fixture, { readonly open: Set<Request>; endedAtMs: number }>()

const watchTraffic = (fixture: Fixture): void => {
  const known = { open: new Set<Request>(), endedAtMs: 0 }
  traffic.set(fixture, known)
  const { page } = fixture.phone
  const end = (request: Request) => {
    known.open.delete(request)
    known.endedAtMs = Date.now()
  }
  page.on("request", (request) => known.open.add(request))
  page.on("requestfinished", end)
  page.on("requestfailed", end)
}

/**
 * A time without requests, none under way: a tab that is stopped during a fetch blocks the same
 * fetch in another tab.
 */
const isQuiet = (fixture: Fixture): boolean => {
  const known = traffic.get(fixture)
  return known?.open.size === 0 && known.endedAtMs < Date.now() - QUIET_MS
}

/** Opens the account page and waits for its data, which the stream's first message requests again. */
const restAtMy = async (fixture: Fixture): Promise<void> => {
  const { newest } = fixture.recording
  const before = newest("stream")
  await goToMy(fixture)
  const isCaughtUp = async () => {
    const stream = newest("stream")
    return stream !== before && stream?.steps.some(({ event }) => event.type === "stream.eventsReceived")
  }
  await seeEqual(isCaughtUp, true)
  await seeEqual(async () => isQuiet(fixture), true)
  await rested(fixture, "session", "authenticated.active", ["session.refreshed"])
}

/** Changes the device's member while a browser dialog blocks the tab. */
const changeHands = async (fixture: Fixture): Promise<void> => {
  const { page } = fixture.phone
  await seeEqual(async () => isQuiet(fixture), true)
  const opened = page.waitForEvent("dialog")
  await page.evaluate(() => void setTimeout(() => alert("")))
  const dialog = await opened
  const other = await registerMember(fixture.site)
  await inAnotherTab(fixture, async (tab) => {
    await logOutIn(tab)
    await login(tab, other, true)
    await tab.home.see()
  })
  users.set(fixture, other)
  await dialog.accept()
}

/**
 * Revokes a member's token, which their live connection reports; makes a public endpoint reject a
 * visitor. Another document would have no session to lose.
 */
const loseToken = async ({ fixture, from }: StepContext): Promise<void> => {
  if (from !== "anonymous") return await revoke(fixture)
  await fixture.faults(ruleOf("articles", { kind: "error", when: "before", reason: "session.required" }))
  await fixture.phone.page.goto(AGREEMENTS)
}

const isNext = ({ rest: [next] }: StepContext, type: SessionEvent["type"]): boolean =>
  next?.event.type === type

const bringRefresh = async (stepContext: StepContext): Promise<void> => {
  const { fixture } = stepContext
  if (isNext(stepContext, "session.refreshFailed"))
    await fixture.faults(ruleOf("userInfo", { kind: "malformed" }))
  else if (!isNext(stepContext, "session.refreshed")) await fixture.faults(ruleOf("userInfo", ALL_OF_IT))
  await goToMy(fixture)
}

const bringLogin = async (stepContext: StepContext): Promise<void> => {
  const { fixture } = stepContext
  const isRight = isNext(stepContext, "session.authenticated")
  if (isRight) users.set(fixture, userOf(fixture))
  await openLogin(fixture.phone)
  await login(fixture.phone, userOf(fixture), isRight)
}

const bringElsewhere = async (stepContext: StepContext): Promise<void> => {
  const { fixture, from } = stepContext
  if (from !== "anonymous") return await changeHands(fixture)
  await inAnotherTab(fixture, async (tab) => {
    await openLogin(tab)
    await login(tab, userOf(fixture), true)
    await tab.page.locator("[data-page]:not([data-page=login])").filter({ visible: true }).first().waitFor()
  })
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step, from } = stepContext
  const { phone } = fixture
  if (!isSessionEvent(step.event)) return
  switch (step.event.type) {
    case "session.login":
      return await bringLogin(stepContext)
    case "session.register":
      return await register(stepContext, isNext(stepContext, "session.authenticated"))
    case "session.keepIntent":
      return void (await phone.page.goto(WALLET))
    case "session.beganElsewhere":
      return await bringElsewhere(stepContext)
    case "session.endedElsewhere":
      // the server keeps the session, or it might reject this tab's token before the other tab tells it
      await fixture.faults(ruleOf("logout", { kind: "error", when: "before", reason: "system.internal" }))
      return await inAnotherTab(fixture, logOutIn)
    case "session.refresh":
      return await bringRefresh(stepContext)
    case "session.askLogout":
      if (from === "authenticated.active") await restAtMy(fixture)
      return await logoutButton(phone).click()
    case "session.confirmLogout":
      return await button(question(phone), text("my.logout")).click()
    case "session.cancelLogout":
      return await button(question(phone), text("ui.cancel")).click()
    case "session.tokenRejected":
      return await loseToken(stepContext)
    default:
      return
  }
}

/** The page that the machine asked the host to open, or home. */
const openedUrl = (fixture: Fixture): string => {
  const steps = fixture.recording.newest("session")?.steps ?? []
  const began = steps.flatMap(({ emitted }) => emitted).findLast(({ type }) => type === "session.began")
  const { params } = began ?? {}
  const open: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "open") : null
  return typeof open === "string" ? open : HOME_PATH
}

const seeAnonymous = async ({ step, fixture: { phone } }: StepContext): Promise<void> => {
  switch (step.event.type) {
    case "session.refused":
      // The answer names the attempted action.
      return await seeText(
        phone.page,
        new RegExp(`${text("error.login.wrong-credentials")}|${text("error.register.invitation-unknown")}`),
      )
    case "session.keepIntent":
      return await phone.entry.seeLogin()
    default:
      return await phone.entry.seeLogin()
  }
}

const verify = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { phone } = fixture
  const settling = [
    "session.refreshFailed",
    "session.askLogout",
    "session.tokenRejected",
    "session.endedElsewhere",
  ]
  if (settling.includes(step.event.type)) await fixture.faults()
  switch (step.state) {
    case "anonymous":
      return await seeAnonymous(stepContext)
    case "authenticated.active": {
      const isNew = ["session.authenticated", "session.beganElsewhere"].includes(step.event.type)
      if (isNew)
        await seeEqual(
          () => phone.page.evaluate(() => location.pathname + location.search),
          openedUrl(fixture),
        )
      return
    }
    case "authenticated.confirmingLogout":
      return await question(phone).waitFor()
    default:
      return
  }
}

const driver: PathDriver = {
  machine: sessionMachine,
  actorId: "session",
  begin: async (fixture, { steps: [first] }) => {
    const { phone } = fixture
    watchTraffic(fixture)
    await phone.page.goto(first?.event.type === "session.restored" ? HOME_PATH : "/")
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, {
  fixtureFor: ({ steps: [first] }) => ({ isVisitor: first?.event.type !== "session.restored" }),
})
