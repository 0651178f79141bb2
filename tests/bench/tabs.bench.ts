/**
 * How soon a page stands after a tap, on a slow phone: processor four times slower, 150 ms to the
 * server, 1.6 Mbit/s.
 */
import type { Locator, Page, Route } from "playwright-core"
import { endpoints } from "../../src/contract/endpoints.ts"
import { openPhone } from "../support/browser.ts"
import { bench, median } from "./harness.ts"
import { openSite, type SessionState, type Site, slowDown, tabOf, WAIT_MS } from "./site.ts"
import { lengthened } from "./ticking-site.ts"

const ROWS = 100
/** As many whole rows as a phone shows above the bar of tabs. */
const ROWS_SEEN = 3
/** As high as a row of the market. */
const ROW_PX = 176

/**
 * Milliseconds from the touch until the rows of `page` have been painted: at the beginning of a frame the first of them stand where they are seen, and a message
 * sent then comes after that frame has been painted. Each look costs the slow processor: a hidden page is not laid out by it, and one row alone is hit.
 */
const untilPainted = async (page: Page, rows: string, tapped: Locator): Promise<number> => {
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
      const painted = new Promise<number>((resolve) => {
        const touched = ({ timeStamp }: Event): void => {
          const look = (): void => {
            if (!stand()) return void requestAnimationFrame(look)
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - timeStamp)
            port2.postMessage(0)
          }
          requestAnimationFrame(look)
        }
        addEventListener("pointerdown", touched, { capture: true, once: true })
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

const MARKET = "[data-page=market] li"
const PAUSE_MS = 1_500
/** Taken in one visit, for the figure in their middle: a single one is off by half as often as not. */
const TURNS = 5

const middle = async (turn: () => Promise<number>): Promise<number> => {
  const turns: number[] = []
  while (turns.length < TURNS) turns.push(await turn())
  return median(turns)
}

const visit = async ({ browser, url }: Site, storageState: SessionState) => {
  const phone = await openPhone(browser, { url, storageState })
  const { page, context, close } = phone
  await context.route(`**/${endpoints.products.path}*`, lengthen)
  const home = () =>
    page.locator("[data-page=home] h1").filter({ visible: true }).waitFor({ timeout: WAIT_MS })
  await page.goto("/")
  await home()
  await slowDown(phone)
  await page.reload({ timeout: WAIT_MS })
  await home()
  await page.waitForTimeout(2 * PAUSE_MS)
  const first = await untilPainted(page, MARKET, tabOf(page, "Market"))
  const again = await middle(async () => {
    await page.waitForTimeout(PAUSE_MS)
    await tabOf(page, "Home").tap()
    await home()
    await page.waitForTimeout(PAUSE_MS)
    return await untilPainted(page, MARKET, tabOf(page, "Market"))
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
type Turns = Awaited<ReturnType<typeof visit>>

/** A page of nothing but a hundred rows, which a tap uncovers: no page is faster on this machine. */
const plainPage = `<!doctype html><meta name=viewport content="width=device-width">
<style>li{height:${ROW_PX}px}</style><button style="height:80px">Show</button><ul hidden>${Array.from({ length: ROWS }, (_, index) => `<li>Row ${index}</li>`).join("")}</ul>
<script>const rows=document.querySelector("ul");document.querySelector("button").onclick=()=>{rows.hidden=!rows.hidden}</script>`

const visitPlain = async ({ browser, url }: Site): Promise<number> => {
  const phone = await openPhone(browser, { url })
  const button = phone.page.getByRole("button")
  await phone.page.setContent(plainPage)
  await slowDown(phone)
  await button.tap()
  const painted = await middle(async () => {
    await phone.page.waitForTimeout(PAUSE_MS)
    await button.tap()
    await phone.page.waitForTimeout(PAUSE_MS)
    return await untilPainted(phone.page, "li", button)
  })
  await phone.close()
  return painted
}

/** The visits so far, in the order of their runs: each row tells another figure of the same visits. */
const visits: Turns[] = []

/** The page that is opened first, and those that were seen before. */
for (const [turn, name, subjectAtMost] of [
  ["first", "tab switch, home to market with 100 rows: first, from the touch", 200],
  ["again", "tab switch, home to market with 100 rows: again, from the touch", 60],
  ["back", "page back, to a market with 100 rows, from the touch", 60],
] as const)
  bench(name, async () => {
    const site = await openSite({ TICK_MS: "1000" })
    const { storageState } = await site.join("bench.member")
    let run = -1
    return {
      floorIs: "a hundred plain rows uncovered by the click, from the touch",
      runs: 3,
      warmups: 0,
      floor: () => visitPlain(site),
      subject: async () => {
        run += 1
        const turns = visits[run] ?? (await visit(site, storageState))
        visits[run] = turns
        return turns[turn]
      },
      reach: { subjectAtMost },
      close: site.close,
    }
  })
