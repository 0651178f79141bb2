import { Schema } from "effect"
import { depositMachine } from "../../machines/deposit.ts"
import { DepositEvent } from "../../src/events/money.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite, proof } from "../e2e/site.ts"
import { cases } from "./events/deposit.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { type Operation, outcomeNow, prepare, settle, triggerOutcome, written } from "./harness/money.ts"
import { networkOf, offerNetworks, takeNetworksAway } from "./harness/networks.ts"
import { cashAnswer } from "./harness/operations.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const ACTOR_ID = "deposit"
const isDepositEvent = Schema.is(DepositEvent)

const HOME_PATH = "/pages/tabbar/home/index"

const operation: Operation = { stream: "deposit", endpoint: "depositCreate", refuse: takeNetworksAway }

/**
 * Opens the page again, with a reload once every event is written; without one after a full storage,
 * which loses events that could not be.
 */
const visit = async (fixture: Fixture, from: string): Promise<void> => {
  const { phone } = fixture
  if (outcomeNow(fixture, ACTOR_ID) === "notRecorded" && from === "confirmed") await phone.deposit.leave()
  else if (from !== "closed") {
    await written(fixture, ACTOR_ID)
    await phone.page.goto(HOME_PATH)
  }
  await phone.home.deposit()
}

const submit = async (stepContext: StepContext): Promise<void> => {
  const { deposit, page } = stepContext.fixture.phone
  await prepare(stepContext, operation)
  await pauseOfAThumb(page)
  await (stepContext.from.startsWith("filling") ? deposit.submit() : deposit.sendAgain())
}

const goOn = async ({ fixture, from }: StepContext): Promise<void> => {
  const { deposit, page } = fixture.phone
  await pauseOfAThumb(page)
  await (from === "filling.paying" ? deposit.paid() : deposit.next())
}

const goBack = async ({ fixture, from }: StepContext): Promise<void> => {
  const { deposit, page } = fixture.phone
  await pauseOfAThumb(page)
  await (from.startsWith("filling") ? deposit.back() : button(page, text("withdraw.outcome.change")).click())
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { deposit, page } = fixture.phone
  const { event } = step
  if (!isDepositEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "deposit.open":
      return await visit(fixture, stepContext.from)
    case "deposit.choose":
      return await deposit.choose(networkOf(fixture, event.terms.rate === undefined ? "plain" : "rated"))
    case "deposit.change":
      return await deposit.amount().fill(event.value)
    case "deposit.leave":
      await deposit.amount().focus()
      return await deposit.amount().blur()
    case "deposit.proofStored":
      return await deposit.pickProof(await proof())
    case "deposit.proofRemoved":
      return await deposit.removeProof()
    case "deposit.next":
      return await goOn(stepContext)
    case "deposit.back":
      return await goBack(stepContext)
    case "deposit.again":
      return await button(page, text("deposit.outcome.again")).click()
    case "deposit.submit":
      return await submit(stepContext)
    default:
      return await triggerOutcome(stepContext, operation)
  }
}

const verify = async (stepContext: StepContext): Promise<void> => {
  const { deposit, page } = stepContext.fixture.phone
  await settle(stepContext)
  switch (stepContext.step.state) {
    case "filling.choosing":
      return await deposit.seeStep("choosing")
    case "filling.paying":
      return await deposit.seeStep("paying")
    case "filling.amounting":
      return await deposit.seeStep("amounting")
    case "filling.proving":
      return await deposit.seeStep("proving")
    case "filling.refused":
      return await seeText(page, text("error.deposit.network-unknown"))
    case "confirmed": {
      const answer = cashAnswer(stepContext)
      return answer === null ? undefined : await deposit.seeAnswer(answer)
    }
    default:
      throw new Error(`no view of ${stepContext.step.state} is known`)
  }
}

const driver: PathDriver = {
  machine: depositMachine,
  actorId: ACTOR_ID,
  begin: async (fixture) => {
    const { phone } = fixture
    await offerNetworks(fixture)
    await phone.page.goto(HOME_PATH)
    await phone.home.see()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, { isJournaled: true })
