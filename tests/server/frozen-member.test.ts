import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { setFrozen } from "../../server/core/frozen-member.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { refusalText } from "../../server/core/texts.ts"
import { execute, sql } from "../../server/db/db.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { callServer, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { expectInvariants, newMember, reasonOf as reasonOfRefused } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const decider = { who: "a test", why: "sent by hand" }

forEachEngineInTurn("the money of a frozen member", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 })

  test("stays: no deposit, no withdrawal, and none under review is paid until it is unfrozen", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const [held, given] = [
      yield* withdrawal(call, "2000.00", card.id),
      yield* withdrawal(call, "3000.00", card.id),
    ]
    expect(yield* setFrozen(call.memberId, "frozen", decider)).toBe(true)
    expect(yield* setFrozen(call.memberId, "frozen", decider)).toBe(false)
    expect(yield* reasonOfRefused(deposit(call, "2000.00"))).toBe("member.frozen")
    expect(yield* reasonOfRefused(withdrawal(call, "2000.00", card.id))).toBe("member.frozen")
    const refused = yield* Effect.flip(payWithdrawal(held.id, decider))
    expect(refused.message).toMatch(/its member is frozen/)
    expect((yield* readWithdrawal({ id: held.id }, call)).status).toBe(0)
    yield* rejectWithdrawal(given.id, decider)
    yield* expectInvariants()
    expect(yield* setFrozen(call.memberId, "free", decider)).toBe(true)
    yield* payWithdrawal(held.id, decider)
    expect((yield* readWithdrawal({ id: held.id }, call)).status).toBe(1)
    yield* deposit(call, "2000.00")
    yield* expectInvariants()
    const events = yield* sql(
      "select from_state, to_state, who, why from member_events where member_id = $1 and kind = 'limit' order by number",
      [call.memberId],
    )
    expect(events).toEqual([
      { from_state: "free", to_state: "frozen", ...decider },
      { from_state: "frozen", to_state: "free", ...decider },
    ])
    yield* execute("update balances set frozen_at_ms = 1 where member_id = $1", [call.memberId])
    const [found] = yield* findDifferences()
    expect(found).toEqual({
      table: "balances",
      id: call.memberId,
      member: call.memberId,
      what: "frozen_at_ms",
    })
    yield* execute("update balances set frozen_at_ms = null where member_id = $1", [call.memberId])
  })
})

describe("a frozen member", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.stop())
  const give = (...words: ReadonlyArray<string>) => sendCommand(app.dataDir, [...words, "--why", "a test"])
  const logIn = (password: string) => callServer(app.url, "login", { username: "ada", password })

  it("is logged out and cannot log in until it is unfrozen", async () => {
    const { token } = await app.join("ada")
    expect((await give("members", "freeze", "nobody"))?.text).toMatch(/no member/)
    expect((await give("members", "freeze", "ada"))?.text).toMatch(/^Frozen/)
    expect((await give("members", "freeze", "ada"))?.text).toMatch(/frozen already/)
    expect(reasonOf(await app.call("userInfo", {}, { token }))).toBe("session.invalid")
    expect(reasonOf(await logIn(goodPassword))).toBe("member.frozen")
    expect(reasonOf(await logIn("not-the-password-1"))).toBe("login.wrong-credentials")
    const found = await sendCommand(app.dataDir, ["members", "find", "ada"])
    expect(found?.output).toMatchObject([{ member: "ada", frozen: expect.stringMatching(/^20/) }])
    expect((await give("members", "unfreeze", "ada"))?.isDone).toBe(true)
    expect((await give("members", "unfreeze", "ada"))?.text).toMatch(/not frozen/)
    expect(reasonOf(await logIn(goodPassword))).toBeNull()
    const events = JSON.stringify((await sendCommand(app.dataDir, ["events"]))?.output)
    expect(events).toContain("members freeze")
    expect(events).toContain("members unfreeze")
  })

  it("reads why in its own language", () => {
    const texts = LOCALES.map((locale) => refusalText(locale, "member.frozen"))
    expect(new Set(texts).size).toBe(LOCALES.length)
    expect(texts).not.toContain("member.frozen")
  })
})
