/**
 * How soon a page stands after a tap, on a slow phone: processor four times slower, 150 ms to the
 * server, 1.6 Mbit/s.
 */
import type { Browser, Locator, Page, Route } from "playwright-core"
import { endpoints } from "../../src/contract/endpoints.ts"
import { callServer, goodPassword } from "../support/app.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { bench, type Measure, median } from "./harness.ts"
import { lengthened } from "./ticking-site.ts"

const ROWS = 100
/** As many whole rows as a phone shows above the bar of tabs. */
const ROWS_SEEN = 3
/** As high as a row of the market. */
const ROW_PX = 176
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
   * Since the page received the click. The browser gives a click the time of the touch, so this is the clock when the event came. Before it the browser finds out
   * where the finger came up and whether it was a tap.
   */
  readonly fromClickMs: number
}

/**
 * How long it took from a tap until the rows of `page` have been painted: at the beginning of a frame the first of them stand where they are seen, and a message sent
 * then comes after that frame has been painted. Every look is paid by the processor that is slowed down, so a page that is out of sight is not asked where its rows
 * are, which would lay it out, and only one of them is met as a finger would.
 */
const untilPainted = async (page: Page, rows: string, tapped: Locator): Promise<Painted> => {
  const box = await tapped.boundingBox()
  if (!box) throw new Error("there is nothing to tap")
  await page.evaluate(
    ([selector, least]) => {
      const stand = (): boolean => {
        const last = document.querySelectorAll(selector).item(least - 1)
        if (!last?.checkVisibility()) return false
        const { left, top, width, height } = last.getBoundingClientRect()
        return last.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }
      const painted = new Promise<Painted>((resolve) => {
        let touchedAtMs = 0
        let heardAtMs = 0
        const look = (): void => {
          if (!stand()) return void requestAnimationFrame(look)
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
        const received = (): void => {
          heardAtMs = performance.now()
        }
        addEventListener("pointerdown", touched, { capture: true, once: true })
        addEventListener("click", received, { capture: true, once: true })
      })
      Object.assign(window, { painted })
    },
    [rows, ROWS_SEEN] as const,
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
/**
 * Taken in one visit, for the figure in their middle: a single one of them is off by half as often
 * as not.
 */
const TURNS = 5

const middle = async (turn: () => Promise<Painted>): Promise<Painted> => {
  const turns: Painted[] = []
  while (turns.length < TURNS) turns.push(await turn())
  return {
    fromTouchMs: median(turns.map(({ fromTouchMs }) => fromTouchMs)),
    fromClickMs: median(turns.map(({ fromClickMs }) => fromClickMs)),
  }
}

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
  const again = await middle(async () => {
    await page.waitForTimeout(PAUSE_MS)
    await tab("Home").tap()
    await home()
    await page.waitForTimeout(PAUSE_MS)
    return await untilPainted(page, MARKET, tab("Market"))
  })
  const terms = page.locator(MARKET).first().getByRole("button", { name: "Terms and statistics" })
  const header = page.locator("[data-page=product] header button").filter({ visible: true }).first()
  const back = await middle(async () => {
    await page.waitForTimeout(PAUSE_MS)
    await terms.tap()
    await header.waitFor({ timeout: WAIT_MS })
    await page.waitForTimeout(PAUSE_MS)
    return await untilPainted(page, MARKET, header)
  })
  await close()
  return { first, again, back }
}

/**
 * A page of nothing but a hundred rows, which a tap uncovers. What is below this no page can reach
 * on this machine.
 */
const plainPage = `<!doctype html><meta name=viewport content="width=device-width">
<style>li{height:${ROW_PX}px}</style><button style="height:80px">Show</button><ul hidden>${Array.from({ length: ROWS }, (_, index) => `<li>Row ${index}</li>`).join("")}</ul>
<script>const rows=document.querySelector("ul");document.querySelector("button").onclick=()=>{rows.hidden=!rows.hidden}</script>`

const visitPlain = async (browser: Browser, url: string): Promise<Painted> => {
  const { page, close } = await openPhone(browser, { url })
  const button = page.getByRole("button")
  await page.setContent(plainPage)
  await throttle(page)
  await button.tap()
  const painted = await middle(async () => {
    await page.waitForTimeout(PAUSE_MS)
    await button.tap()
    await page.waitForTimeout(PAUSE_MS)
    return await untilPainted(page, "li", button)
  })
  await close()
  return painted
}

type Turn = keyof Turns

/**
 * What was measured so far, in the order of its runs. Every row tells another figure of the same
 * runs, whichever of them is asked for first.
 */
const taken: { readonly visits: Turns[]; readonly floors: Painted[] } = { visits: [], floors: [] }

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
    visitPlain: () => visitPlain(browser, server.url),
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
  const uncovered = each(taken.floors, async () => (await opened()).visitPlain())
  return {
    floorIs: `a hundred plain rows uncovered by the click, from the ${from === "fromTouchMs" ? "touch" : "click"}`,
    runs: 3,
    warmups: 0,
    floor: async () => (await uncovered())[from],
    turn:
      (turn: Turn): Measure =>
      async () =>
        (await visited())[turn][from],
    close: async () => {
      if (site) await (await site).close()
    },
  }
}

/**
 * A page that is opened first is to stand within 200 ms, one that was seen before within 60. The
 * row from the click shows what the app does about a tap: nothing before the finger is lifted. The
 * row from the touch adds the browser's way to the click, with the page's listeners and styles.
 */
const goals: Readonly<Record<Turn, { readonly name: string; readonly reachMs: number }>> = {
  first: { name: "tab switch, home to market with 100 rows: first", reachMs: 200 },
  again: { name: "tab switch, home to market with 100 rows: again", reachMs: 60 },
  back: { name: "page back, to a market with 100 rows", reachMs: 60 },
}

for (const turn of ["first", "again", "back"] as const) {
  const { name, reachMs } = goals[turn]
  bench(`${name}, from the touch`, () => {
    const turns = openTurns("fromTouchMs")
    return { ...turns, subject: turns.turn(turn), reach: { subjectAtMost: reachMs } }
  })
  bench(`${name}, from the click`, () => {
    const turns = openTurns("fromClickMs")
    return { ...turns, subject: turns.turn(turn), reach: { subjectAtMost: reachMs } }
  })
}
