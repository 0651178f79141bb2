import { Schema } from "effect"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { casesFor } from "../../scripts/paths/cases.ts"
import { stateName } from "../../src/devtools/chart.ts"
import { WithdrawalEvent } from "../../src/events/money.ts"
import { addCard } from "../e2e/cards.ts"
import { button, pauseOfAThumb } from "../e2e/pages/fields.ts"
import { text, textLike } from "../e2e/pages/texts.ts"
import { at, destination, english, withdrawalWords } from "../support/money-words.ts"
import { adjust, bringFact, drain, type Operation, prepare, settle } from "./lab/money.ts"
import { factsIn, isInDoubt, nextKeys, stays, tellsOf } from "./lab/operations.ts"
import type { Hands, Scene } from "./lab/play.ts"
import { runPaths } from "./lab/runs.ts"
import { openLabSite, type Stage } from "./lab/stage.ts"

const site = openLabSite()
const isWithdrawalEvent = Schema.is(WithdrawalEvent)

/** What can be done with what is on the screen. */
const cases = casesFor(withdrawalMachine, {
  events: (snapshot): readonly WithdrawalEvent[] => {
    const { context } = snapshot
    const state = stateName(snapshot.value)
    const isOpen = !isInDoubt(state) && state !== "reviewing"
    const visit = context.visit === "v1" ? "v2" : "v1"
    const known = { available: "20000.00", separators: english, at }
    const sends = ["reviewing", "notRecorded", "notPlaced"].includes(state)
    return [
      ...(isOpen ? [{ type: "withdrawal.open" as const, visit, ...known }] : []),
      ...(state === "filling.drafting" ? [{ type: "withdrawal.informed" as const, ...known }] : []),
      { type: "withdrawal.choose", destination, at },
      { type: "withdrawal.change", value: "5000", at },
      { type: "withdrawal.leave", at },
      { type: "withdrawal.review", at },
      { type: "withdrawal.back", at },
      { type: "withdrawal.again", at },
      ...(sends ? nextKeys(context).map(withdrawalWords.send) : []),
      ...factsIn("withdrawal", state, context),
    ]
  },
  tells: tellsOf,
})

const operation: Operation = { stream: "withdrawal", endpoint: "withdrawalCreate", refuse: drain }

const send = async (scene: Scene): Promise<void> => {
  const { page, withdrawal } = scene.stage.phone
  await prepare(scene, operation)
  await pauseOfAThumb(page)
  await (scene.from === "reviewing" ? withdrawal.submit() : withdrawal.sendAgain())
}

/** Another visit. Where the storage was full the way there loads nothing anew: what could not be written would be lost. */
const visit = async ({ phone }: Stage, from: string): Promise<void> => {
  if (from === "notRecorded") await phone.withdrawal.leave()
  else if (from !== "closed") await phone.page.goto("/pages/tabbar/home/index")
  await phone.home.withdraw()
}

const bring = async (scene: Scene): Promise<void> => {
  const { stage, step } = scene
  const { withdrawal, page } = stage.phone
  const { event } = step
  if (!isWithdrawalEvent(event)) throw new Error(`${event.type} is not in the vocabulary`)
  switch (event.type) {
    case "withdrawal.open":
      return await visit(stage, scene.from)
    case "withdrawal.informed":
      await adjust(stage, "increase", "1.00")
      return void (await page.reload())
    case "withdrawal.choose":
      // chosen already, a tap on it says nothing
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
      if (scene.from === "reviewing") return await page.keyboard.press("Escape")
      return await button(page, text("withdraw.outcome.change")).click()
    case "withdrawal.again":
      return await button(page, text("withdraw.outcome.again")).click()
    case "withdrawal.submit":
      return await send(scene)
    default:
      return await bringFact(scene, operation)
  }
}

/** The same amount again would be no change. */
const nextAmount = (shown: string): string => (shown.replaceAll(",", "") === "5000" ? "6000" : "5000")

const see = async (scene: Scene): Promise<void> => {
  const { stage, step } = scene
  const { withdrawal, page } = stage.phone
  await settle(scene)
  if (!stays(scene)) return
  switch (step.state) {
    case "filling.drafting":
      return await withdrawal.amount().waitFor()
    case "filling.refused":
      return await page.getByText(textLike("error.withdrawal.insufficient-balance")).first().waitFor()
    case "reviewing":
    case "recording":
    case "submitting":
      return await withdrawal.seeConfirm()
    case "reconciling.asking":
    case "reconciling.pausing":
    case "suspended":
      return await withdrawal.seeAnswer("unknown")
    case "accepted":
      return await withdrawal.seeAnswer("accepted")
    case "notPlaced":
      return await withdrawal.seeAnswer("not-placed")
    case "notRecorded":
      return await withdrawal.seeAnswer("not-recorded")
    default:
      throw new Error(`nobody knows what ${step.state} looks like`)
  }
}

const hands: Hands = {
  machine: withdrawalMachine,
  seat: "withdrawal",
  begin: async (stage) => {
    const { token } = stage.member
    await addCard(site.url(), { token })
    await addCard(site.url(), { token }, "Second Bank", "5555555555554444")
    await stage.phone.page.goto("/pages/tabbar/home/index")
    await stage.phone.home.see()
  },
  bring,
  see,
}

runPaths(site, hands, cases, { isJournaled: true })
