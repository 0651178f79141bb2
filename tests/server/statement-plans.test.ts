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
import { Db, execute, script, sql } from "../../server/db/db.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import { Passwords } from "../../server/members/password.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { WeChatSignature } from "../../server/members/wechat.ts"
import { reviewCommands } from "../../server/operator/review-commands.ts"
import { pushKeyLayer } from "../../server/push/push-key.ts"
import { type EndpointId, endpointIds } from "../../src/contract/endpoints.ts"
import { simulatedSettings } from "../simulation/process.ts"
import { copyMember } from "../support/copied-member.ts"
import { grounds } from "../support/grounds.ts"
import {
  INVITATION_CODE,
  makeRunner,
  OUTSIDE,
  Recorder,
  reportDeposit,
  type Statement,
  statementsOf,
} from "../support/recorded-statements.ts"
import { callOf, fund, placeOrders, tickCycles, tradingLayer } from "../support/trading.ts"

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
  const { id: destinationId } = yield* quiet.addCard()
  for (let n = 0; n < 10; n += 1) {
    yield* quiet.review("deposits approve", (yield* reportDeposit(quiet, callOf("m1"))).id)
    const { id } = yield* quiet.withdraw(destinationId)
    yield* quiet.review("withdrawals pay", id)
  }
  for (let n = 0; n < OTHERS; n += 1) yield* copyMember("m1", `other${n}`, 1)
  yield* copyMember("m1", "small", 1)
  yield* copyMember("m1", "big", TIMES_AS_MANY)
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
  "closes",
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
