/** Complaints about contracts: made once in any state, and answered by their number. */
import { Effect } from "effect"
import { expect } from "vitest"
import { eventsAfter } from "../../server/core/member-events.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { Refusal } from "../../server/core/refusal.ts"
import { execute } from "../../server/db/db.ts"
import { CONTRACT_COMPLAINTS_AFTER } from "../../server/db/schema/trading.ts"
import { complaintCommands } from "../../server/operator/complaint-commands.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import {
  acknowledgeComplaint,
  answerComplaint,
  complainAboutContract,
} from "../../server/payments/complaints.ts"
import { isNotice, noticeName } from "../../src/domain/member-event.ts"
import { atOnce, effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { callOf, fund, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"

const operator = { who: "a test", why: "a note" }
const me = callOf("m1")
const list = () => complaintCommands.find(({ name }) => name === "complaints list")?.run({}, operator)

onDatabasesInTurn("a complaint about a contract", (database) => {
  const test = effectTests(runOn(tradingLayer(database)))

  test("is made once, has a number of its own, and its member reads the answer", function* () {
    yield* tickCycles(1)
    yield* fund("m1", 1_000_000_00n)
    yield* execute(
      `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
       values ('m1', 'm1', 'm1', '-', 'M1M1M1M1', 0, 0)`,
    )
    const { id } = yield* createOrder(yield* wantedOrder(), me)
    const other = yield* createOrder(yield* wantedOrder(), me)
    expect((yield* readOrder({ id }, me)).complaint).toBeUndefined()
    const [one, two] = yield* atOnce(2, complainAboutContract({ id }, me))
    expect(one).toEqual(two)
    const { number = 0 } = one ?? {}
    expect(number).toBeGreaterThan(CONTRACT_COMPLAINTS_AFTER)
    expect((yield* complainAboutContract({ id: other.id }, me)).number).toBe(number + 1)
    expect(yield* list() ?? Effect.succeed([])).toContainEqual(
      expect.objectContaining({ number, contract: id, acknowledged: null }),
    )
    const foreign = yield* Effect.flip(complainAboutContract({ id }, callOf("m2")))
    expect(foreign instanceof Refusal && foreign.reason).toBe("order.unknown")
    yield* acknowledgeComplaint(String(number), "ngozi")
    yield* tickCycles(2)
    yield* answerComplaint(String(number), "It was settled by the rules.", operator)
    const { complaint, order } = yield* readOrder({ id }, me)
    expect([order.state, complaint?.answer]).toEqual(["opened", "It was settled by the rules."])
    expect(JSON.stringify(yield* list() ?? Effect.succeed([]))).not.toContain(id)
    const notices = (yield* eventsAfter("m1", 0, 100)).filter(isNotice).map(noticeName)
    expect(notices.slice(1)).toEqual(["order.complaint-acknowledged", "order.complaint-answered"])
    expect(yield* findDifferences()).toEqual([])
  })
})
