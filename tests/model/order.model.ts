import { Schema } from "effect"
import { orderMachine } from "../../machines/order.ts"
import { casesFor } from "../../scripts/paths/cases.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { stateName } from "../../src/devtools/chart.ts"
import { OrderEvent } from "../../src/events/money.ts"
import { button, pauseOfAThumb } from "../e2e/pages/fields.ts"
import { text } from "../e2e/pages/texts.ts"
import { at, english, openOrder, orderWords, product, quote } from "../support/money-words.ts"
import { adjust, bringFact, drain, harden, type Operation, prepare, relent, settle } from "./lab/money.ts"
import { factsIn, keyIn, nextKeys, stays, tellsOf } from "./lab/operations.ts"
import type { Hands, Scene } from "./lab/play.ts"
import { runPaths } from "./lab/runs.ts"
import { openLabSite, type Stage } from "./lab/stage.ts"

/** Days so long that no contract ends, and no money comes back, while a path is played. */
const site = openLabSite({ DAY_MS: "3600000" })
const isOrderEvent = Schema.is(OrderEvent)

/** What can be done to a ticket with what is on the screen. */
const cases = casesFor(orderMachine, {
  events: (snapshot): readonly OrderEvent[] => {
    const { context } = snapshot
    const state = stateName(snapshot.value)
    const isStill = /^(editing|confirming|notRecorded|accepted|notPlaced|closed)/.test(state)
    const open = openOrder(context.visit === "v1" ? "v2" : "v1")
    const stale: OrderEvent = { type: "order.confirm", key: keyIn("never", 9), isLive: false, at }
    const informed: OrderEvent = {
      type: "order.informed",
      product,
      available: "20000.00",
      separators: english,
      at,
    }
    return [
      ...(isStill ? [open] : []),
      ...orderWords.before.filter(({ type }) => type === "order.change"),
      ...(state === "editing.drafting" || state === "confirming" ? [informed] : []),
      { type: "order.leave", field: "stake", at },
      { type: "order.review", quote, at },
      { type: "order.requote", quote, at },
      { type: "order.requote", quote: null, at },
      { type: "order.back", at },
      { type: "order.again", at },
      ...(state === "confirming" ? [...nextKeys(context).map(orderWords.send), stale] : []),
      ...factsIn("order", state, context),
    ]
  },
  tells: tellsOf,
})

const operation: Operation = { stream: "order", endpoint: "orderCreate", refuse: drain }

const fill = async ({ ticket }: Stage["phone"], event: OrderEvent): Promise<void> => {
  if (event.type !== "order.change") return
  if (event.field === "stake") await ticket.amount().fill("10000")
  else if (event.field === "period") await ticket.choosePeriod(1)
  else await ticket.chooseLeverage(5)
}

/** Another visit of the page. Where the device's storage was full, the way there is one that loads nothing anew: what could not be written would be lost. */
const visit = async ({ phone }: Stage, from: string): Promise<void> => {
  const { page, ticket, tabs, market } = phone
  if (from === "notRecorded") {
    await ticket.seeHoldings()
    await tabs.goTo("trade")
    return await market.buy("up")
  }
  await page.goto("/pages/tabbar/home/index")
  await ticket.open("aapl")
}

const requoteButton = ({ page }: Stage["phone"]) => button(page, text("order.requote"))

/** The balance falls below the stake while the figures stand fixed; the app hears of it when it is loaded anew. */
const requoteInVain = async (stage: Stage): Promise<void> => {
  await harden(stage, operation)
  await stage.phone.page.reload()
  await stage.phone.ticket.seeConfirm()
  await requoteButton(stage.phone).click()
}

const confirm = async (scene: Scene, isLive: boolean): Promise<void> => {
  const { stage } = scene
  const { ticket, market } = stage.phone
  if (isLive) {
    await market.seeLive()
    await prepare(scene, operation)
    await pauseOfAThumb(stage.phone.page)
    return await ticket.confirm()
  }
  await stage.faults(ruleOf("stream", { kind: "drop", when: "before", how: "silence" }))
  await market.seeStale()
  await ticket.confirm()
  await ticket.seeObjection(text("error.order.stale-price"))
  await stage.faults()
  await market.seeLive()
}

const bring = async (scene: Scene): Promise<void> => {
  const { stage, step } = scene
  const { ticket, market, page } = stage.phone
  const { event } = step
  if (!isOrderEvent(event)) throw new Error(`${event.type} is not in the vocabulary`)
  switch (event.type) {
    case "order.open":
      return await visit(stage, scene.from)
    case "order.informed":
      await adjust(stage, "increase", "1.00")
      return void (await page.reload())
    case "order.change":
      return await fill(stage.phone, event)
    case "order.leave":
      await ticket.amount().focus()
      return await ticket.amount().blur()
    case "order.review":
      await market.seeLive()
      await pauseOfAThumb(page)
      return await ticket.review()
    case "order.requote":
      return event.quote === null ? await requoteInVain(stage) : await requoteButton(stage.phone).click()
    case "order.back":
    case "order.again":
      await pauseOfAThumb(page)
      return await ticket.continueOrdering()
    case "order.confirm":
      return await confirm(scene, event.isLive)
    default:
      return await bringFact(scene, operation)
  }
}

const see = async (scene: Scene): Promise<void> => {
  const { stage, step } = scene
  const { ticket, page } = stage.phone
  await settle(scene)
  if (step.event.type === "order.requote" && step.state.startsWith("editing")) {
    await relent(stage)
    await page.reload()
  }
  if (!stays(scene)) return
  switch (step.state) {
    case "editing.drafting":
      return await ticket.see("AAPL")
    case "editing.refused":
      return await ticket.seeObjection(text("order.refused"))
    case "confirming":
      return await ticket.seeConfirm()
    case "recording":
    case "submitting":
      return await ticket.seeAnswer("sending")
    case "reconciling.asking":
    case "reconciling.pausing":
    case "suspended":
      return await ticket.seeAnswer("checking")
    case "accepted":
    case "notPlaced":
    case "notRecorded":
      return await ticket.seeAnswer(step.state)
    default:
      throw new Error(`nobody knows what ${step.state} looks like`)
  }
}

const hands: Hands = {
  machine: orderMachine,
  seat: "order",
  begin: async ({ phone }) => {
    await phone.page.goto("/pages/tabbar/home/index")
    await phone.home.see()
  },
  bring,
  see,
}

runPaths(site, hands, cases, { isJournaled: true })
