import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import { expect } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import {
  appendEvent,
  eventsAfter,
  newsOf,
  numbersOf,
  readNoticesOf,
} from "../../server/core/member-events.ts"
import { findDifferences, findSessionDifferences } from "../../server/core/projections.ts"
import { execute, script, sql } from "../../server/db/db.ts"
import { sessionEventMigrations } from "../../server/db/schema/member-events.ts"
import {
  listMemberEvents,
  listNotices,
  markNoticesRead,
  READ_SINGLY_MAX,
  readNoticeSummary,
} from "../../server/members/notices.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { creditDeposit, refuseDeposit } from "../../server/payments/deposits.ts"
import { removeBankCard } from "../../server/payments/payment-methods.ts"
import { isNotice, type MemberEvent } from "../../src/domain/member-event.ts"
import { type CashWorld, newMember } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { forEachEngine, forEachEngineInTurn } from "../support/engines.ts"
import { callOf, fund, newKey, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"
import { openTestWorld } from "../support/world-tests.ts"

const review = { who: "tests", why: "because" }

const eventsOf = (memberId: string, after = 0) => eventsAfter(memberId, after, 100)

const partsOf = ({ number, kind, from, to, by, amount }: MemberEvent) => [number, kind, from, to, by, amount]

forEachEngineInTurn("the member's events", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("number each change of money and destinations without a gap", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const credited = yield* deposit(call, "1000.00")
    yield* creditDeposit(credited.id, review)
    yield* refuseDeposit((yield* deposit(call, "1500.00")).id, review)
    yield* payWithdrawal((yield* withdrawal(call, "2000.00", card.id)).id, review)
    yield* rejectWithdrawal((yield* withdrawal(call, "1000.00", card.id)).id, review)
    yield* removeBankCard({ id: card.id }, call)
    expect((yield* eventsOf(call.memberId)).map(partsOf)).toEqual([
      [1, "balance", null, "increased", "service", "10000.00"],
      [2, "bank-card", null, "added", "member", "0.00"],
      [3, "deposit", null, "pending", "member", "0.00"],
      [4, "deposit", "pending", "credited", "service", "1000.00"],
      [5, "operator", null, "deposits approve", "service", "0.00"],
      [6, "deposit", null, "pending", "member", "0.00"],
      [7, "deposit", "pending", "refused", "service", "0.00"],
      [8, "operator", null, "deposits refuse", "service", "0.00"],
      [9, "withdrawal", null, "pending", "member", "-2000.00"],
      [10, "withdrawal", "pending", "paid", "service", "0.00"],
      [11, "operator", null, "withdrawals pay", "service", "0.00"],
      [12, "withdrawal", null, "pending", "member", "-1000.00"],
      [13, "withdrawal", "pending", "rejected", "service", "1000.00"],
      [14, "operator", null, "withdrawals reject", "service", "0.00"],
      [15, "bank-card", "added", "removed", "member", "0.00"],
    ])
    const paid = (yield* eventsOf(call.memberId)).filter((event) => event.paid !== "0.00")
    expect(paid.map(({ number, paid: amount }) => [number, amount])).toEqual([[10, "2000.00"]])
    expect(yield* numbersOf(call.memberId)).toEqual({ last: 15, read: 0, readVersion: 0 })
  })

  test("are news to those alone whose connections have not been sent them, so many at once", function* () {
    const members = yield* Effect.all([1, 2, 3, 4].map(() => newMember(1_000_000n)))
    const [one = "", two = "", three = "", four = ""] = members.map(({ memberId }) => memberId)
    const [call] = members
    if (call === undefined) throw new Error("no member")
    yield* addCard(call)
    yield* markNoticesRead({ number: 1 }, call)
    const events = yield* eventsOf(one)
    const ask = (sent: Record<string, readonly [number | null, number | null]>, limit = 50) =>
      newsOf(
        new Map(
          Object.entries(sent).map(([id, [number, readVersion]]) => [id, { number, readVersion }] as const),
        ),
        limit,
      )
    const numbers = { last: 2, read: 1, readVersion: 1 }
    expect(yield* ask({ [one]: [2, 1], [two]: [1, 0], stranger: [0, 0] })).toEqual(new Map())
    expect(yield* ask({ [one]: [0, 1], [two]: [1, 0] })).toEqual(new Map([[one, { ...numbers, events }]]))
    expect(yield* ask({ [one]: [1, 1] })).toEqual(new Map([[one, { ...numbers, events: events.slice(1) }]]))
    expect(yield* ask({ [one]: [0, 1] }, 1)).toEqual(
      new Map([[one, { ...numbers, events: events.slice(0, 1) }]]),
    )
    const other = { last: 1, read: 0, readVersion: 0, events: [] }
    // read on another device; a connection without a number; one that was sent no mark
    expect(yield* ask({ [one]: [2, 0], [two]: [null, null], [three]: [9, null], [four]: [1, 0] })).toEqual(
      new Map([
        [one, { ...numbers, events: [] }],
        [two, other],
        [three, other],
      ]),
    )
  })

  test("answer their owner alone, after a number, and hold no sealed value", function* () {
    const [call, other] = [yield* newMember(1_000_000n), yield* newMember(1n)]
    const card = yield* addCard(call)
    yield* withdrawal(call, "2000.00", card.id)
    expect((yield* listMemberEvents({ after: "1" }, call)).items.map(partsOf)).toEqual([
      [2, "bank-card", null, "added", "member", "0.00"],
      [3, "withdrawal", null, "pending", "member", "-2000.00"],
    ])
    expect(yield* listMemberEvents({ after: "3" }, call)).toEqual({ items: [], number: 3 })
    expect((yield* listMemberEvents({}, other)).items).toHaveLength(1)
    const rows = yield* sql<{ changes: object }>("select changes from member_events where member_id = $1", [
      call.memberId,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/sealed|fingerprint/u)
  })

  test("are notices where the service decided, unread until they are read", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    for (const amount of ["1000.00", "1500.00", "1700.00"])
      yield* creditDeposit((yield* deposit(call, amount)).id, review)
    yield* rejectWithdrawal((yield* withdrawal(call, "2000.00", card.id)).id, review)
    const all = yield* eventsOf(call.memberId)
    const first = yield* listNotices({ limit: "2" }, call)
    const next = yield* listNotices({ limit: "9", cursor: first.nextCursor ?? "" }, call)
    expect(first.items.map(({ kind, to }) => [kind, to])).toEqual([
      ["withdrawal", "rejected"],
      ["deposit", "credited"],
    ])
    expect([...first.items, ...next.items]).toEqual(all.filter(isNotice).toReversed())
    expect(next.nextCursor).toBeNull()
    const deposits = yield* listNotices({ kind: "deposit" }, call)
    expect(deposits.items).toEqual([...first.items, ...next.items].filter(({ kind }) => kind === "deposit"))
    expect(deposits.items).toHaveLength(3)
    expect((yield* listNotices({ kind: "order" }, call)).items).toEqual([])
    expect(yield* readNoticeSummary({}, call)).toMatchObject({ unread: 5, readNumber: 0 })
    const [, , second] = next.items
    const half = yield* markNoticesRead({ number: second?.number ?? 0 }, call)
    expect(half.unread).toBe(4)
    yield* markNoticesRead({ number: -5 }, call)
    expect(yield* markNoticesRead({ number: 1_000_000 }, call)).toMatchObject({
      unread: 0,
      readNumber: all.at(-1)?.number,
    })
  })

  test("are remembered as read one by one up to a number; then all up to the oldest of those are read", function* () {
    const call = yield* newMember(1_000_000n)
    for (const amount of ["1000.00", "1500.00", "1700.00"])
      yield* creditDeposit((yield* deposit(call, amount)).id, review)
    // as if the next ones had been read, and none before
    yield* execute("insert into notice_reads select $1, n from generate_series(8, $2::int) n", [
      call.memberId,
      READ_SINGLY_MAX + 20,
    ])
    const { readNumber, readSingly } = yield* markNoticesRead({ number: 5, single: true }, call)
    expect(readSingly).toHaveLength(READ_SINGLY_MAX)
    expect(readNumber).toBe(20)
  })
})

forEachEngine("the member's events of requests that meet", (engine) => {
  const { run, test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("take turns when many change a member at once", function* () {
    const call = yield* newMember()
    const credit = (n: number) =>
      post({
        transactionId: `turn-${call.memberId}-${n}`,
        memberId: call.memberId,
        available: 100n,
        code: CHANGE.systemIncrease,
        reason: "test",
        reference: "test",
        atMs: n,
      })
    yield* Effect.forEach(
      Array.from({ length: 20 }, (_, n) => n),
      credit,
      { concurrency: 20 },
    )
    const numbers = (yield* eventsOf(call.memberId)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  test("are read one by one, and all before the oldest unread one together", function* () {
    const call = yield* newMember(1_000_000n)
    yield* markNoticesRead({ number: 1 }, call)
    for (const amount of ["1000.00", "1500.00", "1700.00"])
      yield* creditDeposit((yield* deposit(call, amount)).id, review)
    // the deposits are reported as 2, 5 and 8, credited as 3, 6 and 9, and decided as 4, 7 and 10
    const mark = (number: number) => markNoticesRead({ number, single: true }, call)
    expect(yield* mark(6)).toEqual({ unread: 2, readNumber: 2, readSingly: [6], readVersion: 2 })
    const other = yield* newMember(1_000_000n)
    yield* execute("insert into notice_reads (member_id, number) values ($1, 3)", [other.memberId])
    expect([1, 2, 3, 4, 5, 6, 7].filter(yield* readNoticesOf(call.memberId))).toEqual([1, 2, 6])
    expect(yield* numbersOf(call.memberId)).toEqual({ last: 10, read: 2, readVersion: 2 })
    expect(yield* numbersOf(other.memberId)).toEqual({ last: 1, read: 0, readVersion: 0 })
    expect(yield* mark(6)).toMatchObject({ unread: 2, readSingly: [6] })
    expect(yield* mark(4)).toMatchObject({ unread: 2, readSingly: [6] })
    expect(yield* mark(3)).toMatchObject({ unread: 1, readNumber: 8, readSingly: [] })
    const [nine, again] = yield* Effect.all([mark(9), mark(9)], { concurrency: 2 })
    expect([nine, again]).toMatchObject([
      { unread: 0, readNumber: 10 },
      { unread: 0, readNumber: 10 },
    ])
    expect(yield* sql("select * from notice_reads where member_id = $1", [call.memberId])).toEqual([])
  })

  effectTests((work: Effect.Effect<unknown, unknown, CashWorld | Sessions>) =>
    run(Effect.provide(work, Layer.fresh(Sessions.layer))),
  )("end a session whose time has passed once, as its expiry, where several find it at once", function* () {
    const sessions = yield* Sessions
    const call = yield* newMember()
    const open = Effect.map(sessions.open(call.memberId, 0n), (opened) => {
      if (opened === null) throw new Error("the credentials have changed")
      return { token: opened.token, hash: opened.session.tokenHash }
    })
    const [running, ended, used, watched, swept, unused] = yield* Effect.all(
      [open, open, open, open, open, open],
      { concurrency: 1 },
    )
    yield* sessions.end(ended.hash)
    const expire = (column: string, ...hashes: readonly string[]) =>
      execute(`update sessions set ${column} = 1 where token_hash = any($1::text[])`, [hashes])
    yield* expire("expires_at_ms", ended.hash, used.hash, watched.hash, swept.hash)
    yield* expire("seen_at_ms", unused.hash)
    const refused = yield* Effect.all(
      [used, used, used].map(({ token }) => sessions.find(token)),
      { concurrency: 3 },
    )
    expect(refused).toEqual([null, null, null])
    yield* sessions.recheck([running.hash, watched.hash])
    yield* Effect.all([sessions.sweep, sessions.sweep, sessions.sweep], { concurrency: 3 })
    expect(yield* sessions.find(running.token)).not.toBeNull()
    const events = yield* sql(
      `select subject, from_state, to_state, who, why from member_events where member_id = $1 and to_state = 'ended'
       order by why, subject`,
      [call.memberId],
    )
    const end = ({ hash }: { hash: string }, who: string, why: string) => ({
      ...{ subject: hash.slice(0, 16), from_state: "started", to_state: "ended", who, why },
    })
    const expired = [used, watched, swept, unused].map((each) => end(each, "service", "expired"))
    expect(events).toEqual([
      end(ended, "member", ""),
      ...expired.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    ])
    expect((yield* eventsOf(call.memberId)).map(({ number }) => number)).toEqual(
      Array.from({ length: 11 }, (_, index) => index + 1),
    )
    expect(yield* findSessionDifferences()).toEqual([])
    yield* execute("delete from sessions where token_hash = $1", [running.hash])
    expect(yield* findSessionDifferences()).toEqual([
      {
        ...{ table: "sessions", id: running.hash.slice(0, 16), member: call.memberId },
        what: "no row, by its events started",
      },
    ])
    // what an earlier release has deleted without an event
    yield* script(sessionEventMigrations.map(({ sql }) => sql).join())
    expect(yield* findSessionDifferences()).toEqual([])
  })

  test("leave nothing when the change is refused", function* () {
    const call = yield* newMember(100_000n)
    const card = yield* addCard(call)
    const before = yield* eventsOf(call.memberId)
    yield* Effect.flip(withdrawal(call, "5000.00", card.id, randomUUID()))
    expect(yield* eventsOf(call.memberId)).toEqual(before)
  })
})

onDatabasesInTurn("the events of contracts", (database) => {
  effectTests(runOn(tradingLayer(database)))(
    "follow a contract from acceptance to its end, several of one member in one statement",
    function* () {
      yield* tickCycles(1)
      yield* fund("m1", 1_000_000_00n)
      const me = callOf("m1")
      const [first, second] = [
        yield* createOrder(yield* wantedOrder(), me),
        yield* createOrder(yield* wantedOrder(), me),
      ]
      yield* tickCycles(1)
      yield* closeOrder({ id: first.id, key: newKey() }, me)
      yield* closeOrder({ id: first.id, key: newKey() }, me)
      yield* tickCycles(70)
      const events = yield* eventsOf("m1")
      expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
      const of = (id: string) =>
        events.filter(({ subject }) => subject === id).map(({ kind, to }) => [kind, to])
      expect(of(first.id)).toEqual([
        ["order", "accepted"],
        ["order", "opened"],
        ["close", "requested"],
        ["order", "closed_early"],
      ])
      expect(of(second.id)).toEqual([
        ["order", "accepted"],
        ["order", "opened"],
        ["order", "settled"],
      ])
      const settled = events.find(({ to }) => to === "settled")
      expect(settled?.contract).toMatchObject({ symbol: second.symbol, stake: second.stake })
      expect(settled?.contract?.net).toMatch(/^-?\d+\.\d\d$/u)
      expect(events.map(({ to, contract }) => [to, contract?.ending])).toEqual(
        events.map(({ to }) => [
          to,
          to === "settled" || to === "closed_early" ? to : to === "increased" ? undefined : null,
        ]),
      )
      expect(events.filter(({ contract }) => contract?.ending === null && contract.net !== null)).toEqual([])
      expect(yield* findDifferences()).toEqual([])
      yield* appendEvent("m1", {
        ...{ kind: "session", subject: "s", from: null, to: "started", columns: [] },
        ...{ who: "member", why: "" },
      })
      expect((yield* eventsOf("m1", events.length)).map(({ kind }) => kind)).toEqual(["session"])
    },
  )
})
