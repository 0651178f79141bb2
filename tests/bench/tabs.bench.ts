/** How soon a page stands after a tap, on a slow phone: processor four times slower, 150 ms to the server, 1.6 Mbit/s. */
import type { Browser, Locator, Page, Route } from "playwright-core"
import { endpoints } from "../../src/api/endpoints.ts"
import { callServer, goodPassword } from "../support/app.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { bench, type Measure } from "./harness.ts"

const ROWS = 100
/** As many rows as a phone shows at once. */
const ROWS_SEEN = 6
const WAIT_MS = 60_000

const throttle = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const bytes = (kilobits: number): number => (kilobits * 1_000) / 8
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: bytes(1_600),
    uploadThroughput: bytes(750),
  })
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 })
}

/** Milliseconds from the touch until so many rows of `page` have been painted. */
const untilPainted = async (page: Page, rows: string, tapped: Locator): Promise<number> => {
  await page.evaluate(
    ([selector, least]) => {
      const seen = (row: Element): boolean => {
        const box = row.getBoundingClientRect()
        return box.height > 0 && box.top < innerHeight && box.bottom > 0
      }
      const painted = new Promise<number>((resolve) => {
        let touchedAtMs = 0
        addEventListener(
          "pointerdown",
          ({ timeStamp }) => {
            touchedAtMs = timeStamp
          },
          { capture: true, once: true },
        )
        const look = (): void => {
          const isThere = [...document.querySelectorAll(selector)].filter(seen).length >= least
          if (touchedAtMs === 0 || !isThere) return void requestAnimationFrame(look)
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - touchedAtMs)
            port2.postMessage(0)
          })
        }
        requestAnimationFrame(look)
      })
      Object.assign(window, { painted })
    },
    [rows, ROWS_SEEN] as const,
  )
  const box = await tapped.boundingBox()
  if (!box) throw new Error("there is nothing to tap")
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return await page.evaluate(() => Promise.resolve(Reflect.get(window, "painted")))
}

/** The list that the server gives, lengthened to a hundred rows. */
const lengthen = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  const body: { readonly data: readonly Readonly<Record<string, unknown>>[] } = await response.json()
  const data = Array.from({ length: ROWS }, (_, index) => {
    const product = body.data[index % body.data.length]
    const round = Math.floor(index / body.data.length)
    return round === 0
      ? product
      : { ...product, id: `${product?.id}-${round}`, symbol: `${product?.symbol}${round}` }
  })
  await route.fulfill({ response, json: { ...body, data } })
}

interface Turns {
  readonly first: number
  readonly again: number
  readonly back: number
}

const MARKET = "[data-page=market] li"
const PAUSE_MS = 1_500

const visit = async (browser: Browser, { url }: RunningServer, username: string): Promise<Turns> => {
  const { page, context, close } = await openPhone(browser, { url })
  await context.route(`**/${endpoints.products.path}*`, lengthen)
  const tab = (name: string) => page.getByRole("navigation").getByRole("link", { name })
  const home = () =>
    page.locator("[data-page=home] h1").filter({ visible: true }).waitFor({ timeout: WAIT_MS })
  await page.goto("/")
  await page.getByLabel("Username", { exact: true }).fill(username)
  await page.getByLabel("Password", { exact: true }).fill(goodPassword)
  await page.getByRole("button", { name: "Log in", exact: true }).click()
  await page.waitForURL("**/pages/tabbar/home/index", { timeout: WAIT_MS })
  await throttle(page)
  await page.reload({ timeout: WAIT_MS })
  await home()
  await page.waitForTimeout(2 * PAUSE_MS)
  const first = await untilPainted(page, MARKET, tab("Market"))
  await page.waitForTimeout(PAUSE_MS)
  await tab("Home").click()
  await home()
  await page.waitForTimeout(PAUSE_MS)
  const again = await untilPainted(page, MARKET, tab("Market"))
  await page.waitForTimeout(PAUSE_MS)
  await page.locator("[data-page=market] li button[aria-expanded]").first().click()
  await page.getByRole("link", { name: "Terms and statistics" }).click()
  const header = page.locator("[data-page=product] header button").filter({ visible: true }).first()
  await header.waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(PAUSE_MS)
  const back = await untilPainted(page, MARKET, header)
  await close()
  return { first, again, back }
}

/** A page of nothing but a hundred rows, which a touch uncovers. */
const plainPage = `<!doctype html><meta name=viewport content="width=device-width"><button style="height:80px">Show</button>
<ul hidden>${Array.from({ length: ROWS }, (_, index) => `<li>Row ${index}</li>`).join("")}</ul>
<script>document.querySelector("button").onpointerdown=()=>{document.querySelector("ul").hidden=false}</script>`

const visitPlain = async (browser: Browser, url: string): Promise<number> => {
  const { page, close } = await openPhone(browser, { url })
  await page.setContent(plainPage)
  await throttle(page)
  const painted = await untilPainted(page, "li", page.getByRole("button"))
  await close()
  return painted
}

const openTurns = async (pick: (turns: Turns) => number) => {
  const store = await embedded.openStore()
  const server = await startServer({ env: { ...store.env, TICK_MS: "1000" }, from: "build" })
  const browser = await launchBrowser()
  const username = "bench.member"
  await callServer(server.url, "register", {
    username,
    password: goodPassword,
    invitation_code: server.demo?.invitationCode ?? "",
  })
  const subject: Measure = async () => pick(await visit(browser, server, username))
  return {
    floorIs: "a hundred plain rows uncovered by the touch",
    runs: 3,
    warmups: 0,
    floor: () => visitPlain(browser, server.url),
    subject,
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

bench("tab switch, home to market with 100 rows: first", async () => ({
  ...(await openTurns(({ first }) => first)),
  reach: { subjectAtMost: 200 },
}))

bench("tab switch, home to market with 100 rows: again", async () => ({
  ...(await openTurns(({ again }) => again)),
  reach: { subjectAtMost: 60 },
}))

bench("page back, to a market with 100 rows", async () => ({
  ...(await openTurns(({ back }) => back)),
  reach: { subjectAtMost: 60 },
}))
