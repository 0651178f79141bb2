/** The elements that the specification names for each screen (docs/features.md). */
import type { Page } from "playwright-core"
import { beforeAll, describe, expect, it, vi } from "vitest"
import type { RouteName } from "../../src/navigation/route-queries.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { callServer } from "../support/app.ts"
import { addDepositAndFriend, type MemberWithRecords, memberWithRecords } from "./every-page.ts"
import { button } from "./page-models/fields.ts"
import { SOON_MS } from "./page-models/figures.ts"
import { text, textLike } from "./page-models/texts.ts"
import { openSite, type Session, sessionIn, signedIn } from "./site.ts"

const site = openSite()
let records: MemberWithRecords
let session: Session

beforeAll(async () => {
  records = await memberWithRecords(site)
  const { username, password } = records.member
  session = sessionIn(await callServer(site.url(), "login", { username, password }))
  await addDepositAndFriend(site, records.member, session)
})

/**
 * What a page says: its visible text, and the names of what is drawn or typed into. Pages below it in
 * the stack do not count.
 */
const wordsOf = (page: Page, name: RouteName): Promise<string> =>
  page.evaluate((own) => {
    const roots = [...document.querySelectorAll(`[data-page="${own}"], nav, dialog[open]`)].filter((root) =>
      root.checkVisibility({ contentVisibilityAuto: true }),
    )
    const said = roots.flatMap((root) => [
      root instanceof HTMLElement ? root.innerText : "",
      ...[...root.querySelectorAll("[aria-label], [placeholder]")].map(
        (element) => element.getAttribute("aria-label") ?? element.getAttribute("placeholder") ?? "",
      ),
    ])
    return [document.title, ...said].join("\n")
  }, name)

type Element = string | RegExp

/** A space at which no line may break is read as any other. */
const spaced = (words: string): string => words.replaceAll("\u00a0", " ")

const missingIn = (words: string, elements: readonly Element[]): readonly Element[] =>
  elements.filter((element) =>
    typeof element === "string" ? !spaced(words).includes(spaced(element)) : !element.test(words),
  )

const seeAll = async (page: Page, name: RouteName, elements: readonly Element[]): Promise<void> => {
  await vi.waitFor(async () => expect(missingIn(await wordsOf(page, name), elements)).toEqual([]), {
    timeout: SOON_MS,
    interval: 200,
  })
}

const all = (...ids: readonly string[]): readonly Element[] => ids.map((id) => text(id))
const amount = /₦[\d,]+\.\d\d/
const day = /[A-Z][a-z]{2} \d{1,2}, 20\d\d/

const visitorScreens: Partial<Record<RouteName, readonly Element[]>> = {
  login: [
    "Financial Links",
    ...all(
      "login.username",
      "login.password",
      "login.register",
      "entry.help",
      "login.forgotten",
      "login.submit",
    ),
  ],
  lock: all("login.username", "login.password", "lock.submit", "lock.unlock"),
  register: all("login.username", "login.password", "register.invitation", "entry.help", "register.login"),
}

const tabLabels = all("ui.tab.home", "ui.tab.market", "ui.tab.hold", "ui.tab.my")

const memberScreens = (): Partial<Record<RouteName, readonly Element[]>> => ({
  home: [
    ...tabLabels,
    ...all("home.available", "money.deposit", "money.withdraw", "home.top-stocks"),
    ...all("home.average-buy", "home.average-sell", "home.average-profit", "home.purchase", "home.sold-out"),
    ...all("home.about.company", "home.about.culture", "home.about.awards", "home.about.risk"),
    ...all("home.banners", "placard.simulated"),
    amount,
  ],
  market: [...all("market.title", "market.products"), text("market.terms", { symbol: "AAPL" }), "AAPL"],
  trade: [
    ...all("trade.high", "trade.low", "trade.open", "trade.buy-up", "trade.buy-down"),
    ...all("contract.tab.pending", "contract.tab.completed"),
    textLike("contract.purchased"),
    textLike("contract.opened-at"),
  ],
  hold: [...all("hold.title", "contract.column.name", "contract.column.result", "hold.record"), "AAPL"],
  "hold-record": all("hold-record.title", "contract.tab.pending", "contract.tab.completed"),
  my: [
    records.member.username,
    text("my.level", { level: 2 }),
    ...all("my.copy-username", "money.available", "money.unavailable", "money.deposit", "money.withdraw"),
    ...all("my.transactions", "my.details", "my.holdings", "my.payment", "my.wallet", "my.real-name"),
    ...all(
      "my.promote",
      "my.password",
      "my.logins",
      "my.credit",
      "my.service",
      "my.logout",
      "preferences.language",
    ),
    ...all("my.address", "my.version.app", "my.version.configuration"),
    ...[site.url(), "1.0.2", "102", "1.3.2"],
  ],
  wallet: [
    ...all(
      "wallet.withdrawable",
      "wallet.non-withdrawable",
      "wallet.today-dividend",
      "wallet.total-dividend",
      "wallet.pays",
    ),
    ...all("money.deposit", "money.withdraw"),
  ],
  withdraw: all("withdraw.amount", "withdraw.available", "withdraw.method", "withdraw.records"),
  "withdraw-record": [
    ...all("withdraw.record.received", "withdraw.status.1"),
    ...["₦2,000.00", "NGN", "First Bank •••• 1111", day],
  ],
  "withdraw-record-detail": [
    ...all("withdraw.record.date", "withdraw.record.currency", "withdraw.amount"),
    ...all("withdraw.record.received", "withdraw.record.address", "withdraw.status.1"),
  ],
  "usdt-list": ["USDT-TRC20", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
  "usdt-add": all("usdt.network", "usdt.address"),
  "usdt-add-ex": all("usdt.add-exchange", "usdt.network", "usdt.address"),
  "bank-list": ["First Bank", "1111", "Ada Obi"],
  "bank-add": all("bank.name", "bank.number", "bank.username"),
  "income-record": [
    ...all("income.code.200", "income.code.103", "income.code.104", "income.code.214"),
    ...[new RegExp(`${text("income.loss")}|${text("income.profit")}`), "Apple, up, leverage 5", amount],
  ],
  alerts: all("alerts.title", "alerts.add", "push.title"),
  "alert-add": all("alert-add.title", "alert-add.product", "alert-add.price", "alert-add.kind"),
  notices: [...all("notices.filter", "notice.order.settled", "notices.mark-read"), "AAPL"],
  realname: [
    ...all("realname.name", "realname.id-number", "realname.front", "realname.back", "realname.tips"),
    ...all("entry.help", "ui.file.album"),
  ],
  promote: [
    ...all("promote.code", "promote.link", "ui.copy", "promote.members", "promote.not-yet"),
    ...[/fr•••\d/, textLike("promote.registered")],
  ],
  "reset-password": all("password.old", "password.new", "password.confirm"),
  factor: all("factor.title", "factor.codes.title", "factor.code", "factor.recovery"),
  knowledge: all("knowledge.title", "knowledge.off"),
  limits: all("protection.title", "protection.group.deposit", "protection.pause", "protection.exclude"),
  logins: [
    ...all("logins.title", "sessions.title", "logins.list", "logins.state.current", "my.password"),
    textLike("logins.network"),
    text("acts.title"),
  ],
  statement: [
    ...all("statement.opening", "statement.closing", "statement.costs", "statement.csv", "statement.print"),
    textLike("statement.provisional"),
  ],
  "operator-acts": [...all("acts.title", "powers.title", "acts.deposits.approve"), textLike("acts.persons")],
  recharge: [...all("deposit.step-title.choosing", "deposit.records"), "USDT-TRC20"],
  "recharge-record": ["USDT-TRC20", "₦25,000.00", day],
  credit: [...all("credit.title", "credit.score"), /\d+ points/],
  agreement: all("agreement.title", "agreement.kind.agreement"),
  "agreement-detail": ["Contract terms", day],
  product: [...all("product.min", "product.max", "product.profit", "product.period"), "AAPL", amount],
})

const addressOf = (name: RouteName): string => {
  if (name === "product") return urlOf(name, { id: "aapl" })
  if (name === "withdraw-record-detail") return urlOf(name, { id: records.withdrawal })
  if (name === "agreement-detail") return urlOf(name, { id: "agreement-contracts" })
  if (name === "order") return urlOf(name, { product: "aapl" })
  return urlOf(name)
}

const isRouteName = (name: string): name is RouteName => name in visitorScreens || name in memberScreens()

describe("the elements of each screen", () => {
  it("are all there for a visitor", async () => {
    const { page } = await site.openDevice()
    for (const [name, elements] of Object.entries(visitorScreens)) {
      if (!isRouteName(name)) throw new Error(`there is no route ${name}`)
      await page.goto(addressOf(name))
      await seeAll(page, name, elements)
    }
  })

  it("are all there for a member", async () => {
    const { page } = await site.openDevice(signedIn(site.url(), session))
    for (const [name, elements] of Object.entries(memberScreens())) {
      if (!isRouteName(name)) throw new Error(`there is no route ${name}`)
      await page.goto(addressOf(name))
      await seeAll(page, name, elements)
    }
  })
})

describe("an order", () => {
  it("asks for period, leverage and amount, and its confirmation repeats every figure", async () => {
    const { page, ticket } = await site.openDevice(signedIn(site.url(), session))
    await ticket.open("aapl", "down")
    await ticket.see("AAPL")
    await seeAll(page, "order", [
      ...all("ticket.period", "ticket.leverage", "ticket.amount", "order.review"),
      textLike("ticket.amount.balance"),
    ])
    await ticket.amount().fill("1500")
    await ticket.choosePeriod(3)
    await ticket.chooseLeverage(2)
    await ticket.reviewToConfirm()
    await seeAll(page, "order", [
      ...all("ticket.direction", "direction.down", "ticket.amount", "order.purchase-price"),
      ...all("ticket.leverage", "order.current-price", "order.confirm", "order.edit"),
      ...["₦1,500.00", "2×", text("ticket.days", { days: 3 })],
    ])
    await button(page, text("order.edit")).click()
    await seeAll(page, "order", all("order.review"))
  })
})

const prompts = {
  "reset-password": ["password.submit", "required.oldPassword", "required.newPassword", "required.confirm"],
  realname: [
    ...["realname.submit", "required.realName", "required.idNumber"],
    ...["choose.frontId", "choose.backId"],
  ],
  "bank-add": ["bank.add.submit", "required.bankName", "required.cardNumber", "required.userName"],
  "usdt-add": ["usdt.add.submit", "choose.network", "required.address"],
  withdraw: ["withdraw.review", "required.withdrawalAmount", "choose.destination"],
} satisfies Partial<Record<RouteName, readonly string[]>>

describe("an empty form", () => {
  it("asks for each of its fields by name", { tags: ["exhaustive"] }, async () => {
    const { page } = await site.openDevice(signedIn(site.url(), session))
    for (const [name, [submit = "", ...fields]] of Object.entries(prompts)) {
      if (!isRouteName(name)) throw new Error(`there is no route ${name}`)
      await page.goto(addressOf(name))
      await button(page, text(submit)).click()
      await seeAll(
        page,
        name,
        fields.map((field) => text(`error.field.${field}`)),
      )
    }
  })
})
