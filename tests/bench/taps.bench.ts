/**
 * How soon a slow phone answers a touch or a key: until the next frame has been painted, and over a
 * whole journey as Event Timing tells.
 */
import type { Browser, Locator, Page } from "playwright-core"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer, goodPassword } from "../support/app.ts"
import { launchBrowser, openPhone } from "../support/browser.ts"
import { embedded } from "../support/engines.ts"
import { startServer } from "../support/server.ts"
import { bench, median } from "./harness.ts"

const SLOWER = 4
const WAIT_MS = 60_000
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

const openWith = async (browser: Browser, url: string) => {
  const phone = await openPhone(browser, { url })
  await watchInteractions(phone.page)
  const devtools = await phone.context.newCDPSession(phone.page)
  const slowDown = () => devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER })
  let count = 0
  const act = async (kind: Kind | "", doIt: () => Promise<unknown>): Promise<void> => {
    await phone.page.evaluate((name) => Object.assign(window, { kind: name }), kind)
    await doIt()
    count += 1
    await phone.page.waitForTimeout(PAUSE_MS)
  }
  const seen = (): Promise<Interactions> => phone.page.evaluate(() => Reflect.get(window, "seen"))
  return { ...phone, slowDown, act, seen, count: () => count }
}

const times = async (doIt: (turn: number) => Promise<void>): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await doIt(turn)
}

type Phone = Awaited<ReturnType<typeof openWith>>

/** A member looks around, prepares an order, and goes back. */
const walk = async ({ page, act }: Phone): Promise<void> => {
  const tab = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true })
  const line = page.locator("[data-page=home]").getByRole("button", { name: "Site messages" })
  await times(async () => {
    await act("sheet", () => line.tap())
    await act("", () => page.keyboard.press("Escape"))
  })
  await act("", () => tab("Market").tap())
  await act("", () => tab("Home").tap())
  await times((turn) => act("tab", () => tab(turn % 2 === 0 ? "Market" : "Home").tap()))
  const stock: Locator = page.locator("[data-page=home] article").getByRole("button").first()
  await act("", () => stock.tap())
  const ticket = page.locator("[data-page=order]").filter({ visible: true })
  const amount = ticket.getByLabel("Investment amount", { exact: true })
  await amount.waitFor({ timeout: WAIT_MS })
  await page.waitForTimeout(PAUSE_MS)
  await times((turn) => {
    const radio = ticket.getByRole("radio", { name: turn % 2 === 0 ? "Buy down" : "Buy up" })
    return act("direction", () => radio.locator("xpath=..").tap())
  })
  await act("", () => amount.tap())
  await times((turn) => act("key", () => page.keyboard.press(String(turn + 1))))
}

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
  const visit = async (): Promise<Interactions & { readonly count: number }> => {
    const phone = await openWith(browser, server.url)
    const { page } = phone
    await page.goto("/")
    await page.getByLabel("Username", { exact: true }).fill(username)
    await page.getByLabel("Password", { exact: true }).fill(goodPassword)
    await page.getByRole("button", { name: "Log in", exact: true }).click()
    await page.waitForURL(`**${urlOf("home")}`, { timeout: WAIT_MS })
    await phone.slowDown()
    await page.reload({ timeout: WAIT_MS })
    await page.locator("[data-page=home] article").first().waitFor({ timeout: WAIT_MS })
    await page.waitForTimeout(START_MS)
    await walk(phone)
    const seen = await phone.seen()
    await phone.close()
    return { ...seen, count: phone.count() }
  }
  return {
    browser,
    url: server.url,
    visit,
    close: async () => {
      await browser.close()
      await server.stop()
      await store.remove()
    },
  }
}

const plainPage = `<!doctype html><meta name=viewport content="width=device-width">
<style>.on{background:#ccc}</style><button style="height:80px">Tap</button>
<script>const button=document.querySelector("button");button.onclick=()=>button.classList.toggle("on")</script>`

/** A page of nothing but a button that changes its colour: what no page is faster than here. */
const visitPlain = async (browser: Browser, url: string): Promise<Interactions> => {
  const phone = await openWith(browser, url)
  await phone.page.route("**/plain", (route) =>
    route.fulfill({ contentType: "text/html", body: plainPage, headers: {} }),
  )
  await phone.page.goto("/plain")
  await phone.slowDown()
  await times(() => phone.act("tab", () => phone.page.getByRole("button").tap()))
  const seen = await phone.seen()
  await phone.close()
  return seen
}

/** Each visit serves all rows. */
const open = () => {
  let opened: ReturnType<typeof openSite> | undefined
  const site = () => {
    opened ??= openSite()
    return opened
  }
  return {
    visit: async () => (await site()).visit(),
    floor: async () => {
      const { browser, url } = await site()
      return median((await visitPlain(browser, url)).frames.tab ?? [])
    },
    close: async () => {
      if (opened) await (await opened).close()
    },
  }
}

const rest = { floorIs: "a tap that colours the button of a plain page", runs: 3, warmups: 0 } as const

for (const kind of KINDS)
  bench(`tap to next frame: ${kind}`, () => {
    const { visit, floor, close } = open()
    const subject = async () => median((await visit()).frames[kind] ?? [])
    return { ...rest, floor, subject, reach: { subjectAtMost: 150 }, close }
  })

bench("interaction to next paint over the journey, p98", () => {
  const { visit, floor, close } = open()
  const subject = async () => {
    const { longest, count } = await visit()
    const slowest = Object.values(longest).toSorted((a, b) => b - a)
    return slowest[Math.floor(count / LEFT_OUT_ONE_OF)] ?? 0
  }
  return { ...rest, floor, subject, reach: { subjectAtMost: 150 }, close }
})
