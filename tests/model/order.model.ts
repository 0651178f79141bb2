import { Schema } from "effect"
import { orderMachine } from "../../machines/order.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { OrderEvent } from "../../src/events/money.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { text } from "../e2e/page-models/texts.ts"
import type { OrderAnswer } from "../e2e/page-models/ticket.ts"
import { openSite } from "../e2e/site.ts"
import { cases } from "./events/order.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import {
  adjust,
  drain,
  type Operation,
  outcomeNow,
  prepare,
  settle,
  startRefusing,
  stopRefusing,
  triggerOutcome,
  written,
} from "./harness/money.ts"
import { answerAfter } from "./harness/operations.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isOrderEvent = Schema.is(OrderEvent)

const ACTOR_ID = "order"

const operation: Operation = { stream: "order", endpoint: "orderCreate", refuse: drain }

/** Reloads once every event is written: a reload loses those that are not. */
const reload = async (fixture: Fixture): Promise<void> => {
  await written(fixture, ACTOR_ID)
  await fixture.phone.page.reload()
}

const fill = async ({ ticket }: Fixture["phone"], event: OrderEvent, from: string): Promise<void> => {
  if (event.type !== "order.change") return
  // a ticket begins with a small order, and the same choice again changes nothing
  if (event.field === "stake" || from === "editing.refused") await ticket.amount().fill("")
  if (event.field === "stake" || from === "editing.refused") await ticket.amount().fill("10000")
  else if (event.field === "period") await ticket.choosePeriod(3)
  else await ticket.chooseLeverage(5)
}

/**
 * Opens the page again, with a reload once every event is written; without one after a full storage,
 * which loses events that could not be.
 */
const visit = async (fixture: Fixture, from: string): Promise<void> => {
  const { page, ticket, tabs, market } = fixture.phone
  if (from === "confirmed" && outcomeNow(fixture, ACTOR_ID) === "notRecorded") {
    await ticket.seeHoldings()
    await tabs.goTo("trade")
    return await market.buy("up")
  }
  await written(fixture, ACTOR_ID)
  await page.goto("/pages/tabbar/home/index")
  await ticket.open("aapl")
}

const requoteButton = ({ page }: Fixture["phone"]) => button(page, text("order.requote"))

/** Lowers the balance below the stake. The app learns of it by a reload. */
const requoteInVain = async (fixture: Fixture): Promise<void> => {
  await startRefusing(fixture, operation)
  await reload(fixture)
  await fixture.phone.ticket.seeConfirm()
  await requoteButton(fixture.phone).click()
}

const confirm = async (stepContext: StepContext, isLive: boolean): Promise<void> => {
  const { fixture } = stepContext
  const { ticket, market } = fixture.phone
  if (isLive) {
    await market.seeLive()
    await prepare(stepContext, operation)
    await pauseOfAThumb(fixture.phone.page)
    return await ticket.confirm()
  }
  await fixture.faults(ruleOf("stream", { kind: "drop", when: "before", how: "silence" }))
  await market.seeStale()
  await ticket.confirmButton().click()
  await ticket.seeObjection(text("error.order.stale-price"))
  await fixture.faults()
  await market.seeLive()
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { ticket, market, page } = fixture.phone
  const { event } = step
  if (!isOrderEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "order.open":
      return await visit(fixture, stepContext.from)
    case "order.informed":
      await adjust(fixture, "increase", "1.00")
      return await reload(fixture)
    case "order.change":
      return await fill(fixture.phone, event, stepContext.from)
    case "order.leave":
      await ticket.amount().focus()
      return await ticket.amount().blur()
    case "order.review":
      await market.seeLive()
      if (step.state === "editing.tried") await ticket.amount().fill("")
      else if ((await ticket.amount().inputValue()) === "") await ticket.amount().fill("10000")
      await pauseOfAThumb(page)
      // a price that goes stale under load is a further event on the way
      return step.state === "confirming" ? await ticket.reviewToConfirm() : await ticket.review()
    case "order.requote":
      return event.quote === null ? await requoteInVain(fixture) : await requoteButton(fixture.phone).click()
    case "order.back":
      await pauseOfAThumb(page)
      return await ticket.edit()
    case "order.again":
      await pauseOfAThumb(page)
      return await ticket.orderAgain()
    case "order.confirm":
      return await confirm(stepContext, event.isLive)
    default:
      return await triggerOutcome(stepContext, operation)
  }
}

const answerOf = (answer: string): OrderAnswer => {
  if (answer === "checking" || answer === "accepted" || answer === "notPlaced" || answer === "notRecorded")
    return answer
  throw new Error(`a confirmed order does not show ${answer}`)
}

const verify = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { ticket } = fixture.phone
  await settle(stepContext)
  if (step.event.type === "order.requote" && step.state.startsWith("editing")) {
    await stopRefusing(fixture)
    await reload(fixture)
  }
  switch (step.state) {
    case "editing.untried":
    case "editing.tried":
      return await ticket.see("AAPL")
    case "editing.refused":
      return await ticket.seeObjection(text("order.refused"))
    case "confirming":
      return await ticket.seeConfirm()
    case "confirmed": {
      const answer = answerAfter(stepContext)
      return answer === null ? undefined : await ticket.seeAnswer(answerOf(answer))
    }
    default:
      throw new Error(`no view of ${step.state} is known`)
  }
}

const driver: PathDriver = {
  machine: orderMachine,
  actorId: ACTOR_ID,
  begin: async ({ phone }) => {
    await phone.page.goto("/pages/tabbar/home/index")
    await phone.home.see()
  },
  trigger,
  verify,
}

// The same choice again sends no event, so a draft cannot change again in every state.
runPaths(site, driver, cases, { isJournaled: true, hasOnlyTransitions: true })
