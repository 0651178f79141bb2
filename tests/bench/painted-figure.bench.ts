/** How soon a figure that the server changed is painted: a real browser at a real server. */
import { randomInt } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { sendCommand } from "../../server/operator/socket.ts"
import { endpoints } from "../../src/contract/endpoints.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { callServer } from "../support/app.ts"
import { openPhone } from "../support/browser.ts"
import { bench } from "./harness.ts"
import { openSite, percentile } from "./site.ts"

const SAMPLES = 40
/** Credits come at random moments of the rounds in which the server reads what is new. */
const PAUSE_MAX_MS = 400
const CREDIT = 1_00n
const BALANCE = "[data-page=home] data[value]"

/** When an event's message reached the page, and when the figure that follows from it was painted. */
interface Seen {
  readonly arrivedAtMs: number
  readonly paintedAtMs: number
}

/** Notes in the page when the last message about the member arrived, in ms since the epoch. */
const noteArrivals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given)
        this.addEventListener("message", ({ data }) => {
          if (!String(data).startsWith('{"type":"member"')) return
          Object.assign(window, { arrivedAtMs: performance.timeOrigin + performance.now() })
        })
      }
    }
  })

/**
 * Watches for `value` as the balance. The message sent at the beginning of the frame that shows it is
 * received when that frame has been painted.
 */
const watchFor = (page: Page, value: string): Promise<void> =>
  page.evaluate(
    ([selector, wanted]) => {
      const seen = new Promise<Seen>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          const paintedAtMs = performance.timeOrigin + performance.now()
          resolve({ arrivedAtMs: Number(Reflect.get(window, "arrivedAtMs")), paintedAtMs })
        }
        const observer = new MutationObserver(() => {
          if (document.querySelector(selector)?.getAttribute("value") !== wanted) return
          observer.disconnect()
          requestAnimationFrame(() => port2.postMessage(0))
        })
        observer.observe(document.body, { subtree: true, childList: true, attributes: true })
      })
      Object.assign(window, { seen })
    },
    [BALANCE, value] as const,
  )

const seenIn = (page: Page): Promise<Seen> =>
  page.evaluate(() => Promise.resolve(Reflect.get(window, "seen")))

const decodeEvents = Schema.decodeUnknownSync(endpoints.memberEvents.answer)

const readEvents = async (url: string, token: string, after: number) => {
  const { said } = await callServer(url, "memberEvents", { after: String(after) }, { token })
  if (said.kind !== "success") throw new Error("the events cannot be read")
  return decodeEvents(said.data)
}

/** The time of the member's last event, by the server's clock, which is the browser's. */
const lastEventAtMs = async (url: string, token: string): Promise<number> => {
  const { number } = await readEvents(url, token, 0)
  const { items } = await readEvents(url, token, number - 1)
  return items[0]?.atMs ?? Number.NaN
}

const openHome = async () => {
  const { url, dataDir, browser, join, close } = await openSite()
  const { username, token, storageState } = await join("painted.figure")
  const { page } = await openPhone(browser, { url, storageState })
  await noteArrivals(page)
  await page.goto("/")
  await page.locator(BALANCE).first().waitFor()
  await page.waitForFunction(() => Reflect.has(window, "arrivedAtMs"))
  const credit = async (): Promise<void> => {
    const words = [
      "balance",
      "increase",
      "--member",
      username,
      "--amount",
      amountOf(CREDIT),
      "--why",
      "bench",
    ]
    const response = await sendCommand(dataDir, words)
    if (response?.isDone !== true) throw new Error(response?.text ?? "no server is running")
  }
  return {
    /** Milliseconds from an event to its arrival in the page, and to the painted balance. */
    sample: async () => {
      await pause(randomInt(PAUSE_MAX_MS))
      const before = await page.locator(BALANCE).first().getAttribute("value")
      await watchFor(page, amountOf(koboOf(before ?? "") + CREDIT))
      await credit()
      const { arrivedAtMs, paintedAtMs } = await seenIn(page)
      const atMs = await lastEventAtMs(url, token)
      return { arrived: arrivedAtMs - atMs, painted: paintedAtMs - atMs }
    },
    close,
  }
}

bench("server event to painted figure, p95", async () => {
  const home = await openHome()
  const delays = async (of: "arrived" | "painted"): Promise<number> => {
    const samples: number[] = []
    for (let i = 0; i < SAMPLES; i += 1) samples.push((await home.sample())[of])
    return percentile(samples, 0.95)
  }
  return {
    floor: () => delays("arrived"),
    subject: () => delays("painted"),
    floorIs: "the event reaches the page",
    reach: { subjectAtMost: 250 },
    runs: 3,
    close: home.close,
  }
})
