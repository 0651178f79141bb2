/** Draws every route with a member's records as contact sheets: `npm run screens` (scripts/screens.ts). */
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startPaymentSimulator } from "../../scripts/payment-simulator.ts"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { EMPTY_PATH, ROUTES, urlOf } from "../../src/navigation/routes.ts"
import {
  addDepositAndFriend,
  addressOf,
  type MemberWithRecords,
  memberWithRecords,
  spareMemory,
} from "../e2e/every-page.ts"
import { operate } from "../e2e/operator.ts"
import { openSite, type Session, sessionIn, signedIn } from "../e2e/site.ts"
import { callServer } from "../support/app.ts"
import { type Shot, writeSheets } from "./sheets.ts"

const folder = join(import.meta.dirname, "../../.cache/screens")

const listed = (name: string, usual: readonly string[]): readonly string[] =>
  process.env[name]?.split(",").filter(Boolean) ?? usual
const locales = listed("SCREENS_LOCALES", ["en", "de", "zh", "vn"]).filter((name): name is Locale =>
  LOCALES.some((locale) => locale === name),
)
const onlyRoutes = listed("ONLY_ROUTES", [])
/** A longer phone shows what lies below the first screen. */
const phoneHeight = Number(process.env.SCREENS_HEIGHT ?? 812)
const shapes = ["phone", "desktop"] as const
const schemes = ["light", "dark"] as const

/** Stands in for the payment providers, so that deposits show the ways to pay. */
const simulator = await startPaymentSimulator(
  join(import.meta.dirname, "../../server/payment-simulator/main.ts"),
)

/** Longer market days than in other tests: the open contract outlives the drawing. */
const site = openSite({ ...simulator.env, DAY_MS: "20000", REGISTRATION_BONUS: "200000.00" })

let records: MemberWithRecords
let session: Session

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  records = await memberWithRecords(site)
  const { username, password } = records.member
  session = sessionIn(await callServer(site.url(), "login", { username, password }))
  await addDepositAndFriend(site, records.member, session)
})

interface Page {
  readonly name: string
  readonly url: string
  readonly isGuest: boolean
}

/** Every route, and the views of a route that only its query shows. */
const pages = (): readonly Page[] =>
  [
    // the loading page leads on at once, and the empty page is drawn once the site is closed
    ...ROUTES.filter(({ name }) => name !== "loading" && name !== "empty").map((route) => ({
      name: route.name,
      url: addressOf(route, records),
      isGuest: route.entrance === true,
    })),
    { name: "receipt", url: urlOf("hold-record", { id: records.settled }), isGuest: false },
    { name: "contract", url: urlOf("hold-record", { id: records.order }), isGuest: false },
    { name: "products", url: urlOf("product"), isGuest: false },
    { name: "company", url: urlOf("agreement-detail", { id: "company-introduction" }), isGuest: false },
    { name: "forgotten-help", url: urlOf("agreement", { topic: "password" }), isGuest: true },
  ].filter(({ name }) => onlyRoutes.length === 0 || onlyRoutes.includes(name))

/** Both colour schemes of these pages in one language on one kind of screen. */
const draw = async (shape: (typeof shapes)[number], locale: Locale, wanted: readonly Page[]) => {
  const shots: Shot[] = []
  for (const isGuest of [true, false]) {
    const ofVisitor = wanted.filter((page) => page.isGuest === isGuest)
    if (ofVisitor.length === 0) continue
    const device = await site.openDevice({
      shape,
      locale: localeTagOf(locale),
      ...(isGuest ? {} : signedIn(site.url(), session)),
    })
    const { page } = device
    if (shape === "phone") await page.setViewportSize({ width: 375, height: phoneHeight })
    await spareMemory(device)
    for (const { name, url } of ofVisitor) {
      await page.goto(url)
      await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined)
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
        await page.waitForTimeout(150)
        const image = await page.screenshot({ scale: "css" })
        shots.push({ name, scheme, image, sheet: `${shape}-${scheme}-${locale}` })
      }
    }
    await device.window.close()
  }
  return shots
}

const sheets: Shot[] = []

for (const shape of shapes)
  for (const locale of locales)
    it(`draws ${shape} in ${locale}`, async () => {
      const shots = await draw(shape, locale, pages())
      expect(shots).toHaveLength(pages().length * schemes.length)
      sheets.push(...shots)
    })

it("draws the page of a closed site", async () => {
  if (onlyRoutes.length > 0 && !onlyRoutes.includes("empty")) return
  await operate(site, "site", "off")
  for (const shape of shapes)
    for (const locale of locales)
      sheets.push(...(await draw(shape, locale, [{ name: "empty", url: EMPTY_PATH, isGuest: false }])))
})

afterAll(async () => {
  await writeSheets(site.browser(), folder, sheets)
  await simulator.stop()
})
