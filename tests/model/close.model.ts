import { Schema } from "effect"
import { closeMachine } from "../../machines/close.ts"
import { CloseEvent } from "../../src/events/money.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { seeEqual } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { readOrders } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { cases } from "./events/close.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { type Operation, outcomeNow, prepare, settle, triggerOutcome } from "./harness/money.ts"
import { answerAfter } from "./harness/operations.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isCloseEvent = Schema.is(CloseEvent)
const OPENED_WITHIN_MS = 30_000
const readQuotes = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ symbol: Schema.String, price: Schema.String })),
)

/** The last contract that each fixture's member asked to close. */
const contracts = new WeakMap<Fixture, string>()

const orderStates = async ({ member: { token } }: Fixture): Promise<ReadonlyMap<string, string>> =>
  new Map((await readOrders(site.url(), token)).map(({ id, state }) => [id, state]))

const buyContract = async (fixture: Fixture): Promise<string> => {
  const { token } = fixture.member
  const quotes = readQuotes(fieldOf(await callServer(site.url(), "quotes", {}, { token }), "quotes"))
  const wanted = {
    key: crypto.randomUUID(),
    product_id: "aapl",
    direction: "up",
    stake: "1000.00",
    leverage: 5,
    period_days: 1,
    quoted_price: quotes.find(({ symbol }) => symbol === "AAPL")?.price ?? "",
  } as const
  const id = String(fieldOf(await callServer(site.url(), "orderCreate", wanted, { token }), "id"))
  await seeEqual(async () => (await orderStates(fixture)).get(id), "opened", OPENED_WITHIN_MS)
  return id
}

/** Closes the contract through the API, so that the server refuses the app's request. */
const closeElsewhere = async (fixture: Fixture): Promise<() => Promise<void>> => {
  const id = contracts.get(fixture) ?? ""
  const { token } = fixture.member
  fieldOf(await callServer(site.url(), "orderClose", { key: crypto.randomUUID(), id }, { token }), "id")
  await seeEqual(async () => (await orderStates(fixture)).get(id) === "opened", false, OPENED_WITHIN_MS)
  return async () => {}
}

const operation: Operation = { stream: "close", endpoint: "orderClose", refuse: closeElsewhere }

const sheet = ({ page }: Fixture["phone"]) =>
  page.getByRole("dialog", { name: text("close.title", { symbol: "AAPL" }), exact: true })

/**
 * Opens the close sheet, without a reload if the contract still runs: a reload loses events that
 * could not be written.
 */
const visit = async (fixture: Fixture, from: string): Promise<void> => {
  const known = contracts.get(fixture)
  if (from === "closed" && known && (await orderStates(fixture)).get(known) === "opened")
    return await fixture.phone.holdings.closeEarly()
  const id = await buyContract(fixture)
  contracts.set(fixture, id)
  await fixture.phone.page.goto(urlOf("hold-record", { id }))
  await fixture.phone.holdings.closeEarly()
}

/**
 * The browser's back button closes the sheet even if the contract behind it has ended, or while its
 * close is in doubt.
 */
const putAway = async (fixture: Fixture, from: string): Promise<void> => {
  const { phone } = fixture
  const outcome = from === "confirmed" ? outcomeNow(fixture, "close") : "none"
  // it may be accepted at any time from now on
  if (outcome === undefined) contracts.delete(fixture)
  if (outcome === undefined || outcome === "refused") await phone.page.goBack()
  else await button(sheet(phone), text("close.keep")).click()
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step, from } = stepContext
  const { event } = step
  if (!isCloseEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "close.open":
      return await visit(fixture, from)
    case "close.confirm":
      await prepare(stepContext, operation)
      await pauseOfAThumb(fixture.phone.page)
      return await button(sheet(fixture.phone), text("close.confirm")).click()
    case "close.back":
      await pauseOfAThumb(fixture.phone.page)
      return await putAway(fixture, from)
    default:
      return await triggerOutcome(stepContext, operation)
  }
}

const seeAnswer = async ({ phone }: Fixture, answer: string | null): Promise<void> => {
  if (answer === "accepted") return await sheet(phone).waitFor({ state: "hidden" })
  if (answer === "checking" || answer === "refused" || answer === "notPlaced" || answer === "notRecorded")
    await sheet(phone)
      .getByText(text(`close.${answer}`))
      .waitFor()
}

const verify = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  await settle(stepContext)
  switch (step.state) {
    case "confirming":
      return await button(sheet(fixture.phone), text("close.confirm")).waitFor()
    case "closed":
      return await sheet(fixture.phone).waitFor({ state: "hidden" })
    case "confirmed":
      return await seeAnswer(fixture, answerAfter(stepContext))
    default:
      return
  }
}

const driver: PathDriver = {
  machine: closeMachine,
  actorId: "close",
  begin: async ({ phone }) => {
    await phone.page.goto(urlOf("home"))
    await phone.home.see()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, { isJournaled: true })
