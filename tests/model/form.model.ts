// @module-tag exhaustive
import { Schema } from "effect"
import { formMachine } from "../../machines/form.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { BankCard } from "../../src/domain/cash.ts"
import { FormEvent } from "../../src/events/form.ts"
import { addCard } from "../e2e/cards.ts"
import { dontSeeProblem, pauseOfAThumb, seeProblem } from "../e2e/page-models/fields.ts"
import { seeEqual, seeText } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { callServer } from "../support/app.ts"
import { cases } from "./events/form.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { met, written } from "./harness/money.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const isFormEvent = Schema.is(FormEvent)
const readCards = Schema.decodeUnknownSync(Schema.Array(BankCard))

const ACTOR_ID = "form.bankAdd"
const PAGE = "/pages/bank/bank-add"
const CARD = "5555555555554444"
const cardsOf = async ({ site: { url }, member: { token } }: Fixture) => {
  const { said } = await callServer(url(), "bankCards", {}, { token })
  return readCards(said.kind === "success" ? said.data : null)
}

const removeCards = async (fixture: Fixture): Promise<void> => {
  const { token } = fixture.member
  for (const { id } of await cardsOf(fixture))
    await callServer(fixture.site.url(), "bankCardRemove", { id }, { token })
}

/** Prepares the answer that the next step expects. */
const prepare = async ({ fixture, rest: [next] }: StepContext): Promise<void> => {
  if (next?.event.type === "form.refused") await addCard(site.url(), fixture.member, "First Bank", CARD)
  const lost = ruleOf("bankCardAdd", { kind: "drop", when: "before", how: "silence" })
  await fixture.faults(...(next?.event.type === "journal.resumed" ? [lost] : []))
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step, from } = stepContext
  const { account, page } = fixture.phone
  const { event } = step
  if (!isFormEvent(event)) throw new Error(`${event.type} is not an event of the machine`)
  switch (event.type) {
    case "form.open":
      await written(fixture, ACTOR_ID)
      // the browser takes the same URL for a reload, which is the same visit
      await page.goto("about:blank")
      return void (await page.goto(PAGE))
    case "form.change":
      return await (event.field === "bankName" ? account.bankName() : account.cardName()).fill(event.value)
    case "form.fill":
      await account.cardNumber().fill(CARD)
      // a closed tab may record the leaving of its field after the last event that is seen
      return await account.cardNumber().blur()
    case "form.leave":
      await account.bankName().focus()
      return await account.bankName().blur()
    case "form.submit":
      if (step.state === "submitting") await prepare(stepContext)
      await pauseOfAThumb(page)
      return await account.submitCard()
    case "journal.resumed":
      if (from === "submitting") await met(fixture, "bankCardAdd", 1)
      await written(fixture, ACTOR_ID)
      return await fixture.killAndRestore()
    default:
      return
  }
}

const seeEditing = async ({ fixture, step, from }: StepContext): Promise<void> => {
  const { account, page } = fixture.phone
  switch (step.event.type) {
    case "form.open":
      await account.bankName().waitFor()
      return await dontSeeProblem(account.bankName())
    case "form.submit":
      // The first missing field shows its problem.
      if ((await account.bankName().inputValue()) === "")
        await seeProblem(account.bankName(), text("error.field.required.bankName"))
      return
    case "form.refused":
      await seeProblem(account.cardNumber(), text("error.bank.duplicate"))
      return await removeCards(fixture)
    case "journal.resumed":
      if (from === "submitting") await seeText(page, text("error.form.interrupted"))
      return await seeEqual(() => account.cardNumber().inputValue(), "")
    default:
      return
  }
}

const verify = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  if (step.state.startsWith("editing")) return await seeEditing(stepContext)
  if (step.state !== "done") return
  await seeEqual(
    async () => (await cardsOf(fixture)).map((card) => card.cardNumber.slice(-4)),
    [CARD.slice(-4)],
  )
  await removeCards(fixture)
}

const driver: PathDriver = {
  machine: formMachine,
  actorId: ACTOR_ID,
  begin: async ({ phone }) => {
    await phone.page.goto(PAGE)
    await phone.account.bankName().waitFor()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, { isJournaled: true })
