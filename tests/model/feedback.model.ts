// @module-tag exhaustive
import { Schema } from "effect"
import { feedbackMachine } from "../../machines/feedback.ts"
import { ruleOf } from "../../src/contract/faults.ts"
import { FeedbackEvent } from "../../src/events/feedback.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { addCard } from "../e2e/cards.ts"
import { holdAnswers } from "../e2e/faults.ts"
import { button, pauseOfAThumb } from "../e2e/page-models/fields.ts"
import { seeText } from "../e2e/page-models/figures.ts"
import { text, textLike } from "../e2e/page-models/texts.ts"
import { openSite, unhurried } from "../e2e/site.ts"
import { fingerOn } from "../e2e/touches.ts"
import { addCardBy, callServer, fieldOf, withdrawBy } from "../support/app.ts"
import { cases } from "./events/feedback.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

// a withdrawal that is reviewed, or a contract that ends, would show a notice at any time
const site = openSite(unhurried)
const isFeedbackEvent = Schema.is(FeedbackEvent)

/** Runs in another tab, so the tab under test shows nothing. */
const logInElsewhere = async ({ openTab, member }: Fixture): Promise<void> => {
  const { page, entry } = await openTab()
  await page.goto("/")
  await entry.login(member.username, member.password)
  await page.locator("[data-page]:not([data-page=login])").filter({ visible: true }).first().waitFor()
  await page.close()
}

/** Opens a page. After the end of a session, a session from another tab is used. */
const goTo = async (fixture: Fixture, url: string, name: string): Promise<void> => {
  const { page } = fixture.phone
  const own = page.locator(`[data-page=${name}]`).filter({ visible: true })
  const login = page.locator("[data-page=login]").filter({ visible: true })
  await page.goto(url)
  await own.or(login).first().waitFor()
  if (!(await login.isVisible())) return
  await logInElsewhere(fixture)
  await own.waitFor()
}

const copyName = async (fixture: Fixture): Promise<void> => {
  await fixture.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await goTo(fixture, urlOf("my"), "my")
  await button(fixture.phone.page, text("my.copy-username")).click()
}

/** Makes the clipboard unavailable. */
const withoutClipboard = ({ page }: Fixture["phone"]): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined })
  })

const askModal = async (fixture: Fixture): Promise<void> => {
  await goTo(fixture, urlOf("my"), "my")
  await withoutClipboard(fixture.phone)
  await button(fixture.phone.page, text("my.copy-username")).click()
}

const tokens = new WeakMap<Fixture, string>()

/** Logs in beside the browser as the same device, so that the browser's logout does not end this session. */
const ownToken = async (fixture: Fixture): Promise<string> => {
  const { username, password } = fixture.member
  const known = tokens.get(fixture)
  if (known !== undefined) return known
  const device = await fixture.phone.page.evaluate(() => navigator.userAgent)
  const session = await callServer(site.url(), "login", { username, password }, { device })
  const token = String(fieldOf(session, "token"))
  tokens.set(fixture, token)
  return token
}

const withdrawn = new WeakSet<Fixture>()

/** Creates a withdrawal, so that there is a record to long-press. */
const withdraw = async (fixture: Fixture): Promise<void> => {
  if (withdrawn.has(fixture)) return
  withdrawn.add(fixture)
  const token = await ownToken(fixture)
  const url = site.url()
  const card = { bank_name: "Zenith Bank", card_number: "4242424242424242", username: "Ada Obi" }
  const destination_id = String(fieldOf(await addCardBy(url, card, { token }), "id"))
  const wanted = { key: crypto.randomUUID(), amount: "5000.00", method: "bank", destination_id } as const
  fieldOf(await withdrawBy(url, wanted, { token }), "id")
}

const HELD_MS = 600

const askSheet = async (fixture: Fixture): Promise<void> => {
  await withdraw(fixture)
  await goTo(fixture, urlOf("withdraw-record"), "withdraw-record")
  const { page } = fixture.phone
  const row = page
    .locator("[data-page=withdraw-record]")
    .filter({ visible: true })
    .getByRole("listitem")
    .first()
  await row.waitFor()
  await (await fingerOn(page)).hold(row.getByRole("link"), HELD_MS)
}

const sheetOf = ({ page }: Fixture["phone"]) =>
  page.getByRole("dialog", { name: text("ui.copy"), exact: true })
const modalOf = ({ page }: Fixture["phone"]) =>
  page.getByRole("alertdialog", { name: text("copy.failed"), exact: true })

/** Open work of a fixture between two steps. */
const held = new WeakMap<Fixture, Awaited<ReturnType<typeof holdAnswers>>>()

/** Leaves an order in doubt that cannot be resolved yet. */
const leaveOrderInDoubt = async (fixture: Fixture): Promise<void> => {
  await fixture.faults(
    ruleOf("orderCreate", { kind: "drop", when: "after", how: "cut" }),
    ruleOf("operationVoid", { kind: "malformed" }),
  )
  await goTo(fixture, urlOf("order", { product: "aapl", direction: "up" }), "order")
  const { page, ticket, market } = fixture.phone
  await market.seeLive()
  await ticket.fill("1000", 30, 1)
  await ticket.reviewToConfirm()
  await pauseOfAThumb(page)
  await ticket.confirm()
  await ticket.seeAnswer("checking")
}

/** Removes a card with a slow answer. */
const showLoading = async ({ fixture, rest: [next] }: StepContext): Promise<void> => {
  if (next?.event.type === "feedback.showToast") await leaveOrderInDoubt(fixture)
  await addCard(site.url(), { token: await ownToken(fixture) })
  await goTo(fixture, urlOf("bank-list"), "bank-list")
  const { page } = fixture.phone
  held.set(fixture, await holdAnswers(fixture.context, "bankCardRemove"))
  const own = page.locator("[data-page=bank-list]").filter({ visible: true })
  await own
    .getByRole("button", { name: textLike("destination.remove") })
    .first()
    .click()
  const question = page.getByRole("alertdialog", { name: text("bank.remove.question"), exact: true })
  await button(question, text("destination.remove.confirm")).click()
}

const hideLoading = async (fixture: Fixture): Promise<void> => {
  const answers = held.get(fixture)
  answers?.release()
  await answers?.end()
  held.delete(fixture)
}

const endSessionElsewhere = async (fixture: Fixture): Promise<void> => {
  const { page, account, entry } = await fixture.openTab()
  await page.goto(urlOf("my"))
  await account.logOut()
  await entry.seeLogin()
  await page.close()
}

const trigger = async (stepContext: StepContext): Promise<void> => {
  const { fixture, step } = stepContext
  const { phone } = fixture
  if (!isFeedbackEvent(step.event)) throw new Error(`${step.event.type} is not an event of the machine`)
  switch (step.event.type) {
    case "feedback.showToast":
      // The order is resolved while another request is pending.
      return /notice\.(?:toast|loading)/.test(stepContext.from)
        ? await fixture.faults()
        : await copyName(fixture)
    case "feedback.showLoading":
      return await showLoading(stepContext)
    case "feedback.hideLoading":
      return await hideLoading(fixture)
    case "feedback.ask":
      return await (step.event.question.kind === "modal" ? askModal(fixture) : askSheet(fixture))
    case "feedback.confirm":
      return await modalOf(phone).getByRole("button").click()
    case "feedback.pick":
      return await button(sheetOf(phone), text("withdraw.record.reference")).click()
    case "feedback.cancel":
      return await phone.page.keyboard.press("Escape")
    case "feedback.clear":
      return await endSessionElsewhere(fixture)
    default:
      return
  }
}

const verify = async ({ fixture: { phone }, step, from }: StepContext): Promise<void> => {
  if (!isFeedbackEvent(step.event)) return
  const { event } = step
  switch (event.type) {
    case "feedback.ask":
      return await (event.question.kind === "modal" ? modalOf(phone) : sheetOf(phone)).waitFor()
    case "feedback.showLoading":
      return await phone.page.getByRole("dialog", { name: text("ui.loading"), exact: true }).waitFor()
    case "feedback.confirm":
    case "feedback.pick":
    case "feedback.cancel":
    case "feedback.clear":
      return await modalOf(phone).or(sheetOf(phone)).waitFor({ state: "hidden" })
    case "feedback.showToast":
      return await seeText(
        phone.page,
        text(/notice\.(?:toast|loading)/.test(from) ? "found.accepted" : "copy.done"),
      )
    default:
      return
  }
}

const driver: PathDriver = {
  machine: feedbackMachine,
  actorId: "feedback",
  begin: async (fixture) => {
    // the browser's first log-in would be a notice of a new device: this one is, before the page opens
    await ownToken(fixture)
    await goTo(fixture, urlOf("my"), "my")
  },
  trigger,
  verify,
}

runPaths(site, driver, cases)
