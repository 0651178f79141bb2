import { Array as Arr } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { type Route, urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { casesOf, isExhaustive } from "../support/exhaustive.ts"
import {
  addressOf,
  guestRoutes,
  isOfChange,
  lookAtWidths,
  type MemberWithRecords,
  memberRoutes,
  memberWithRecords,
  settle,
  spareMemory,
} from "./every-page.ts"
import { speakAtLength } from "./long-words.ts"
import type { Phone } from "./phone.ts"
import { problemsOf, type Session, type Site, sessionIn, signedIn } from "./site.ts"

const lookInLight = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  return (await accessibilityProblems(page)).map((problem) => `${where}, light: ${problem}`)
}

/** All rules in the light scheme; in the dark one only colour rules. */
export const lookInBothSchemes = async (phone: Phone, where: string): Promise<readonly string[]> => {
  const light = await lookInLight(phone, where)
  await phone.page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  const dark = await accessibilityProblems(phone.page, ["color-contrast"])
  return [...light, ...dark.map((problem) => `${where}, dark: ${problem}`)]
}

/** One page of each layout: a form, cards with prices, a ticket, figures, a text. */
const LAYOUTS: readonly string[] = ["login", "home", "order", "wallet", "agreement-detail"]
const isOfLayout = ({ name }: Route): boolean => LAYOUTS.includes(name)

/**
 * The pages of a normal run: one of each kind, and the pages with the most words. The elements of
 * every page are looked at in screen-elements.test.ts.
 */
const REPRESENTATIVES: readonly string[] = [
  ...LAYOUTS,
  ...["register", "my", "trade", "recharge", "withdraw", "withdraw-record", "bank-add", "promote", "notices"],
]

/** The contrast of every pair of tokens is checked in tests/unit/contrast.test.ts, in both schemes. */
const lookAt = (phone: Phone, route: Route): Promise<readonly string[]> =>
  isExhaustive || isOfLayout(route) ? lookInBothSchemes(phone, route.name) : lookInLight(phone, route.name)

/** Live regions that hold a live price: outcomes are announced, prices are not. */
const spokenFigures = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const figures = await page
    .locator(":is([role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]) data")
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))
  return figures.map((figure) => `${where} speaks of each change of ${figure}`)
}

/** Controls outside of any landmark: landmark navigation skips them. */
const outsideLandmarks = async ({ page }: Phone, where: string): Promise<readonly string[]> => {
  const found = await page
    .locator(":is(a[href], button, input, select, textarea):visible")
    .evaluateAll((all) =>
      all
        .filter(
          (one) => !one.closest("main, nav, header, footer, aside, section[aria-label], dialog, [popover]"),
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
  return found.map((one) => `${where} has outside of all landmarks: ${one}`)
}

/** In which way the pages are looked at. */
interface Look {
  readonly shape: "phone" | "desktop"
  /** Texts longer than those of any language take the place of the English ones. */
  readonly isLengthened: boolean
}

/** The pages of a change are all visited. */
const chosen = (routes: readonly Route[]): readonly Route[] =>
  isOfChange ? routes : casesOf(routes, ({ name }) => REPRESENTATIVES.includes(name))

const faultsOf = async (phone: Phone, route: Route): Promise<readonly string[]> => [
  ...(await outsideLandmarks(phone, route.name)),
  ...(await lookAt(phone, route)),
  ...(await lookAtWidths(phone, route.name)),
]

/** So many pages take a small part of a test's time limit, on a slow machine too. */
const GROUP_PAGES = 6

const groupsOf = (routes: readonly Route[]) =>
  Arr.chunksOf(chosen(routes), GROUP_PAGES).map((group) => ({
    routes: group,
    names: group.map(({ name }) => name).join(", "),
  }))

/**
 * Checks the pages of the app in one way, a few in each test. Each way has a file of its own, so that
 * they run side by side.
 */
export const checkPages = (site: Site, { shape, isLengthened }: Look): void => {
  let records: MemberWithRecords
  let session: Session
  beforeAll(async () => {
    records = await memberWithRecords(site)
    const { username, password } = records.member
    session = sessionIn(await callServer(site.url(), "login", { username, password }))
  })

  const openVisitor = async (): Promise<Phone> => {
    const phone = await site.openDevice({ shape })
    if (isLengthened) await speakAtLength(phone.page)
    return phone
  }

  const openMember = async (): Promise<Phone> => {
    const phone = await site.openDevice({ shape, ...signedIn(site.url(), session) })
    await spareMemory(phone)
    if (isLengthened) await speakAtLength(phone.page)
    return phone
  }

  describe("is free of accessibility faults, console errors and sideways scrolling (with text of twice the size too), light and dark", () => {
    it.each(groupsOf(guestRoutes))("for a visitor on $names", async ({ routes }) => {
      const phone = await openVisitor()
      const found: string[] = []
      for (const route of routes) {
        await phone.page.goto(addressOf(route, records))
        await phone.page.waitForLoadState("networkidle")
        found.push(...(await faultsOf(phone, route)))
      }
      expect(found).toEqual([])
      expect(problemsOf(phone)).toEqual([])
    })

    it.each(groupsOf(memberRoutes))("for a member on $names", async ({ routes }) => {
      const phone = await openMember()
      const found: string[] = []
      for (const route of routes) {
        await phone.page.goto(addressOf(route, records))
        await settle(phone, route)
        found.push(...(await spokenFigures(phone, route.name)), ...(await faultsOf(phone, route)))
        expect(await phone.page.locator("[data-prerendered]").count()).toBe(0)
      }
      expect(found).toEqual([])
      expect(problemsOf(phone)).toEqual([])
    })
  })

  if (!chosen(memberRoutes).some(({ name }) => name === "hold-record")) return
  it("shows an open and a settled contract free of accessibility faults", async () => {
    const phone = await openMember()
    const found: string[] = []
    for (const id of [records.order, records.settled]) {
      await phone.page.goto(urlOf("hold-record", { id }))
      await phone.page.waitForLoadState("networkidle")
      found.push(...(await lookInBothSchemes(phone, `hold-record ${id}`)))
    }
    expect(found).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })
}
