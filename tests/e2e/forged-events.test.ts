// @module-tag exhaustive
/** Member events on the socket that are not the server's: refused with a reason, and nothing is lost. */
import type { WebSocketRoute } from "playwright-core"
import { expect, it } from "vitest"
import { urlOf } from "../../src/navigation/routes.ts"
import { operate } from "./operator.ts"
import { seeText } from "./page-models/figures.ts"
import { text } from "./page-models/texts.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** A deposit that never was. */
const forged = (number: number) => ({
  ...{ number, kind: "deposit", subject: "d-forged", from: "pending", to: "credited", by: "service" },
  ...{ amount: "7654321.00", paid: "0.00", contract: null, at_ms: 1 },
})

const messageOf = (number: number, ...events: readonly object[]) =>
  JSON.stringify({ type: "member", number, events })

const numberIn = (message: string): number | null => {
  const value: unknown = JSON.parse(message)
  const { type, number }: { type?: unknown; number?: unknown } =
    typeof value === "object" && value !== null ? value : {}
  return type === "member" && typeof number === "number" ? number : null
}

/** Adds a message after each of the server's about the member, while `isOn` is set. */
const tamper = async ({ page }: Phone, messageAfter: (number: number) => string) => {
  const state = { isOn: false, count: 0, limit: Number.POSITIVE_INFINITY, last: 0 }
  const inject = (socket: WebSocketRoute, number: number) => {
    state.count += 1
    socket.send(messageAfter(number))
  }
  await page.routeWebSocket(/market\/stream/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      socket.send(message)
      const number = typeof message === "string" && message.startsWith("{") ? numberIn(message) : null
      if (number === null && !state.isOn) return
      state.last = number ?? state.last
      if (state.isOn && state.count < state.limit) inject(socket, state.last)
    })
  })
  return state
}

/** What is refused for which reason is tested in unit/stream-scenarios.test.ts and unit/stream.test.ts. */
const forgeries = [
  ["after a gap", (number: number) => messageOf(number + 2, forged(number + 2))],
  [
    "of another member, with the next number",
    (number: number) => messageOf(number + 1, forged(number + 1)).replace("{", '{"member_id":"another",'),
  ],
] as const

it.each(forgeries)(
  "events %s are refused with a reason, and the true ones follow",
  async (_what, messageAfter) => {
    const { member, phone } = await site.welcome()
    const state = await tamper(phone, messageAfter)
    const { page } = phone
    await page.goto(urlOf("market"))
    await phone.market.seePriceMove("AAPL")
    state.isOn = true
    const market = page.locator("[data-page=market]").filter({ visible: true })
    await seeText(market, text("price.notice-refused"))
    state.isOn = false
    await operate(site, "balance", "increase", member.username, "7.00")
    await phone.tabs.goTo("home")
    await phone.home.seeAvailable("200007.00")
    expect(await page.getByText("7,654,321").count()).toBe(0)
    expect(problemsOf(phone)).toEqual([])
  },
)
