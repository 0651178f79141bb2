import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { countEvents, findDifferences, findSessionDifferences } from "../../server/core/projections.ts"
import { execute } from "../../server/db/db.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { newMember } from "../support/cash.ts"
import { deposit } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { removeRows } from "../support/tamper.ts"
import { openTestWorld } from "../support/world-tests.ts"

forEachEngineInTurn("the rows against the member's events", (engine) => {
  const { run, test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("show a row that another hand has changed, and a number that is missing", function* () {
    const call = yield* newMember()
    const { id } = yield* deposit(call, "1000.00")
    yield* execute("update deposits set amount = amount + 1 where id = $1", [id])
    expect(yield* findDifferences()).toEqual([
      { table: "deposits", id, member: call.memberId, what: "amount" },
    ])
    yield* execute("update deposits set amount = amount - 1 where id = $1", [id])
    yield* execute("update balances set revision = revision + 1 where member_id = $1", [call.memberId])
    expect(yield* findDifferences()).toEqual([
      { table: "balances", id: call.memberId, member: call.memberId, what: "numbers" },
    ])
    yield* execute("update balances set revision = revision - 1 where member_id = $1", [call.memberId])
  })

  test("show a row that is gone, and one that no event made", function* () {
    const call = yield* newMember()
    const before = yield* countEvents()
    const { id } = yield* deposit(call, "1000.00")
    expect(yield* countEvents()).toBe(before + 1)
    const putBack = yield* removeRows("deposits", `id = '${id}'`)
    const difference = { table: "deposits", member: call.memberId }
    expect(yield* findDifferences()).toEqual([{ ...difference, id, what: "no row" }])
    yield* putBack
    yield* execute(
      `insert into deposits (id, member_id, network, address, currency, amount, proof_image, created_at_ms)
       values ($1, $2, 'BTC', 'a', 'NGN', 100, 'p', 0)`,
      [`${id}-2`, call.memberId],
    )
    expect(yield* findDifferences()).toEqual([{ ...difference, id: `${id}-2`, what: "no event" }])
    yield* execute("delete from deposits where id = $1", [`${id}-2`])
  })

  it("show a session that ended without an event, and one that began without since there are events", () =>
    run(
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const { memberId } = yield* newMember()
        const opened = yield* sessions.open(memberId, 0n)
        const hash = opened?.session.tokenHash ?? ""
        const seen = Effect.map(findSessionDifferences(), (found) => found.map(({ id, what }) => [id, what]))
        expect(yield* seen).toEqual([])
        yield* execute("update sessions set revoked_at_ms = 1 where token_hash = $1", [hash])
        expect(yield* seen).toEqual([[hash.slice(0, 16), "ended, by its events started"]])
        yield* execute("update sessions set revoked_at_ms = null where token_hash = $1", [hash])
        const other = `other-${hash}`
        yield* execute("update sessions set token_hash = $2 where token_hash = $1", [hash, other])
        expect((yield* seen).toSorted()).toEqual(
          [
            [hash.slice(0, 16), "no row, by its events started"],
            [other.slice(0, 16), "started, by its events never started"],
          ].toSorted(),
        )
        // earlier releases opened sessions without an event
        yield* execute(
          `update sessions set created_at_ms =
             (select applied_at_ms - 1 from schema_migrations where id = 'session-events-001')`,
        )
        expect(yield* seen).toEqual([[hash.slice(0, 16), "no row, by its events started"]])
        yield* execute("update sessions set token_hash = $1", [hash])
      }).pipe(Effect.provide(Layer.fresh(Sessions.layer))),
    ))
})
