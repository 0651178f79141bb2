/** The lock that a member puts on the account: what it stops, what goes on, and how it ends. */
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { changeLock, readLock } from "../../server/core/frozen-member.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { execute, sql } from "../../server/db/db.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { payWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { removeBankCard } from "../../server/payments/payment-methods.ts"
import { readWithdrawal } from "../../server/payments/withdrawals.ts"
import { UNLOCK_WAIT_HOURS } from "../../src/domain/limits.ts"
import { fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { makeAuthenticator, newCodes, sendPasskey } from "../support/authenticator.ts"
import { expectInvariants, newMember, reasonOf as reasonOfRefused } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const decider = { who: "a test", why: "sent by hand" }
const ROUNDS = 20

forEachEngineInTurn("the money of a member who has locked the account", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 }, { isSound: true })

  test("stays: no deposit, withdrawal or change of destinations, and what is under review is held", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    const held = yield* withdrawal(call, "2000.00", card.id)
    expect(yield* changeLock(call.memberId, "lock")).toBe(true)
    expect(yield* changeLock(call.memberId, "lock")).toBe(false)
    const reasons = yield* Effect.all([
      reasonOfRefused(deposit(call, "2000.00")),
      reasonOfRefused(withdrawal(call, "2000.00", card.id)),
      reasonOfRefused(addCard(call)),
      reasonOfRefused(removeBankCard({ id: card.id }, call)),
    ])
    expect(reasons).toEqual(Array(4).fill("member.locked"))
    expect((yield* Effect.flip(payWithdrawal(held.id, decider))).message).toMatch(/has locked the account/)
    expect((yield* readWithdrawal({ id: held.id }, call)).status).toBe(0)
    expect(yield* changeLock(call.memberId, "unlock")).toBe(true)
    expect(yield* reasonOfRefused(deposit(call, "2000.00"))).toBe("member.unlocking")
    expect(yield* changeLock(call.memberId, "open")).toBe(false)
    yield* expectInvariants()
    expect(yield* findDifferences()).toEqual([])
    yield* execute("update balances set unlocks_at_ms = null where member_id = $1", [call.memberId])
    expect((yield* findDifferences()).map(({ what }) => what)).toEqual(["lock"])
    yield* execute("update balances set unlocks_at_ms = 1 where member_id = $1", [call.memberId])
    expect(yield* changeLock(call.memberId, "open")).toBe(true)
    expect(yield* readLock(call.memberId)).toBeNull()
    yield* payWithdrawal(held.id, decider)
    expect(yield* findDifferences()).toEqual([])
  })

  test("is paid before a lock or not at all, when both come at once", function* () {
    const call = yield* newMember(100_000_000n)
    const card = yield* addCard(call)
    const ends: Array<string> = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = yield* withdrawal(call, "1000.00", card.id)
      const [paid] = yield* Effect.all(
        [Effect.exit(payWithdrawal(id, decider)), changeLock(call.memberId, "lock")],
        { concurrency: 2 },
      )
      const events = yield* sql<{ kind: string; to_state: string }>(
        "select kind, to_state from member_events where member_id = $1 and kind <> 'operator' order by number desc limit 2",
        [call.memberId],
      )
      ends.push(`${paid._tag}: ${events.map(({ to_state }) => to_state).join(" after ")}`)
      yield* execute("update balances set unlocks_at_ms = null where member_id = $1", [call.memberId])
      yield* changeLock(call.memberId, "unlock")
      yield* execute("update balances set unlocks_at_ms = 1 where member_id = $1", [call.memberId])
      expect(yield* changeLock(call.memberId, "open")).toBe(true)
    }
    for (const end of ends)
      expect(["Success: locked after paid", "Failure: locked after pending"]).toContain(end)
    yield* expectInvariants()
    expect(yield* findDifferences()).toEqual([])
  })
})

describe("a member's lock", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp({ LOGINS_PER_MINUTE: "0" })
  })
  afterAll(() => app.stop())
  const call = (
    id: "login" | "lockByPassword" | "unlockByPassword",
    username: string,
    password = goodPassword,
  ) => app.call(id, { username, password })
  const addPasskeyTo = async (token: string) => {
    const codes = newCodes()
    expect(reasonOf(await sendPasskey(app, token, makeAuthenticator(), codes))).toBeNull()
    return { codes }
  }
  const isOpen = async (token: string) => reasonOf(await app.call("userInfo", {}, { token })) === null

  it("ends every session by one tap, keeps its first date, and opens by the password and a wait", async () => {
    const { token } = await app.join("ada")
    const there = String(fieldOf(await call("login", "ada"), "token"))
    const locked = await app.call("lock", {}, { token })
    expect(await Promise.all([token, there].map(isOpen))).toEqual([false, false])
    expect(reasonOf(await call("login", "ada"))).toBe("member.locked")
    expect(reasonOf(await call("login", "ada", "not-the-password-1"))).toBe("login.wrong-credentials")
    await app.advance(1)
    const at = fieldOf(locked, "locked_at_ms")
    expect(fieldOf(await call("lockByPassword", "ada"), "locked_at_ms")).toBe(at)
    const unlocking = await call("unlockByPassword", "ada")
    const opens = Number(fieldOf(unlocking, "opens_at_ms"))
    expect(opens - Number(at)).toBeGreaterThanOrEqual(UNLOCK_WAIT_HOURS * 3_600_000)
    expect(fieldOf(await call("unlockByPassword", "ada"), "opens_at_ms")).toBe(opens)
    expect(reasonOf(await call("login", "ada"))).toBe("member.unlocking")
    const again = await call("lockByPassword", "ada")
    expect([fieldOf(again, "locked_at_ms"), fieldOf(again, "opens_at_ms")]).toEqual([at, null])
    expect(reasonOf(await call("login", "ada"))).toBe("member.locked")
    const found = await sendCommand(app.dataDir, ["members", "find", "ada"])
    expect(found?.output).toMatchObject([
      { member: "ada", frozen: null, locked: expect.stringMatching(/^20/) },
    ])
  })

  it("needs the second factor to end, where there is one, and none to be set", async () => {
    const { token } = await app.join("chidi")
    const { codes } = await addPasskeyTo(token)
    expect(reasonOf(await call("lockByPassword", "chidi"))).toBeNull()
    expect(reasonOf(await call("unlockByPassword", "chidi"))).toBe("login.code-required")
    const unlock = async (factor_code: string) =>
      reasonOf(await app.call("unlockByPassword", { username: "chidi", password: goodPassword, factor_code }))
    expect(await unlock("000000")).toBe("factor.code-wrong")
    expect(reasonOf(await call("login", "chidi"))).toBe("login.code-required")
    expect(await unlock(codes[0] ?? "")).toBeNull()
    expect(reasonOf(await call("login", "chidi"))).toBe("login.code-required")
  })

  it("is set and ended by the right password alone, and by none on an open account or the demo's", async () => {
    const { token } = await app.join("bola")
    for (const id of ["lockByPassword", "unlockByPassword"] as const)
      for (const name of ["bola", "stranger"])
        expect(reasonOf(await call(id, name, "not-the-password-1"))).toBe("login.wrong-credentials")
    expect(reasonOf(await call("unlockByPassword", "bola"))).toBe("member.not-locked")
    expect(await isOpen(token)).toBe(true)
    const { username, password } = app.demo
    const demo = String(fieldOf(await call("login", username, password), "token"))
    expect(reasonOf(await call("lockByPassword", username, password))).toBe("demo.shared")
    for (const [id, body] of [
      ["lock", {}],
      ["limitChange", { revision: 0, name: "stake_day", value: "1.00" }],
      ["pause", { days: 1 }],
      ["exclude", { months: 6 }],
    ] as const)
      expect(reasonOf(await app.call(id, body, { token: demo }))).toBe("demo.shared")
    expect(await isOpen(demo)).toBe(true)
  })
})
