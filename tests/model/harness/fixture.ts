/** The fixture of one path: its own member, device and fault scope on the real server. */
import { Schema } from "effect"
import type { BrowserContext } from "playwright-core"
import { inject } from "vitest"
import type { FaultRule } from "../../../src/contract/faults.ts"
import { killTab } from "../../e2e/faults.ts"
import { openDevice, type Tab } from "../../e2e/phone.ts"
import { type Member, type Session, type Site, sessionIn, signedIn } from "../../e2e/site.ts"
import { callServer, goodPassword } from "../../support/app.ts"
import { faultInjection } from "../../support/fault-injection.ts"
import { type Recording, record } from "./recorder.ts"
import { injectStorageFaults, type StorageState, setStorage } from "./storage.ts"

export interface FixtureMember extends Member, Session {}

export interface Fixture {
  readonly site: Site
  readonly context: BrowserContext
  /** The tab in which the path runs. */
  phone: Tab
  readonly recording: Recording
  /** The device's member. A visitor's fixture has one that is not logged in. */
  member: FixtureMember
  /** Replaces the fault rules of this device. */
  readonly faults: (...rules: readonly FaultRule[]) => Promise<void>
  readonly storage: (state: StorageState) => Promise<unknown>
  /** Kills the tab's process and restores the tab as a browser does after a crash. */
  readonly killAndRestore: () => Promise<void>
  /** Another tab of the device. Its actors are not recorded. */
  readonly openTab: () => Promise<Tab>
  readonly close: () => Promise<void>
}

let count = 0

/** Registers a new member through the API. */
export const registerMember = async (site: Site): Promise<FixtureMember> => {
  count += 1
  const username = `path.${process.pid}.${count}`
  const answer = await callServer(site.url(), "register", {
    username,
    password: goodPassword,
    invitation_code: site.invitationCode(),
  })
  const session = sessionIn(answer)
  const { user } = session
  const id = typeof user === "object" && user !== null ? String(Reflect.get(user, "id")) : ""
  return { ...session, username, password: goodPassword, id }
}

/** The part of the page stack that the browser history holds. */
const readStack = Schema.decodeUnknownSync(
  Schema.Struct({
    pages: Schema.Struct({ stack: Schema.Array(Schema.Struct({ id: Schema.String, url: Schema.String })) }),
  }),
)

/** What a browser restores of a tab. */
interface TabState {
  readonly kept: readonly (readonly [string, string])[]
  readonly stack: readonly { readonly id: string; readonly url: string }[]
}

/** Restores session storage and history after a crash. Runs once, in the restored page. */
const restoreTab = ({ kept, stack }: TabState) => {
  const mark = "model.restored"
  if (sessionStorage.getItem(mark) !== null) return
  for (const [name, value] of kept) sessionStorage.setItem(name, value)
  sessionStorage.setItem(mark, "1")
  for (const [index, { id, url }] of stack.entries()) {
    const entry = { id, depth: index + 1 }
    if (index === 0) history.replaceState(entry, "", url)
    else history.pushState(entry, "", url)
  }
}

export interface FixtureOptions {
  /** No session is open on the device. */
  readonly isVisitor?: boolean
}

export const openFixture = async (
  site: Site,
  { isVisitor = false }: FixtureOptions = {},
): Promise<Fixture> => {
  const member = await registerMember(site)
  const url = site.url()
  const scope = member.id
  const storage = isVisitor ? {} : signedIn(url, member)
  const phone = await openDevice(site.browser(), { url, ...storage })
  const { context } = phone.window
  // A device of little memory renders no page in advance, which no path needs.
  await context.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 1 }))
  await context.setExtraHTTPHeaders({ "x-fault-scope": scope })
  const recording = await record(context)
  await injectStorageFaults(context)
  const fixture: Fixture = {
    site,
    context,
    phone,
    recording,
    member,
    faults: (...rules) => faultInjection(url).force({ seed: inject("modelSeed"), rules }, scope),
    storage: (state) => setStorage(fixture.phone.page, state),
    killAndRestore: async () => {
      const { page } = fixture.phone
      const kept = await page.evaluate(() => Object.entries(sessionStorage))
      const { stack } = readStack(recording.newest("navigation")?.steps.at(-1)?.context).pages
      await killTab(page)
      const next = await phone.openTab()
      await next.page.addInitScript(restoreTab, { kept, stack } satisfies TabState)
      fixture.phone = next
      await next.page.goto(stack.at(-1)?.url ?? "/")
    },
    openTab: async () => {
      const tab = await phone.openTab()
      recording.leaveOut(tab.page)
      return tab
    },
    close: () => phone.window.close(),
  }
  return fixture
}
