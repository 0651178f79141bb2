/** How soon a page stands after a tap, on a slow phone: processor four times slower, 150 ms to the server, 1.6 Mbit/s. */
import type { Browser, Locator, Page, Route } from "playwright-core"
import { endpoints } from "../../src/api/endpoints.ts"
import { callServer, goodPassword } from "../support/app.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { bench, type Measure } from "./harness.ts"
import { lengthened } from "./ticking-site.ts"

const ROWS = 100
/** As many rows as a phone shows at once, one of them unfolded. */
const ROWS_SEEN = 4
/** As high as a row of the market. */
const ROW_PX = 65
/** Less than that, and no oftener than need be: each look is a question to the browser, asked of a processor that is slowed down. */
const LOOK_EVERY_PX = 48
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

interface Painted {
  /** Since the finger came down. */
  readonly fromTouchMs: number
  /**
   * Since the page heard of the click. The browser gives a click the time of the touch, so this is the clock when the event came. What lies before it is the
   * browser's own: where the finger comes up, whether it was a tap, and its turn between two frames.
   */
  readonly fromClickMs: number
}

/**
 * How long it took from a tap until so many rows of `page` have been painted: they are where a finger would meet them at the beginning of a frame, and a message
 * sent then comes after that frame has been painted. Rows are looked for by place, because asking a row where it is would lay out a page that is out of sight.
 */
const untilPainted = async (page: Page, rows: string, tapped: Locator): Promise<Painted> => {
  const box = await tapped.boundingBox()
  if (!box) throw new Error("there is nothing to tap")
  await page.evaluate(
    ([selector, least, stepPx]) => {
      const seen = (): number => {
        const found = new Set<Element>()
        for (let y = 0; y < innerHeight && found.size < least; y += stepPx) {
          const row = document.elementFromPoint(innerWidth / 2, y)?.closest(selector)
          if (row) found.add(row)
        }
        return found.size
      }
      const painted = new Promise<Painted>((resolve) => {
        let touchedAtMs = 0
        let heardAtMs = 0
        const look = (): void => {
          if (seen() < least) return void requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const nowMs = performance.now()
            resolve({ fromTouchMs: nowMs - touchedAtMs, fromClickMs: nowMs - heardAtMs })
          }
          port2.postMessage(0)
        }
        const touched = ({ timeStamp }: Event): void => {
          touchedAtMs = timeStamp
          requestAnimationFrame(look)
        }
        const heard = (): void => {
          heardAtMs = performance.now()
        }
        addEventListener("pointerdown", touched, { capture: true, once: true })
        addEventListener("click", heard, { capture: true, once: true })
      })
      Object.assign(window, { painted })
    },
    [rows, ROWS_SEEN, LOOK_EVERY_PX] as const,
  )
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  return await page.evaluate(() => Promise.resolve(Reflect.get(window, "painted")))
}

/** The list that the server gives, lengthened to a hundred rows. */
const lengthen = async (route: Route): Promise<void> => {
  const response = await route.fetch()
  await route.fulfill({ response, json: lengthened(await response.json(), ROWS) })
}

interface Turns {
  readonly first: Painted
  readonly again: Painted
  readonly back: Painted
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

/**
 * A page of nothing but a hundred rows, which a tap uncovers. Most of its time is the browser's own way from the touch to the click and to the next frame: the same
 * page that acts on the touch itself stands about a frame sooner. What is below this no page can reach on this machine.
 */
const plainPage = (
  acts: "pointerdown" | "click",
): string => `<!doctype html><meta name=viewport content="width=device-width">
<style>li{height:${ROW_PX}px}</style><button style="height:80px">Show</button><ul hidden>${Array.from({ length: ROWS }, (_, index) => `<li>Row ${index}</li>`).join("")}</ul>
<script>document.querySelector("button").on${acts}=()=>{document.querySelector("ul").hidden=false}</script>`

const visitPlain = async (browser: Browser, url: string, acts: "pointerdown" | "click"): Promise<Painted> => {
  const { page, close } = await openPhone(browser, { url })
  await page.setContent(plainPage(acts))
  await throttle(page)
  const painted = await untilPainted(page, "li", page.getByRole("button"))
  await close()
  return painted
}

type Turn = keyof Turns

/** What was measured so far, in the order of its runs. Every row tells another figure of the same runs, whichever of them is asked for first. */
const taken: { readonly visits: Turns[]; readonly floors: Painted[]; readonly onTouch: Painted[] } = {
  visits: [],
  floors: [],
  onTouch: [],
}

/** Gives the figures one by one, and takes one where there is none yet. */
const each = <Figure>(figures: Figure[], take: () => Promise<Figure>) => {
  let index = 0
  return async (): Promise<Figure> => {
    const figure = figures[index] ?? (await take())
    figures[index] = figure
    index += 1
    return figure
  }
}

/** A member's phone at a real server, from the first thing that is to be measured. */
const openSite = async () => {
  const store = await embedded.openStore()
  const server = await startServer({ env: { ...store.env, TICK_MS: "1000" }, from: "build" })
  const browser = await launchBrowser()
  const username = "bench.member"
  await callServer(server.url, "register", {
    username,
    password: goodPassword,
    invitation_code: server.demo?.invitationCode ?? "",
  })
  return {
    visit: () => visit(browser, server, username),
    visitPlain: (acts: "pointerdown" | "click") => visitPlain(browser, server.url, acts),
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

/** `from` says since when the time counts, for the floor as well. */
const openTurns = (from: keyof Painted) => {
  let site: ReturnType<typeof openSite> | undefined
  const opened = () => {
    site ??= openSite()
    return site
  }
  const visited = each(taken.visits, async () => (await opened()).visit())
  const uncovered = each(taken.floors, async () => (await opened()).visitPlain("click"))
  const touched = each(taken.onTouch, async () => (await opened()).visitPlain("pointerdown"))
  return {
    floorIs: `a hundred plain rows uncovered by the click, from the ${from === "fromTouchMs" ? "touch" : "click"}`,
    runs: 3,
    warmups: 0,
    floor: async () => (await uncovered())[from],
    onTouch: async () => (await touched())[from],
    turn:
      (turn: Turn): Measure =>
      async () =>
        (await visited())[turn][from],
    close: async () => {
      if (site) await (await site).close()
    },
  }
}

bench("tab switch: a hundred plain rows uncovered by the touch itself", () => {
  const { onTouch, ...turns } = openTurns("fromTouchMs")
  return { ...turns, subject: onTouch, reach: {} }
})

/**
 * A page that is opened first is to stand within 200 ms, one that was seen before within 60. The row from the click is what the app can do anything about: a tap
 * is none before the finger is lifted. The row from the touch has the browser's own way to the click in it, which is most of it: read it beside its floor.
 */
const told: Readonly<Record<Turn, { readonly name: string; readonly reachMs: number }>> = {
  first: { name: "tab switch, home to market with 100 rows: first", reachMs: 200 },
  again: { name: "tab switch, home to market with 100 rows: again", reachMs: 60 },
  back: { name: "page back, to a market with 100 rows", reachMs: 60 },
}

for (const turn of ["first", "again", "back"] as const) {
  const { name, reachMs } = told[turn]
  bench(`${name}, from the touch`, () => {
    const turns = openTurns("fromTouchMs")
    return { ...turns, subject: turns.turn(turn), reach: { subjectAtMost: reachMs } }
  })
  bench(`${name}, from the click`, () => {
    const turns = openTurns("fromClickMs")
    return { ...turns, subject: turns.turn(turn), reach: { subjectAtMost: reachMs } }
  })
}
