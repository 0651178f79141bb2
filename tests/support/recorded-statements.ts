/** Runs what a member and its reviewers do, and records the statements. */
import { createECDH } from "node:crypto"
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { type Db, execute, type SqlValue, sql } from "../../server/db/db.ts"
import { endpointHandlers } from "../../server/endpoints.ts"
import { issueResetCode } from "../../server/members/password-reset.ts"
import { reviewCommands } from "../../server/operator/review-commands.ts"
import type { EndpointId, RequestOf } from "../../src/contract/endpoints.ts"
import { executionText } from "../../src/domain/execution.ts"
import { goodPassword } from "./app.ts"
import { newUpload } from "./cash.ts"
import { heldRate } from "./cash-requests.ts"
import { confirmed } from "./confirmed.ts"
import { callOf, newKey, wantedOrder } from "./trading.ts"

export const bankCard = { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" }

export const INVITATION_CODE = "ABCDEFGH"

export interface Statement {
  /** The page or command that ran it. */
  readonly by: string
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Notes every statement that runs while `by` is set. */
export class Recorder {
  by: string | null = null
  readonly noted: Statement[] = []

  readonly over = (db: Db["Service"]): Db["Service"] => {
    const note = (sql: string, params: readonly SqlValue[] = []): void => {
      if (this.by !== null) this.noted.push({ by: this.by, sql, params })
    }
    return {
      ...db,
      sql: (sql, params) => {
        note(sql, params)
        return db.sql(sql, params)
      },
      execute: (sql, params) => {
        note(sql, params)
        return db.execute(sql, params)
      },
    }
  }
}

/** Runs an endpoint for a caller, and notes its statements by its name. */
export const makeRunner = (recorder: Recorder, call: Call) => {
  const noting = <A, E, R>(by: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const noted = Effect.sync(() => {
      recorder.by = by
    })
    return Effect.ensuring(
      Effect.andThen(noted, work),
      Effect.sync(() => {
        recorder.by = null
      }),
    )
  }
  const run = <Id extends EndpointId>(id: Id, request: RequestOf<Id>, what = "") =>
    noting(`${id} ${what}`, endpointHandlers[id](request, call))
  return {
    call: run,
    addCard: () =>
      Effect.flatMap(confirmed({ purpose: "bank-card", ...bankCard }, call), (confirmation) =>
        run("bankCardAdd", { ...bankCard, confirmation }),
      ),
    withdraw: (destinationId: string) => {
      const request = { amount: "5000.00", method: "bank" as const, destinationId }
      return Effect.flatMap(
        confirmed({ purpose: "withdrawal", fee: "0.00", ...request }, call),
        (confirmation) => run("withdrawalCreate", { key: newKey(), ...request, confirmation }),
      )
    },
    review: (name: string, id = "") => {
      const command = reviewCommands.find((each) => each.name === name)
      if (command === undefined) throw new Error(`There is no command ${name}.`)
      return noting(
        name,
        command.run({ id, code: "other", outcome: "final" }, { who: "a test", why: "a test" }),
      )
    },
  }
}

type Runner = ReturnType<typeof makeRunner>

/** Pages, and the filters of lists. */
const readPages = Effect.fnUntraced(function* ({ call }: Runner, orderId: string) {
  yield* call("walletSummary", {})
  yield* call("income", {})
  yield* call("income", { code: "103" }, "of one code")
  yield* call("income", { code: "203" }, "of a code without rows")
  yield* call("orders", {})
  yield* call("orders", { symbol: "AAPL" }, "of one product")
  yield* call("orders", { symbol: "BTC", status: "completed" }, "of a product without rows")
  yield* call("orders", { status: "pending" }, "open")
  yield* call("orders", { status: "completed" }, "ended")
  const days = { from: "2026-12-01", to: "2027-11-30" }
  yield* call("orders", days, "ended in a period")
  yield* call("orders", { ...days, status: "pending", direction: "up" }, "open, filtered")
  yield* call("income", days, "in a period")
  yield* call("income", { ...days, symbol: "AAPL", code: "103", least: "0.01" }, "of one product")
  yield* call("deposits", { ...days, status: "completed" }, "filtered")
  yield* call("withdrawals", { ...days, least: "1.00" }, "filtered")
  yield* call("order", { id: orderId })
  yield* call("orderChart", { id: orderId })
  const [reported] = (yield* call("deposits", {})).items
  yield* call("deposit", { id: reported?.id ?? "" })
  const [withdrawal] = (yield* call("withdrawals", {})).items
  yield* call("withdrawal", { id: withdrawal?.id ?? "" })
  yield* call("notices", {})
  yield* call("notices", { kind: "deposit" }, "of one kind")
  yield* call("noticeSummary", {})
  yield* call("memberEvents", {}, "from the start")
  for (const id of [
    "creditDetail",
    "userInfo",
    "logins",
    "sessions",
    "factor",
    "operatorActs",
    "protection",
    "passkeys",
    "knowledge",
    "liability",
  ] as const)
    yield* call(id, {})
  for (const id of ["promoteSummary", "promoteLists", "realNameDetail", "bankCards"] as const)
    yield* call(id, {})
  for (const id of ["cryptoAddresses", "pushKey", "quotes"] as const) yield* call(id, {})
  yield* call("knowledgeAnswer", { question: "1-1", choice: 0 }).pipe(Effect.ignore)
  yield* call("statement", { from: "2026-01-01", to: "2026-01-31" })
  yield* call("closes", { symbol: "AAPL" })
  yield* call("alerts", {})
  yield* call("alerts", { status: "past" }, "that are over")
  const month = { month: "2026-10", size: 1, root: "", groups: [] }
  yield* execute("insert into execution_months values ($1, $2, 0) on conflict do nothing", [
    ...[month.month, executionText(month)],
  ])
  yield* call("execution", {})
  yield* call("executionPlaces", { month: month.month, ids: orderId })
  yield* call("candles", { symbol: "AAPL", range: "1D" })
  yield* call("closes", { symbol: "AAPL" })
  yield* call("ticks", { symbol: "AAPL", fromSeq: "1" })
  yield* call("products", {})
  yield* call("product", { id: "aapl" })
  yield* call("depositNetworks", {})
  yield* call("withdrawalTerms", {})
  for (const id of ["systemConfig", "systemAppUrl", "customerService", "placards", "banners"] as const)
    yield* call(id, {})
  const [article] = (yield* call("articles", {})).items
  yield* call("article", { id: article?.id ?? "" })
})

export const reportDeposit = Effect.fnUntraced(function* ({ call }: Runner, caller: Call) {
  const [networkId, proofImage] = ["usdt-trc20", yield* newUpload(caller)]
  const rate = yield* heldRate(networkId)
  return yield* call("depositCreate", { key: newKey(), networkId, amount: "50000.00", proofImage, ...rate })
})

const LIMITED = ["deposit_month", "stake_month", "loss_month", "open_contracts"] as const

const limitOneself = Effect.fnUntraced(function* ({ call }: Runner) {
  for (const [revision, name] of LIMITED.entries()) yield* call("limitChange", { revision, name, value: "1" })
  yield* call("limitConfirm", { revision: 4, name: "stake_month" }).pipe(Effect.ignore)
  yield* call("orderCreate", yield* wantedOrder(), "over a limit").pipe(Effect.ignore)
  yield* call("protection", {}, "with limits")
  yield* call("pause", { days: 1 })
  yield* call("exclude", { months: 6 })
})

const moveMoney = Effect.fnUntraced(function* (runner: Runner, caller: Call, orderId: string) {
  const { call, review } = runner
  const order = yield* wantedOrder()
  yield* call("orderCreate", order)
  yield* call("orderComplain", { id: orderId })
  yield* call("orderAmend", { key: newKey(), id: orderId, number: 0, takeProfit: "9000000.0000" })
  yield* call("orderClose", { key: newKey(), id: orderId })
  const card = yield* runner.addCard()
  const create = () => runner.withdraw(card.id)
  const [paid, rejected, cancelled] = [yield* create(), yield* create(), yield* create()]
  yield* call("withdrawalCancel", { key: newKey(), id: cancelled.id })
  const [credited, refused] = [yield* reportDeposit(runner, caller), yield* reportDeposit(runner, caller)]
  yield* call("paymentCreate", { key: newKey(), way: 3, amount: "5000.00" })
  for (const name of ["deposits list", "withdrawals list", "realname list"]) yield* review(name)
  yield* call("withdrawalComplain", { id: rejected.id })
  yield* review("withdrawals show", paid.id)
  for (const name of ["withdrawals take", "withdrawals pay"]) yield* review(name, paid.id)
  yield* review("withdrawals reject", rejected.id)
  yield* review("deposits approve", credited.id)
  yield* review("deposits refuse", refused.id)
  yield* sql("update deposits set attention = 'a test' where id = $1", [refused.id])
  yield* review("deposits seen", refused.id)
  yield* call("bankCardRemove", { id: card.id })
  const own = { network: "USDT-TRC20", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
  const confirmation = yield* confirmed({ purpose: "crypto-address", ...own }, caller)
  const address = yield* call("cryptoAddressAdd", { ...own, confirmation })
  yield* call("cryptoAddressRemove", { id: address.id })
  const watched = { productId: "aapl", kind: "above", price: "900000.0000", daily: false, days: 1 } as const
  const alert = yield* call("alertAdd", watched)
  yield* call("alertRemove", { id: alert.id })
  yield* limitOneself(runner)
  yield* call("operationVoid", { operation: "order", key: newKey() })
  yield* call("operationResult", { operation: "order", key: order.key })
})

const changeAccount = Effect.fnUntraced(function* (
  { call, review }: Runner,
  caller: Call,
  recorder: Recorder,
) {
  const username = caller.memberId
  for (const idNumber of ["12345678901", "12345678902"]) {
    const images = { frontImage: yield* newUpload(caller), backImage: yield* newUpload(caller) }
    yield* call("realNameSubmit", {
      realName: "Ada Obi",
      idNumber: `${idNumber}${username.length}`,
      ...images,
    })
    const [{ id = "" } = {}] = yield* sql<{ id: string }>(
      "select id from real_names where member_id = $1 and status = 'pending'",
      [username],
    )
    yield* review("realname show", id)
    yield* review(idNumber.endsWith("1") ? "realname reject" : "realname approve", id)
    if (idNumber.endsWith("1")) yield* review("realname reopen", id)
  }
  yield* call("noticesRead", { number: 1, single: true }, "one")
  yield* call("noticesRead", { number: 1_000_000 }, "all")
  yield* call("passwordForgotten", { username, contact: "ada@example.org" })
  const { code } = yield* issueResetCode(username)
  yield* call("passwordReset", { username, code, newPassword: goodPassword })
  yield* call("login", { username, password: goodPassword })
  yield* call("register", {
    username: `new-${username}`,
    password: goodPassword,
    invitationCode: INVITATION_CODE,
  })
  const [{ token_hash: tokenHash = "" } = {}] = yield* sql<{ token_hash: string }>(
    "select token_hash from sessions where member_id = $1 and revoked_at_ms is null",
    [username],
  )
  const session = makeRunner(recorder, { ...caller, tokenHash })
  const p256dh = createECDH("prime256v1").generateKeys("base64url")
  const device = { endpoint: `https://fcm.googleapis.com/${username}`, p256dh, auth: "a".repeat(22) }
  for (const id of ["pushSubscribe", "pushUnsubscribe"] as const) yield* session.call(id, device)
  yield* session.call("streamTicket", {})
  yield* session.call("sessionEnd", { id: "none" }).pipe(Effect.ignore)
  yield* session.call("loginsEnd", {})
  const subject = { purpose: "crypto-address", network: "x", address: "x" } as const
  const { id } = yield* session.call("confirmationCreate", { subject })
  yield* session.call("confirmationProve", { id, proof: { kind: "password", password: goodPassword } })
  yield* session.call("changePassword", { oldPassword: goodPassword, newPassword: `${goodPassword}2` })
  const changed = { username, password: `${goodPassword}2` }
  for (const id of ["lockByPassword", "unlockByPassword"] as const) yield* call(id, changed)
  for (const id of ["lock", "logout"] as const) yield* session.call(id, {})
})

/**
 * They ask the servers of WeChat, an app or an authenticator, and look rows up by their keys. Results
 * are the sums of a whole period.
 */
export const OUTSIDE =
  /^(?:orderResults|recordSum|codeUrl|jsConfig|oaLogin|wechatLink|(?:factor|passkey|codes)(?:Add|Remove|Replace|Begin|Challenge|Login))$/

/** The statements that a member's pages and commands run, and those of the reviews of what they send. */
export const statementsOf = Effect.fnUntraced(function* (memberId: string, recorder: Recorder) {
  const caller = callOf(memberId)
  const runner = makeRunner(recorder, caller)
  const [{ id: orderId = "" } = {}] = yield* sql<{ id: string }>(
    "select id from orders where member_id = $1 and state = 'opened' order by id limit 1",
    [memberId],
  )
  recorder.noted.length = 0
  yield* readPages(runner, orderId)
  yield* moveMoney(runner, caller, orderId)
  yield* changeAccount(runner, caller, recorder)
  return [...recorder.noted]
})
