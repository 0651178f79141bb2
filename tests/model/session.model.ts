import { Schema } from "effect"
import { type SessionContext, sessionMachine } from "../../machines/session.ts"
import { casesFor } from "../../scripts/paths/cases.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { stateName } from "../../src/devtools/chart.ts"
import { SessionEvent } from "../../src/events/session.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import { button } from "../e2e/pages/fields.ts"
import { seeEqual, seeText } from "../e2e/pages/figures.ts"
import { text } from "../e2e/pages/texts.ts"
import type { Tab } from "../e2e/phone.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { memberOf } from "../support/member.ts"
import { type Hands, rested, type Scene } from "./lab/play.ts"
import { runPaths } from "./lab/runs.ts"
import { joinSite, openLabSite, type Stage, type StageMember } from "./lab/stage.ts"

const site = openLabSite()
const isSessionEvent = Schema.is(SessionEvent)

const at = 1
/** Whose device it is, who registers on it, and who logs in on it in another tab. */
const [ada, bob, eve] = [memberOf("ada"), memberOf("bob"), memberOf("eve")]
const WALLET = urlOf("wallet")
const AGREEMENTS = urlOf("agreement")

const before: readonly SessionEvent[] = [
  { type: "session.absent", intent: null, at },
  { type: "session.restored", user: ada, intent: null, at },
]
const visitors: readonly SessionEvent[] = [
  { type: "session.login", username: "ada", secret: "handle-1", at },
  { type: "session.register", username: "bob", secret: "handle-1", invitationCode: "AB12CD", at },
  { type: "session.keepIntent", url: WALLET, at },
  { type: "session.beganElsewhere", user: ada, at },
  { type: "session.tokenInvalid", envelope: "code", url: AGREEMENTS, at },
]

const answersTo = ({ credentials }: SessionContext): readonly SessionEvent[] => [
  { type: "session.authenticated", user: credentials?.invitationCode ? bob : ada, at },
  { type: "session.refused", failure: { reason: "login.wrong-credentials" }, at },
]

const members = ({ user }: SessionContext): readonly SessionEvent[] => [
  { type: "session.askLogout", at },
  { type: "session.refresh", at },
  { type: "session.tokenInvalid", envelope: "code", url: WALLET, at },
  { type: "session.endedElsewhere", at },
  ...(user?.id === eve.id ? [] : [{ type: "session.beganElsewhere" as const, user: eve, at }]),
]

/** What can be done on a device, and what the server can say to it. */
const cases = casesFor(sessionMachine, {
  events: ({ context, value }): readonly SessionEvent[] => {
    switch (stateName(value)) {
      case "restoring":
        return before
      case "anonymous":
        return visitors
      case "authenticating":
        return answersTo(context)
      case "authenticated.active":
        return members(context)
      case "authenticated.refreshing":
        return [
          { type: "session.refreshed", user: context.user ?? ada, at },
          { type: "session.refreshFailed", failure: { reason: "no-answer.malformed" }, at },
          { type: "session.askLogout", at },
        ]
      default:
        return [
          { type: "session.confirmLogout", at },
          { type: "session.cancelLogout", at },
          { type: "session.cleared", at },
        ]
    }
  },
  tells: ({ context }) => [context.user?.id, context.credentials?.invitationCode],
})

/** Who uses the device at the moment. */
const users = new WeakMap<Stage, StageMember>()
const userOf = (stage: Stage): StageMember => users.get(stage) ?? stage.member

const ALL_OF_IT = { kind: "delay", when: "before", ms: 20_000, jitterMs: 0 } as const

const login = async (tab: Tab, { username, password }: StageMember, isRight: boolean): Promise<void> => {
  await tab.entry.seeLogin()
  await tab.entry.login(username, isRight ? password : `${password}-not`)
}

const openLogin = async ({ page, entry }: Tab): Promise<void> => {
  await page.goto("/")
  await entry.seeLogin()
}

let registered = 0

const register = async ({ stage }: Scene, isRight: boolean): Promise<void> => {
  const { page, entry } = stage.phone
  await page.goto(urlOf("register"))
  registered += 1
  const username = `bob.${process.pid}.${registered}`
  await entry.seeRegister()
  await entry.username().fill(username)
  await entry.password().fill(goodPassword)
  const code = stage.site.server().demo?.invitationCode ?? ""
  await entry.invitation().fill(isRight ? code : "ZZZZ9999")
  if (isRight) users.set(stage, { ...stage.member, username, password: goodPassword })
  await entry.submitRegister()
}

const goToMy = async ({ phone }: Stage): Promise<void> => {
  await phone.page.goto(urlOf("my"))
}

/** To the member's own page, until it has asked for the record and has it. */
const restAtMy = async (stage: Stage): Promise<void> => {
  await goToMy(stage)
  await rested(stage, "session", "authenticated.active", ["session.refreshed"])
}

const logoutButton = ({ page }: Tab) =>
  button(page.locator("[data-page=my]").filter({ visible: true }), text("my.logout"))
const question = ({ page }: Tab) =>
  page.getByRole("alertdialog", { name: text("my.logout.question"), exact: true })

/** Ends every session of whoever uses the device, as a change of the password does that is made on another one. */
const revoke = async (stage: Stage): Promise<void> => {
  const user = userOf(stage)
  const url = stage.site.url()
  const { username, password } = user
  const token = String(fieldOf(await callServer(url, "login", { username, password }), "token"))
  const next = `${password}-n`
  const passwords = { old_password: password, new_password: next }
  fieldOf(await callServer(url, "changePassword", passwords, { token }), "token")
  users.set(stage, { ...user, password: next })
}

const inAnotherTab = async (stage: Stage, act: (tab: Tab) => Promise<void>): Promise<void> => {
  const tab = await stage.openTab()
  await act(tab)
  await tab.page.close()
}

const logOutIn = async ({ page, account, entry }: Tab): Promise<void> => {
  await page.goto(urlOf("my"))
  await account.logOut()
  await entry.seeLogin()
}

/** What a tap leads to has been brought by then. */
const QUIET_MS = 2_000

/** Nothing has come for so long: a tab that is stopped while it fetches something keeps the browser from giving the same to another. */
const isQuiet = (quietMs: number): boolean =>
  performance
    .getEntriesByType("resource")
    .every((entry) => entry.startTime + entry.duration < performance.now() - quietMs)

/** While a dialog of the browser keeps the tab from hearing anything, somebody else comes to use the device. */
const changeHands = async (stage: Stage): Promise<void> => {
  const { page } = stage.phone
  await page.waitForFunction(isQuiet, QUIET_MS)
  const opened = page.waitForEvent("dialog")
  await page.evaluate(() => void setTimeout(() => alert("")))
  const dialog = await opened
  const other = await joinSite(stage.site)
  await inAnotherTab(stage, async (tab) => {
    await logOutIn(tab)
    await login(tab, other, true)
    await tab.home.see()
  })
  users.set(stage, other)
  await dialog.accept()
}

/** A member's token is revoked; a visitor is told that what everybody may read is for members. */
const loseToken = async ({ stage, from }: Scene): Promise<void> => {
  if (from !== "anonymous") {
    await revoke(stage)
    return await goToMy(stage)
  }
  await stage.faults(ruleOf("articles", { kind: "error", when: "before", reason: "session.required" }))
  await stage.phone.page.goto(AGREEMENTS)
}

const isNext = ({ rest: [next] }: Scene, type: SessionEvent["type"]): boolean => next?.event.type === type

const bringRefresh = async (scene: Scene): Promise<void> => {
  const { stage } = scene
  if (isNext(scene, "session.refreshFailed")) await stage.faults(ruleOf("userInfo", { kind: "malformed" }))
  else if (!isNext(scene, "session.refreshed")) await stage.faults(ruleOf("userInfo", ALL_OF_IT))
  await goToMy(stage)
}

const bringLogin = async (scene: Scene): Promise<void> => {
  const { stage } = scene
  const isRight = isNext(scene, "session.authenticated")
  if (isRight) users.set(stage, userOf(stage))
  await openLogin(stage.phone)
  await login(stage.phone, userOf(stage), isRight)
}

const bringElsewhere = async (scene: Scene): Promise<void> => {
  const { stage, from } = scene
  if (from !== "anonymous") return await changeHands(stage)
  await inAnotherTab(stage, async (tab) => {
    await openLogin(tab)
    await login(tab, userOf(stage), true)
    await tab.page.locator("[data-page]:not([data-page=login])").filter({ visible: true }).first().waitFor()
  })
}

const bring = async (scene: Scene): Promise<void> => {
  const { stage, step, from } = scene
  const { phone } = stage
  if (!isSessionEvent(step.event)) return
  switch (step.event.type) {
    case "session.login":
      return await bringLogin(scene)
    case "session.register":
      return await register(scene, isNext(scene, "session.authenticated"))
    case "session.keepIntent":
      return void (await phone.page.goto(WALLET))
    case "session.beganElsewhere":
      return await bringElsewhere(scene)
    case "session.endedElsewhere":
      return await inAnotherTab(stage, logOutIn)
    case "session.refresh":
      return await bringRefresh(scene)
    case "session.askLogout":
      if (from === "authenticated.active") await restAtMy(stage)
      return await logoutButton(phone).click()
    case "session.confirmLogout":
      return await button(question(phone), text("my.logout")).click()
    case "session.cancelLogout":
      return await button(question(phone), text("ui.cancel")).click()
    case "session.tokenInvalid":
      return await loseToken(scene)
    default:
      return
  }
}

/** What the machine has told the house to open, or home. */
const openedUrl = (stage: Stage): string => {
  const steps = stage.recording.newest("session")?.steps ?? []
  const began = steps.flatMap(({ emitted }) => emitted).findLast(({ type }) => type === "session.began")
  const { params } = began ?? {}
  const open: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "open") : null
  return typeof open === "string" ? open : HOME_PATH
}

const seeAnonymous = async ({ step, stage: { phone } }: Scene): Promise<void> => {
  switch (step.event.type) {
    case "session.refused":
      // the answer is in the words of what was tried
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

const see = async (scene: Scene): Promise<void> => {
  const { stage, step } = scene
  const { phone } = stage
  const settling = ["session.refreshFailed", "session.askLogout", "session.tokenInvalid"]
  if (settling.includes(step.event.type)) await stage.faults()
  switch (step.state) {
    case "anonymous":
      return await seeAnonymous(scene)
    case "authenticated.active": {
      const isNew = ["session.authenticated", "session.beganElsewhere"].includes(step.event.type)
      if (isNew)
        await seeEqual(() => phone.page.evaluate(() => location.pathname + location.search), openedUrl(stage))
      return
    }
    case "authenticated.confirmingLogout":
      return await question(phone).waitFor()
    default:
      return
  }
}

const hands: Hands = {
  machine: sessionMachine,
  seat: "session",
  begin: async ({ phone }, { steps: [first] }) => {
    await phone.page.goto(first?.event.type === "session.restored" ? HOME_PATH : "/")
  },
  bring,
  see,
}

runPaths(site, hands, cases, {
  stageFor: ({ steps: [first] }) => ({ isVisitor: first?.event.type !== "session.restored" }),
})
