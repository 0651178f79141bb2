/** Complaints about withdrawals that are not decided when promised. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { afterWorkingDays } from "../../server/core/complaint-clock.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { sql } from "../../server/db/db.ts"
import { complaintCommands } from "../../server/operator/complaint-commands.ts"
import { acknowledgeComplaint, answerComplaint, complain } from "../../server/payments/complaints.ts"
import { payWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { cancelWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { isNotice } from "../../src/domain/member-event.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { addCard, withdrawal } from "../support/cash-requests.ts"
import { atOnce } from "../support/effect-tests.ts"
import { forEachEngine } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const operator = { who: "a test", why: "a note" }

describe("working days", () => {
  it.each([
    ["a Thursday evening", "2026-11-26T17:00:00Z", 2, "2026-11-30T17:00:00Z"],
    ["a Saturday", "2026-11-28T09:00:00Z", 2, "2026-12-01T09:00:00Z"],
    ["a Sunday night that is Monday in Lagos", "2026-11-29T23:30:00Z", 1, "2026-11-30T23:30:00Z"],
    ["a Monday, ten", "2026-11-30T08:00:00Z", 10, "2026-12-14T08:00:00Z"],
  ])("leave out weekends: from %s", (_, from, days, due) => {
    expect(new Date(afterWorkingDays(Date.parse(from), days))).toEqual(new Date(due))
  })
})

const waiting = Effect.fnUntraced(function* () {
  const call = yield* newMember(1_000_000n)
  const card = yield* addCard(call)
  return { call, id: (yield* withdrawal(call, "2000.00", card.id)).id }
})

const list = () => complaintCommands.find(({ name }) => name === "complaints list")?.run({}, operator)

forEachEngine("a complaint about a late withdrawal", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0, withdrawalPromiseMs: -1 }, { isSound: true })

  test("has one number, is acknowledged and answered once, and its member is notified", function* () {
    const { call, id } = yield* waiting()
    const [one, two] = yield* atOnce(2, complain({ id }, call))
    expect(one).toEqual(two)
    const { number = 0, madeAtMs = 0 } = one?.complaint ?? {}
    expect(one?.complaint).toMatchObject({
      ...{ number: expect.any(Number), acknowledgedAtMs: null, answeredAtMs: null, answer: null },
      ...{ acknowledgeByMs: afterWorkingDays(madeAtMs, 2), answerByMs: afterWorkingDays(madeAtMs, 10) },
    })
    const named = expect.objectContaining({ number, withdrawal: id, acknowledged: null })
    expect(yield* list() ?? Effect.succeed([])).toContainEqual(named)
    yield* acknowledgeComplaint(String(number), "ngozi")
    expect(yield* reasonOf(acknowledgeComplaint(String(number), "emeka"))).toBe("NotPending")
    yield* answerComplaint(String(number), "The bank was closed. It is paid now.", operator)
    expect(yield* reasonOf(answerComplaint(String(number), "Again.", operator))).toBe("NotPending")
    for (const unknown of ["x", "-1", "999999"])
      expect(yield* reasonOf(acknowledgeComplaint(unknown, "ngozi"))).toBe("NotPending")
    const { complaint } = yield* readWithdrawal({ id }, call)
    expect(complaint).toMatchObject({
      ...{ acknowledgedAtMs: expect.any(Number), answeredAtMs: expect.any(Number) },
      answer: "The bank was closed. It is paid now.",
    })
    expect(JSON.stringify(yield* list() ?? Effect.succeed([]))).not.toContain(id)
    const events = yield* sql<{ to_state: string; who: string }>(
      "select to_state, who from member_events where subject = $1 and kind <> 'operator' order by number",
      [id],
    )
    const notices = events.map(({ to_state, who }) => [
      to_state,
      isNotice({ kind: "withdrawal", to: to_state, by: who === "member" ? "member" : "service" }),
    ])
    expect(notices).toEqual([
      ["pending", false],
      ["complained", false],
      ["complaint-acknowledged", true],
      ["complaint-answered", true],
    ])
    yield* payWithdrawal(id, operator)
    expect((yield* readWithdrawal({ id }, call)).complaint).toEqual(complaint)
    expect(yield* findDifferences()).toEqual([])
  })

  test("has a number of its own when several members complain at once", function* () {
    const all = yield* Effect.forEach(Array.from({ length: 6 }), waiting)
    const made = yield* Effect.forEach(all, ({ id, call }) => complain({ id }, call), {
      concurrency: "unbounded",
    })
    expect(new Set(made.map(({ complaint }) => complaint?.number)).size).toBe(6)
  })

  test("is made by its member alone, and about none that was cancelled", function* () {
    const { call, id } = yield* waiting()
    expect(yield* reasonOf(complain({ id }, yield* newMember()))).toBe("withdrawal.unknown")
    yield* cancelWithdrawal({ key: crypto.randomUUID(), id }, call)
    expect(yield* reasonOf(complain({ id }, call))).toBe("withdrawal.not-late")
  })
})

forEachEngine("a withdrawal within the promised time", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 })

  test("cannot be complained about, which says until when", function* () {
    const { call, id } = yield* waiting()
    const { atMs } = yield* readWithdrawal({ id }, call)
    const refused = yield* Effect.flip(complain({ id }, call))
    expect(refused).toMatchObject({
      reason: "withdrawal.not-late",
      params: { until: atMs + 86_400_000 },
    })
  })
})
