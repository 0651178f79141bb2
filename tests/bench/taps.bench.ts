/**
 * How soon a slow phone answers a touch or a key: until the next frame has been painted, and over a
 * whole journey as Event Timing tells.
 */
import type { Browser, Page } from "playwright-core"
import { openPhone, type WindowOptions } from "../support/browser.ts"
import { bench, median } from "./harness.ts"
import { listen, openSite, type SessionState, type Site, slowDown, tabOf, WAIT_MS } from "./site.ts"

/** Until nothing of the last interaction, or of the start, is still under way. */
const PAUSE_MS = 500
const START_MS = 8_000
const TURNS = 6
/** Interaction to next paint leaves out the worst one of every fifty. */
const LEFT_OUT_ONE_OF = 50

const KINDS = ["tab", "direction", "sheet", "key"] as const
type Kind = (typeof KINDS)[number]

interface Interactions {
  /** From touch or key to the next painted frame, in ms, by kind. */
  readonly frames: Partial<Record<string, number[]>>
  /** The longest event of each interaction that took 16 ms or more. */
  readonly longest: Record<string, number>
}

/** Has the page note its interactions from now on, each under the kind that `kindOf` has set. */
const watchInteractions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Interactions = { frames: {}, longest: {} }
    Object.assign(window, { seen, kind: "" })
    let lastMs = 0
    const note = ({ timeStamp, isTrusted }: Event): void => {
      const kind = String(Reflect.get(window, "kind"))
      // a label passes its click on to its field
      if (!isTrusted || kind === "" || timeStamp === lastMs) return
      lastMs = timeStamp
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          seen.frames[kind] = [...(seen.frames[kind] ?? []), performance.now() - timeStamp]
        }
        port2.postMessage(0)
      })
    }
    for (const type of ["click", "keydown"]) addEventListener(type, note, { capture: true })
    const from16Ms = { type: "event", durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = Number(Reflect.get(entry, "interactionId"))
        if (id > 0) seen.longest[id] = Math.max(seen.longest[id] ?? 0, entry.duration)
      }
    }).observe(from16Ms)
  })

const openWith = async (browser: Browser, options: WindowOptions) => {
  const phone = await openPhone(browser, options)
  await watchInteractions(phone.page)
  let count = 0
  const act = async (kind: Kind | "", doIt: () => Promise<unknown>): Promise<void> => {
    await phone.page.evaluate((name) => Object.assign(window, { kind: name }), kind)
    await doIt()
    count += 1
    await phone.page.waitForTimeout(PAUSE_MS)
  }
  const seen = (): Promise<Interactions> => phone.page.evaluate(() => Reflect.get(window, "seen"))
  return { ...phone, act, seen, count: () => count }
}

const times = async (doIt: (turn: number) => Promise<void>): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await doIt(turn)
}

type Phone = Awaited<ReturnType<typeof openWith>>

/** A member looks around, prepares an order, and goes back. */
const walk = async ({ page, act }: Phone): Promise<void> => {
  const tab = (name: string) => tabOf(page, name)
  const line = page.locator("[data-page=home]").getByRole("button", { name: "Site messages" })
  await times(async () => {
    await act("sheet", () => line.tap())
    await act("", () => page.keyboard.press("Escape"))
  })
  await act("", () => tab("Market").tap())
  await act("", () => tab("Home").tap())
  await times((turn) => act("tab", () => tab(turn % 2 === 0 ? "Market" : "Home").tap()))
  const stock = page.locator("[data-page=home] article").getByRole("button").first()
  await act("", () => stock.tap())
  const ticket = page.locator("[data-page=order]").filter({ visible: true })
  const amount = ticket.getByLabel("Stake", { exact: true })
  await amount.waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(PAUSE_MS)
  await times((turn) => {
    const radio = ticket.getByRole("radio", { name: turn % 2 === 0 ? "Buy down" : "Buy up" })
    return act("direction", () => radio.locator("xpath=..").tap())
  })
  await act("", () => amount.tap())
  await times((turn) => act("key", () => page.keyboard.press(String(turn + 1))))
}

/** A visit of a member whose device has been here before. */
const visit = async ({ browser, url }: Site, storageState: SessionState) => {
  const phone = await openWith(browser, { url, storageState })
  const { page } = phone
  const first = page.locator("[data-page=home] article").first()
  await page.goto("/")
  await first.waitFor({ timeout: WAIT_MS })
  await slowDown(phone, false)
  await page.reload({ timeout: WAIT_MS })
  await first.waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(START_MS)
  await walk(phone)
  const seen = await phone.seen()
  await phone.close()
  return { ...seen, count: phone.count() }
}

const plainPage = `<!doctype html><meta name=viewport content="width=device-width">
<style>.on{background:#ccc}</style><button style="height:80px">Tap</button>
<script>const button=document.querySelector("button");button.onclick=()=>button.classList.toggle("on")</script>`

/** A page of nothing but a button that changes its colour: what no page is faster than here. */
const visitPlain = async ({ browser }: Site): Promise<number> => {
  const plain = await listen((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(plainPage),
  )
  const phone = await openWith(browser, { url: plain.url })
  await phone.page.goto("/")
  await slowDown(phone, false)
  await times(() => phone.act("tab", () => phone.page.getByRole("button").tap()))
  const { frames } = await phone.seen()
  await phone.close()
  plain.close()
  return median(frames.tab ?? [])
}

const tapBench = (name: string, figureOf: (seen: Awaited<ReturnType<typeof visit>>) => number): void =>
  bench(name, async () => {
    const site = await openSite({ TICK_MS: "1000" })
    const { storageState } = await site.join("bench.member")
    return {
      floorIs: "a tap that colours the button of a plain page",
      runs: 3,
      warmups: 0,
      floor: () => visitPlain(site),
      subject: async () => figureOf(await visit(site, storageState)),
      reach: { subjectAtMost: 150 },
      close: site.close,
    }
  })

for (const kind of KINDS) tapBench(`tap to next frame: ${kind}`, ({ frames }) => median(frames[kind] ?? []))

tapBench("interaction to next paint over the journey, p98", ({ longest, count }) => {
  const slowest = Object.values(longest).toSorted((a, b) => b - a)
  return slowest[Math.floor(count / LEFT_OUT_ONE_OF)] ?? 0
})
