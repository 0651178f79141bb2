import { Schema } from "effect"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { WithdrawalEvent } from "../../src/events/money.ts"
import { addCard } from "../e2e/cards.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { text, textLike } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { cases } from "./events/withdrawal.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import {
  adjust,
  drain,
  type Operation,
  outcomeNow,
  prepare,
  settle,
  triggerOutcome,
  written,
} from "./harness/money.ts"
import { cashAnswer } from "./harness/operations.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const ACTOR_ID = "withdrawal"
const isWithdrawalEvent = Schema.is(WithdrawalEvent)

const operation: Operation = { stream: "withdrawal", endpoint: "withdrawalCreate", refuse: drain }

const send = async (stepContext: StepContext): Promise<void> => {
  const { page, withdrawal } = stepContext.fixture.phone
  await prepare(stepContext, operation)
  await pauseOfAThumb(page)
  await (stepContext.from === "reviewing" ? withdrawal.submit() : withdrawal.sendAgain())
}

/**
 * Opens the page again, with a reload once every event is written; without one after a full storage,
 * which loses events that could not be.
 */
const visit = async (fixture: Fixture, from: string): Promise<void> => {
  const { phone } = fixture
  if (outcomeNow(fixture, ACTOR_ID) === "notRecorded" && from === "confirmed") await phone.withdrawal.leave()
  else if (from !== "closed") {
    await written(fixture, ACTOR_ID)
    await phone.page.goto("/pages/tabbar/home/index")
  }
  await phone.home.withdraw()
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { withdrawal, page } = fixture.phone
  const { event } = step
  if (!isWithdrawalEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "withdrawal.open":
      return await visit(fixture, stepContext.from)
    case "withdrawal.informed":
      return void (await adjust(fixture, "increase", "1.00"))
    case "withdrawal.choose":
      // A tap on the chosen one sends no event.
      return await withdrawal.choose(await withdrawal.otherThanChosen())
    case "withdrawal.change":
      return await withdrawal.amount().fill(nextAmount(await withdrawal.amount().inputValue()))
    case "withdrawal.leave":
      await withdrawal.amount().focus()
      return await withdrawal.amount().blur()
    case "withdrawal.review":
      await pauseOfAThumb(page)
      return await withdrawal.review()
    case "withdrawal.back":
      if (stepContext.from === "reviewing") return await page.keyboard.press("Escape")
      return await button(page, text("withdraw.outcome.change")).click()
    case "withdrawal.again":
      return await button(page, text("withdraw.outcome.again")).click()
    case "withdrawal.submit":
      return await send(stepContext)
    default:
      return await triggerOutcome(stepContext, operation)
  }
}

/** The same amount again is no change event. */
const nextAmount = (shown: string): string => (shown.replaceAll(",", "") === "5000" ? "6000" : "5000")

const verify = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { withdrawal, page } = fixture.phone
  await settle(stepContext)
  switch (step.state) {
    case "filling.drafting":
      return await withdrawal.amount().waitFor()
    case "filling.refused":
      return await page.getByText(textLike("error.withdrawal.insufficient-balance")).first().waitFor()
    case "reviewing":
      return await withdrawal.seeConfirm()
    case "confirmed": {
      const answer = cashAnswer(stepContext)
      return answer === null ? undefined : await withdrawal.seeAnswer(answer)
    }
    default:
      throw new Error(`no view of ${step.state} is known`)
  }
}

const driver: PathDriver = {
  machine: withdrawalMachine,
  actorId: ACTOR_ID,
  begin: async (fixture) => {
    const { token } = fixture.member
    await addCard(site.url(), { token })
    await addCard(site.url(), { token }, "Second Bank", "5555555555554444")
    await fixture.phone.page.goto("/pages/tabbar/home/index")
    await fixture.phone.home.see()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, { isJournaled: true })
