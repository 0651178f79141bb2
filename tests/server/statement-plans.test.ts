// @module-tag exhaustive
/**
 * Every statement that answers a page or one command has one plan, for a member with 100 contracts
 * and for one with 10 000, before and after statistics are gathered. The embedded engine gathers
 * none by itself, so a plan that needs them would stop the site.
 */
import { createECDH } from "node:crypto"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Config } from "../../server/config.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { MarketLabel } from "../../server/content/site.ts"
import type { Call } from "../../server/core/handler.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { Db, execute, type SqlValue, script, sql } from "../../server/db/db.ts"
import { endpointHandlers } from "../../server/endpoints.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import { Passwords } from "../../server/members/password.ts"
import { issueResetCode } from "../../server/members/password-reset.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { WeChatSignature } from "../../server/members/wechat.ts"
import { reviewCommands } from "../../server/operator/review-commands.ts"
import { pushKeyLayer } from "../../server/push/push-key.ts"
import { type EndpointId, endpointIds, type RequestOf } from "../../src/contract/endpoints.ts"
import { simulatedSettings } from "../simulation/process.ts"
import { goodPassword } from "../support/app.ts"
import { newUpload } from "../support/cash.ts"
import { heldRate } from "../support/cash-requests.ts"
import { copyMember } from "../support/copied-member.ts"
import { grounds } from "../support/grounds.ts"
import {
  callOf,
  fund,
  newKey,
  placeOrders,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

const CONTRACTS = 100
const TIMES_AS_MANY = 100
/** Buffers: a page of 20 rows of a member with few contracts may not be full. */
const SLACK = 40
/** Buffers of any statement, such as an operator's list of what waits among all that was decided. */
const BUFFERS_MAX = 500
/** Other members, so that one with few contracts has a small part of every table. */
const OTHERS = 10

const vault = makeVault(new Uint8Array(VAULT_KEY_BYTES).fill(7), (count) => new Uint8Array(count).fill(1))

const label = MarketLabel.of({
  ...{ simulated: true, source: "", licence: "", priceUnits: {}, dayMs: 60_000, frameMs: 1_000 },
})

/** Compares nothing: what takes time is left out. */
const passwords = Passwords.of({ hash: () => Effect.succeed("a hash"), matches: () => Effect.succeed(true) })

const settings = Layer.mergeAll(
  Layer.succeed(Config, Config.of({ ...simulatedSettings, withdrawalPromiseMs: -1 })),
  Layer.succeed(Vault, vault),
  Layer.succeed(MarketLabel, label),
  Layer.succeed(Passwords, passwords),
  GuessLimits.layer,
  WeChatSignature.layer,
)

const INVITATION_CODE = "ABCDEFGH"

const bankCard = { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" }

/** m1 has contracts, most of them ended, and a few of everything else. */
const populate = Effect.gen(function* () {
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     values ('m1', 'm1', 'm1', '-', 'm1', 0, 0)`,
  )
  yield* seedSite()
  yield* execute(
    "insert into invitation_codes (code, member_id, note, created_at_ms) values ($1, 'm1', '', 0)",
    [INVITATION_CODE],
  )
  yield* placeOrders(CONTRACTS - 5)
  yield* tickCycles(1)
  yield* TestClock.adjust(61_000)
  yield* tickCycles(1)
  yield* placeOrders(5)
  yield* tickCycles(1)
  const quiet = makeRunner(new Recorder(), callOf("m1"))
  const { id: destinationId } = yield* quiet.call("bankCardAdd", bankCard)
  for (let n = 0; n < 10; n += 1) {
    yield* quiet.review("deposits approve", (yield* reportDeposit(quiet, callOf("m1"))).id)
    const withdrawal = { method: "bank" as const, destinationId, amount: "5000.00" }
    const { id } = yield* quiet.call("withdrawalCreate", { key: newKey(), ...withdrawal })
    yield* quiet.review("withdrawals pay", id)
  }
  for (let n = 0; n < OTHERS; n += 1) yield* copyMember("m1", `other${n}`, 1)
  yield* copyMember("m1", "small", 1)
  yield* copyMember("m1", "big", TIMES_AS_MANY)
})

interface Statement {
  /** The page or command that ran it. */
  readonly by: string
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** Notes every statement that runs while `by` is set. */
class Recorder {
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
const makeRunner = (recorder: Recorder, call: Call) => {
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
  return {
    call: <Id extends EndpointId>(id: Id, request: RequestOf<Id>, what = "") =>
      noting(`${id} ${what}`, endpointHandlers[id](request, call)),
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
  yield* call("order", { id: orderId })
  const [reported] = (yield* call("deposits", {})).items
  yield* call("deposit", { id: reported?.id ?? "" })
  const [withdrawal] = (yield* call("withdrawals", {})).items
  yield* call("withdrawal", { id: withdrawal?.id ?? "" })
  yield* call("notices", {})
  yield* call("notices", { kind: "deposit" }, "of one kind")
  yield* call("noticeSummary", {})
  yield* call("memberEvents", {}, "from the start")
  for (const id of ["creditDetail", "userInfo", "logins", "sessions", "factor", "passkeys"] as const)
    yield* call(id, {})
  for (const id of ["promoteSummary", "promoteLists", "realNameDetail", "bankCards"] as const)
    yield* call(id, {})
  for (const id of ["cryptoAddresses", "pushKey", "quotes", "operatorActs"] as const) yield* call(id, {})
  yield* call("alerts", {})
  yield* call("alerts", { status: "past" }, "that are over")
  yield* call("candles", { symbol: "AAPL", range: "1D" })
  yield* call("ticks", { symbol: "AAPL", fromSeq: "1" })
  yield* call("products", {})
  yield* call("product", { id: "aapl" })
  yield* call("depositNetworks", {})
  yield* call("withdrawalTerms", {})
  for (const id of ["systemConfig", "systemAppUrl"] as const) yield* call(id, {})
  yield* call("customerService", {})
  yield* call("placards", {})
  yield* call("banners", {})
  const [article] = (yield* call("articles", {})).items
  yield* call("article", { id: article?.id ?? "" })
})

const reportDeposit = Effect.fnUntraced(function* ({ call }: Runner, caller: Call) {
  const [networkId, proofImage] = ["usdt-trc20", yield* newUpload(caller)]
  const rate = yield* heldRate(networkId)
  return yield* call("depositCreate", { key: newKey(), networkId, amount: "50000.00", proofImage, ...rate })
})

const moveMoney = Effect.fnUntraced(function* ({ call, review }: Runner, caller: Call, orderId: string) {
  const order = yield* wantedOrder()
  yield* call("orderCreate", order)
  yield* call("orderClose", { key: newKey(), id: orderId })
  const card = yield* call("bankCardAdd", bankCard)
  const method = "bank" as const
  const withdraw = { method, destinationId: card.id, amount: "5000.00" }
  const create = () => call("withdrawalCreate", { key: newKey(), ...withdraw })
  const [paid, rejected, cancelled] = [yield* create(), yield* create(), yield* create()]
  yield* call("withdrawalCancel", { key: newKey(), id: cancelled.id })
  const [credited, refused] = [
    yield* reportDeposit({ call, review }, caller),
    yield* reportDeposit({ call, review }, caller),
  ]
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
  const address = yield* call("cryptoAddressAdd", {
    network: "USDT-TRC20",
    address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  })
  yield* call("cryptoAddressRemove", { id: address.id })
  const watched = { productId: "aapl", kind: "above", price: "900000.0000", daily: false, days: 1 } as const
  const alert = yield* call("alertAdd", watched)
  yield* call("alertRemove", { id: alert.id })
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

/** They ask the servers of WeChat, an app or an authenticator, and look rows up by their keys. */
const OUTSIDE =
  /^(?:codeUrl|jsConfig|oaLogin|wechatLink|(?:factor|passkey)(?:Add|Remove|Begin|Challenge|Login))$/

/** The statements that a member's pages and commands run, and those of the reviews of what they send. */
const statementsOf = Effect.fnUntraced(function* (memberId: string, recorder: Recorder) {
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

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Shared Hit Blocks"?: number
  readonly "Shared Read Blocks"?: number
  readonly Plans?: readonly PlanNode[]
}

/** Tables that grow with a member. Others have few rows, and any way to read them is as good. */
const GROWING = /^(?:orders|postings|member_events|operations|deposits|withdrawals)/

/** The ways in which a plan reads the tables that grow. Which of two fitting indexes is as good. */
const waysOf = ({ Plans = [], ...node }: PlanNode): readonly string[] => {
  const table = node["Relation Name"] ?? ""
  const isRead = GROWING.test(table) && node["Node Type"] !== "ModifyTable"
  const way = `${node["Node Type"].replace("Only ", "")} of ${table}`
  return [...(isRead ? [way] : []), ...Plans.flatMap(waysOf)]
}

/** A command has written already: its statement is planned, and not run again. */
const isWrite = (sql: string): boolean => /\b(?:insert into|update|delete from)\b|for update/i.test(sql)

/** The plan of a statement, and the buffers that it touches. */
const explain = Effect.fnUntraced(function* ({ by, sql: text, params }: Statement) {
  const [row] = yield* sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>(
    `explain (${isWrite(text) ? "" : "analyze, buffers, timing off, "}format json) ${text}`,
    params,
  )
  const plan = row?.["QUERY PLAN"][0]?.Plan
  if (plan === undefined) throw new Error(`no plan of ${by}`)
  return {
    by,
    sql: text,
    ways: waysOf(plan).toSorted().join(", "),
    buffers: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
  }
})

const services = (database: Layer.Layer<Db>) =>
  Layer.mergeAll(Sessions.layer, pushKeyLayer).pipe(
    Layer.provideMerge(settings),
    Layer.provideMerge(tradingLayer(database)),
  )

/** They answer from what the process knows. */
const WITHOUT_STATEMENTS: readonly EndpointId[] = [
  "systemAppUrl",
  "operatorPowers",
  "pushKey",
  "product",
  "quotes",
]

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`statements of pages and commands [${name}]`, () => {
    it("have one plan, whatever a member has and the planner knows", { timeout: 300_000 }, () => {
      const recorder = new Recorder()
      const recorded = Layer.effect(Db, Effect.map(Db, recorder.over)).pipe(Layer.provide(database))
      return Effect.runPromise(
        Effect.gen(function* () {
          yield* tickCycles(1)
          yield* fund("m1", 100_000_000_00n)
          yield* populate
          const statements = {
            small: yield* statementsOf("small", recorder),
            big: yield* statementsOf("big", recorder),
          }
          const look = (of: readonly Statement[]) =>
            Effect.map(Effect.forEach(of, explain), (plans) => new Map(plans.map((plan) => [plan.sql, plan])))
          const [small, big] = [yield* look(statements.small), yield* look(statements.big)]
          yield* script("analyze")
          const [smallLater, bigLater] = [yield* look(statements.small), yield* look(statements.big)]
          const ran = new Set(statements.small.map(({ by }) => by.split(" ")[0]))
          expect(endpointIds.filter((id) => !ran.has(id) && !OUTSIDE.test(id))).toEqual(WITHOUT_STATEMENTS)
          const reviews = reviewCommands.filter(({ name }) => statements.small.every(({ by }) => by !== name))
          expect(reviews).toEqual([])
          const faults = [...small.values()].flatMap(({ by, sql, ways, buffers }) => {
            const others = [big, smallLater, bigLater].flatMap((plans) => plans.get(sql) ?? [])
            const most = Math.min(3 * buffers + SLACK, BUFFERS_MAX)
            const worse = others.filter((each) => each.ways !== ways || each.buffers > most)
            return worse.map((each) => ({
              by,
              sql,
              buffers: [buffers, each.buffers],
              ways: [ways, each.ways],
            }))
          })
          expect(faults).toEqual([])
        }).pipe(Effect.provide(services(recorded))),
      )
    })
  })
}
