// @module-tag exhaustive
/**
 * Every statement that answers a page or one command has one plan, for a member with 100 contracts
 * and for one with 10 000, before and after statistics are gathered. The embedded engine gathers
 * none by itself, so a plan that needs them would stop the site.
 */
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Config } from "../../server/config.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { MarketLabel } from "../../server/content/site.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { Db, type SqlValue } from "../../server/db/db.ts"
import { listInvited, readPromote } from "../../server/members/invitations.ts"
import { readCredit, readUser } from "../../server/members/member-record.ts"
import {
  listMemberEvents,
  listNotices,
  markNoticesRead,
  readNoticeSummary,
} from "../../server/members/notices.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { listOrders, readOrder } from "../../server/orders/read-orders.ts"
import { listDeposits } from "../../server/payments/deposits.ts"
import { addBankCard, listBankCards } from "../../server/payments/payment-methods.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { createWithdrawal, listWithdrawals } from "../../server/payments/withdrawals.ts"
import { simulatedSettings } from "../simulation/process.ts"
import { grounds } from "../support/grounds.ts"
import {
  callOf,
  fund,
  newKey,
  placeOrder,
  placeOrders,
  tickCycles,
  tradingLayer,
} from "../support/trading.ts"

const CONTRACTS = 100
const TIMES_AS_MANY = 100
/** Buffers: a page of 20 rows of a member with few contracts may not be full. */
const SLACK = 40
/** Other members, so that one with few contracts has a small part of every table. */
const OTHERS = 10

const vault = makeVault(new Uint8Array(VAULT_KEY_BYTES).fill(7), (count) => new Uint8Array(count).fill(1))

const label = MarketLabel.of({
  ...{ simulated: true, source: "", licence: "", priceUnits: {}, dayMs: 60_000, frameMs: 1_000 },
})

const settings = Layer.mergeAll(
  Layer.succeed(Config, Config.of(simulatedSettings)),
  Layer.succeed(Vault, vault),
  Layer.succeed(MarketLabel, label),
)

/** Columns that name a row, or the row that another belongs to. */
const COPIED = {
  orders: ["id"],
  postings: ["transaction_id", "reference"],
  member_events: ["subject", "transaction_id"],
  operations: ["key"],
  deposits: ["id"],
  withdrawals: ["id"],
} as const

/** Copies the rows of m1, `times` over, for the member `to`. Events go on being numbered. */
const copyMember = Effect.fnUntraced(function* (to: string, times: number) {
  const db = yield* Db
  yield* db.execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     values ($1, $1, $1, '-', $1, 0, 0)`,
    [to],
  )
  for (const [table, named] of Object.entries(COPIED)) {
    const columns = yield* db.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
    const names = columns.map(({ name }) => name)
    const values = names.map((name) => {
      if (name === "member_id") return "case when r.member_id is null then null else $1 end"
      if (name === "number")
        return "r.number + n * (select max(number) from member_events where member_id = 'm1')"
      // each copy a day older, so that one day's rows are as many
      if (/(?:^|_)at_ms$/.test(name)) return `r.${name} - n * 86400000::bigint`
      return named.some((each) => each === name) ? `r.${name} || '-' || $1 || '-' || n` : `r.${name}`
    })
    // one line of a posting belongs to no member
    const own =
      table === "postings"
        ? "r.transaction_id in (select transaction_id from postings where member_id = 'm1')"
        : "r.member_id = 'm1'"
    yield* db.execute(
      `insert into ${table} (${names.join(", ")}) select ${values.join(", ")}
       from ${table} r cross join generate_series(0, $2::integer - 1) n where ${own}`,
      [to, times],
    )
  }
  yield* db.execute(
    `insert into balances (member_id, asset, available, contracts, withdrawals, revision, result)
     select $1, asset, available * $2::bigint, contracts * $2::bigint, withdrawals * $2::bigint, revision * $2::bigint, result * $2::bigint
     from balances where member_id = 'm1'`,
    [to, times],
  )
})

/** m1 has contracts, most of them ended, and a few of everything else. */
const populate = Effect.gen(function* () {
  const db = yield* Db
  yield* db.execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
     values ('m1', 'm1', 'm1', '-', 'm1', 0, 0)`,
  )
  yield* seedSite()
  yield* placeOrders(CONTRACTS - 5)
  yield* tickCycles(1)
  yield* TestClock.adjust(61_000)
  yield* tickCycles(1)
  yield* placeOrders(5)
  yield* tickCycles(1)
  for (let n = 0; n < OTHERS; n += 1) yield* copyMember(`other${n}`, 1)
  yield* copyMember("small", 1)
  yield* copyMember("big", TIMES_AS_MANY)
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
      query: (sql, params) => {
        note(sql, params)
        return db.query(sql, params)
      },
      execute: (sql, params) => {
        note(sql, params)
        return db.execute(sql, params)
      },
    }
  }
}

/** The statements that a member's pages and commands run. */
const statementsOf = Effect.fnUntraced(function* (memberId: string, recorder: Recorder) {
  const db = yield* Db
  const call = callOf(memberId)
  const [open] = yield* db.query<{ id: string }>(
    "select id from orders where member_id = $1 and state = 'opened' order by id limit 1",
    [memberId],
  )
  const id = open?.id ?? ""
  const card = { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" }
  const calls = {
    wallet: readWallet({}, call),
    income: listIncome({}, call),
    "income of one code": listIncome({ code: "103" }, call),
    "income of a code without rows": listIncome({ code: "203" }, call),
    contracts: listOrders({}, call),
    "contracts of one product": listOrders({ symbol: "AAPL" }, call),
    "contracts of a product without rows": listOrders({ symbol: "BTC", status: "completed" }, call),
    "open contracts": listOrders({ status: "pending" }, call),
    "ended contracts": listOrders({ status: "completed" }, call),
    contract: readOrder({ id }, call),
    deposits: listDeposits({}, call),
    withdrawals: listWithdrawals({}, call),
    notices: listNotices({}, call),
    "notices of one kind": listNotices({ kind: "deposit" }, call),
    "unread notices": readNoticeSummary({}, call),
    "events from the start": listMemberEvents({}, call),
    credit: readCredit({}, call),
    user: readUser({}, call),
    invitation: readPromote({}, call),
    invited: listInvited({}, call),
    "bank cards": listBankCards({}, call),
    order: placeOrder({}, memberId),
    close: closeOrder({ key: newKey(), id }, call),
    "new bank card": addBankCard(card, call),
    "notice read": markNoticesRead({ number: 1, single: true }, call),
    "notices read": markNoticesRead({ number: 1_000_000 }, call),
  }
  const begin = recorder.noted.length
  for (const [by, work] of Object.entries(calls)) {
    recorder.by = by
    yield* work
    recorder.by = null
  }
  recorder.by = "withdrawal"
  const [added] = yield* listBankCards({}, call)
  const destination = { method: "bank" as const, destinationId: added?.id ?? "" }
  yield* createWithdrawal({ key: newKey(), amount: "1000.00", ...destination }, call)
  recorder.by = null
  return recorder.noted.slice(begin)
})

interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Shared Hit Blocks"?: number
  readonly "Shared Read Blocks"?: number
  readonly Plans?: readonly PlanNode[]
}

/** Tables that grow with a member. Others have few rows, and any way to read them is as good. */
const GROWING = /^(?:orders|postings|member_events|operations)/

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
const explain = Effect.fnUntraced(function* ({ by, sql, params }: Statement) {
  const db = yield* Db
  const [row] = yield* db.query<{ "QUERY PLAN": ReadonlyArray<{ Plan: PlanNode }> }>(
    `explain (${isWrite(sql) ? "" : "analyze, buffers, timing off, "}format json) ${sql}`,
    params,
  )
  const plan = row?.["QUERY PLAN"][0]?.Plan
  if (plan === undefined) throw new Error(`no plan of ${by}`)
  return {
    by,
    sql,
    ways: waysOf(plan).toSorted().join(", "),
    buffers: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
  }
})

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`statements of pages and commands [${name}]`, () => {
    it("have one plan, whatever a member has and the planner knows", { timeout: 300_000 }, () => {
      const recorder = new Recorder()
      const recorded = Layer.effect(Db, Effect.map(Db, recorder.over)).pipe(Layer.provide(database))
      return Effect.runPromise(
        Effect.gen(function* () {
          const db = yield* Db
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
          yield* db.script("analyze")
          const [smallLater, bigLater] = [yield* look(statements.small), yield* look(statements.big)]
          expect(small.size).toBeGreaterThan(30)
          const faults = [...small.values()].flatMap(({ by, sql, ways, buffers }) => {
            const others = [big, smallLater, bigLater].flatMap((plans) => plans.get(sql) ?? [])
            const worse = others.filter((each) => each.ways !== ways || each.buffers > 3 * buffers + SLACK)
            return worse.map((each) => ({
              by,
              sql,
              buffers: [buffers, each.buffers],
              ways: [ways, each.ways],
            }))
          })
          expect(faults).toEqual([])
        }).pipe(Effect.provide(Layer.provideMerge(settings, tradingLayer(recorded)))),
      )
    })
  })
}
