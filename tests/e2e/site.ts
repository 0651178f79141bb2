import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, inject } from "vitest"
import { encodeStored } from "../../src/runtime/api/device-storage.ts"
import { type Answer, callServer, fieldOf, goodPassword } from "../support/app.ts"
import { type WindowOptions, workerBrowser } from "../support/browser.ts"
import type { Store } from "../support/engines.ts"
import { sharedSite } from "../support/shared-sites.ts"
import { siteEngine } from "../support/site-engine.ts"
import {
  type Environment,
  type SiteFacts,
  siteEnvironment,
  startSite,
  type TestSite,
} from "../support/test-site.ts"
import { openDevice, type Phone } from "./phone.ts"

/** A member made through the API, and the token of their session. */
export interface Member {
  readonly username: string
  readonly password: string
  readonly id: string
  readonly token: string
}

type DeviceOptions = Partial<WindowOptions> & { readonly shape?: "phone" | "desktop" }

/** The built app, the real server and a browser. */
export interface Site {
  readonly url: () => string
  /** With it a member registers. */
  readonly invitationCode: () => string
  /** Where the server's data is, as its commands need to know. */
  readonly storage: () => Store["env"]
  readonly browser: () => Browser
  readonly openDevice: (options?: DeviceOptions) => Promise<Phone>
  /** Registers a new member through the API. */
  readonly newMember: () => Promise<Member>
  /** A new member on a device with an open session, on the home page. */
  readonly welcome: (options?: DeviceOptions) => Promise<{ readonly member: Member; readonly phone: Phone }>
}

const pictures = join(import.meta.dirname, "../../.cache/e2e")

/** A small image as a payment proof. */
export const proof = async (
  name = "proof.png",
): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const pixels = { width: 60, height: 40, channels: 3 as const, background: "#135e5a" }
  return { name, mimeType: "image/png", buffer: await sharp({ create: pixels }).png().toBuffer() }
}

/** The session in the answer to a login or a registration. */
export interface Session {
  readonly token: string
  readonly ticket: string
  readonly user: unknown
}

export const sessionIn = (answer: Answer): Session => ({
  token: String(fieldOf(answer, "token")),
  ticket: String(fieldOf(answer, "temporary_token")),
  user: fieldOf(answer, "user"),
})

/** The entries of localStorage with which the app opens in this session. */
export const storedSession = ({ token, ticket, user }: Session) => [
  { name: "app_token", value: encodeStored(token, null) },
  { name: "app_temporary_token", value: encodeStored(ticket, null) },
  { name: "app_user", value: encodeStored(user, null) },
]

/** Options of a device on which this session is open. */
export const signedIn = (origin: string, session: Session) => ({
  storageState: { cookies: [], origins: [{ origin, localStorage: storedSession(session) }] },
})

let count = 0
const nextName = (): string => `member.${process.pid}.${++count}`

const register = async (
  url: string,
  invitation_code: string,
): Promise<{ readonly member: Member; readonly session: Session }> => {
  const [username, password] = [nextName(), goodPassword]
  const session = sessionIn(await callServer(url, "register", { username, password, invitation_code }))
  const id = String(Reflect.get(Object(session.user), "id"))
  return { member: { username, password, id, token: session.token }, session }
}

/** Takes a screenshot of each tab of a failed test, and prints its console errors. */
const picture = async (title: string, devices: readonly Phone[]): Promise<void> => {
  mkdirSync(pictures, { recursive: true })
  for (const [device, { window }] of devices.entries())
    for (const [tab, page] of window.context.pages().entries()) {
      const path = join(pictures, `${title.replace(/[^a-z0-9]+/gi, "-")}-${device}-${tab}.png`)
      await page.screenshot({ path }).catch(() => {})
      console.log(`${path} at ${page.url()}`, window.problems)
    }
}

/** Connection errors are expected: tests cut the connection themselves. */
const isExpected = (problem: string): boolean =>
  /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED)|ABORTED|NETWORK_CHANGED)/.test(
    problem,
  )

/** Errors on a device, without expected connection errors. */
export const problemsOf = (phone: Phone): readonly string[] =>
  phone.window.problems.filter((problem) => !isExpected(problem))

/** A market in which no contract ends by itself and nothing is reviewed, and rich members. */
export const unhurried: Environment = {
  DAY_MS: "3600000",
  REVIEW_DELAY_MS: "600000",
  REGISTRATION_BONUS: "9000000.00",
}

/**
 * Opens a site for the tests of a file, one that the files of the run share if they ask for the same
 * settings: its tests have members of their own and change nothing that others see.
 */
export const openSite = (settings: Environment = {}): Site =>
  siteOf(() => sharedSite(inject("sites"), settings))

/** Opens a server for a file alone, which may change the site. Its books are checked after the tests. */
export const openOwnSite = (settings: Environment = {}): Site => {
  let own: TestSite | undefined
  const site = siteOf(async () => {
    own = await startSite(siteEngine(inject("postgresUrl")), { ...siteEnvironment, ...settings })
    return own.facts
  })
  afterAll(() => own?.stop())
  return site
}

/** A site of this file, and the devices on it. A failed test leaves a screenshot of each device. */
const siteOf = (start: () => Promise<SiteFacts>): Site => {
  let known: SiteFacts | undefined
  let browser: Browser | undefined
  const devices: Phone[] = []
  const opened = <A>(part: A | undefined): A => {
    if (part === undefined) throw new Error("the site is open only while tests run")
    return part
  }
  const facts = (): SiteFacts => opened(known)
  beforeAll(async () => {
    ;[known, browser] = await Promise.all([start(), workerBrowser()])
  })
  afterEach(async ({ task }) => {
    const open = devices.splice(0)
    if (task.result?.state === "fail") await picture(task.name, open)
    await Promise.all(open.map(({ window }) => window.close()))
  })
  const site: Site = {
    url: () => facts().url,
    invitationCode: () => facts().invitationCode,
    storage: () => facts().storage,
    browser: () => opened(browser),
    openDevice: async (options = {}) => {
      const phone = await openDevice(opened(browser), { url: site.url(), ...options })
      devices.push(phone)
      return phone
    },
    newMember: async () => (await register(site.url(), site.invitationCode())).member,
    welcome: async (options = {}) => {
      const { member, session } = await register(site.url(), site.invitationCode())
      const phone = await site.openDevice({ ...signedIn(site.url(), session), ...options })
      await phone.entry.open()
      await phone.home.see()
      return { member, phone }
    },
  }
  return site
}
