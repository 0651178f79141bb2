/** The second factor of an account: added, asked at each log-in, used up, and removed. */
import { randomUUID } from "node:crypto"
import { Clock, Effect } from "effect"
import { TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../../server/db/db.ts"
import { databaseNowSql } from "../../server/db/outer-clocks.ts"
import {
  RESET_HOURS,
  readFactor,
  requireFactor,
  resetFactor,
  storeFactor,
} from "../../server/members/factor.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import { requireMember } from "../../server/members/members.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { listBankCards } from "../../server/payments/payment-methods.ts"
import { type FactorSecrets, makeFactor, writeFactor } from "../../src/domain/factor.ts"
import {
  confirmBy,
  fieldOf,
  goodPassword,
  openApp,
  reasonOf,
  sendByCode,
  type TestApp,
} from "../support/app.ts"
import { newMember, reasonOf as reasonOfRefused } from "../support/cash.ts"
import { addBankCard, createWithdrawal } from "../support/confirmed.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const ROUNDS = 20
const STEP_MS = 30_000
const DAY_MS = 86_400_000

const newFactor = (): FactorSecrets => makeFactor((count) => crypto.getRandomValues(new Uint8Array(count)))
const codeAt = ({ key }: FactorSecrets, timestamp: number): string =>
  new TOTP({ secret: key }).generate({ timestamp })
const firstOf = ({ codes: [first = ""] }: FactorSecrets): string => first

forEachEngineInTurn("codes that come at once", (engine) => {
  const { run, runAt, test } = openTestWorld(engine)
  const databaseMs = Effect.gen(function* () {
    const [row] = yield* sql<{ now_ms: bigint }>(`select (${yield* databaseNowSql})::bigint as now_ms`)
    return Number(row?.now_ms)
  })

  it("are of the database's time, whatever the clock of the process says", async () => {
    const factor = newFactor()
    const call = await run(newMember())
    const nowMs = await run(databaseMs)
    await run(storeFactor(call.memberId, factor, 0))
    const ask = Effect.flatMap(requireMember(call.memberId), (member) =>
      reasonOfRefused(requireFactor(member, codeAt(factor, nowMs), call)),
    )
    expect(await runAt(nowMs + 86_400_000, Effect.provide(ask, GuessLimits.layer))).toBe("done")
  })

  test("lie in no table as they are, nor does the key", function* () {
    const { memberId } = yield* newMember()
    const factor = newFactor()
    yield* storeFactor(memberId, factor, 0)
    const tables = yield* sql<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    const rows = yield* Effect.forEach(tables, ({ name }) =>
      sql<{ row: string }>(`select t::text as row from "${name}" t`),
    )
    const stored = rows.flat().map(({ row }) => row.toUpperCase().replaceAll("-", ""))
    expect(stored.some((row) => row.includes(memberId.toUpperCase().replaceAll("-", "")))).toBe(true)
    for (const secret of [factor.key, ...factor.codes])
      expect(stored.filter((row) => row.includes(secret.replaceAll("-", "")))).toEqual([])
  })

  test("are accepted once, in processes that share nothing but the database", function* () {
    const call = yield* newMember()
    const member = yield* requireMember(call.memberId)
    const factor = newFactor()
    yield* storeFactor(call.memberId, factor, 0)
    const ask = (code: string) =>
      Effect.all(
        Array.from({ length: ROUNDS }, () =>
          // counts of guesses are those of one process
          Effect.provide(reasonOfRefused(requireFactor(member, code, call)), GuessLimits.layer, {
            local: true,
          }),
        ),
        { concurrency: "unbounded" },
      )
    const nowMs = yield* databaseMs
    for (const [code, reason] of [
      [codeAt(factor, nowMs), "factor.code-used"],
      [firstOf(factor), "factor.code-wrong"],
    ] as const)
      expect((yield* ask(code)).toSorted()).toEqual(["done", ...Array(ROUNDS - 1).fill(reason)].toSorted())
  })
})

forEachEngineInTurn("a destination that is younger than a change of the factor", (engine) => {
  const { run, runAt } = openTestWorld(engine, { coolingOffMs: 1_000 })

  it("can be withdrawn to a day after the change, and an older one goes on", async () => {
    const call = await run(newMember(1_000_000n))
    const atMs = await run(Clock.currentTimeMillis)
    const cardOf = (cardNumber: string) =>
      addBankCard({ bankName: "First Bank", cardNumber, username: "Ada Obi" }, call)
    const withdraw = (destinationId: string) =>
      reasonOfRefused(
        createWithdrawal({ key: randomUUID(), amount: "2000.00", method: "bank", destinationId }, call),
      )
    const older = await runAt(atMs, cardOf("4242424242424242"))
    await runAt(atMs + 1, storeFactor(call.memberId, newFactor(), 0))
    const younger = await runAt(atMs + 2, cardOf("4111111111111111"))
    const waits = "withdrawal.destination-cooling-off"
    expect(await runAt(atMs + 2_000, withdraw(older.id))).toBe("done")
    expect(await runAt(atMs + DAY_MS, withdraw(younger.id))).toBe(waits)
    const [shown] = await runAt(atMs + 2_000, listBankCards({}, call))
    expect(shown).toMatchObject({ id: younger.id, usableAtMs: atMs + 1 + DAY_MS })
    expect(await runAt(atMs + 1 + DAY_MS, withdraw(younger.id))).toBe("done")
    const later = await runAt(atMs + 2 * DAY_MS, cardOf("4000000000000002"))
    expect(await runAt(atMs + 2 * DAY_MS + 1_000, withdraw(later.id))).toBe("done")
    await run(resetFactor(call.memberId, { who: "a test", why: "lost the phone" }))
    const duringReset = await run(cardOf("4000000000009995"))
    const resetMs = (await run(Clock.currentTimeMillis)) + RESET_HOURS * 3_600_000
    expect(await runAt(resetMs, withdraw(duringReset.id))).toBe("done")
    const afterReset = await runAt(resetMs + 1_000, cardOf("5555555555554444"))
    expect(await runAt(resetMs + 3_000, withdraw(afterReset.id))).toBe(waits)
  })
})

forEachEngineInTurn("an operator's reset of a factor", (engine) => {
  const { run, runAt } = openTestWorld(engine)

  it("ends it after the hold, unless a code is used meanwhile", async () => {
    const decider = { who: "a test", why: "lost the phone" }
    const [factor, next] = [newFactor(), newFactor()]
    const call = await run(newMember())
    const ask = (code: string) =>
      Effect.provide(
        Effect.flatMap(requireMember(call.memberId), (member) =>
          reasonOfRefused(requireFactor(member, code, call)),
        ),
        GuessLimits.layer,
      )
    await run(storeFactor(call.memberId, factor, 0))
    expect(await run(resetFactor(call.memberId, decider))).toBe(true)
    expect(await run(resetFactor(call.memberId, decider))).toBe(false)
    const overMs = (await run(Clock.currentTimeMillis)) + RESET_HOURS * 3_600_000
    expect(await runAt(overMs - 1_000, ask(""))).toBe("login.code-required")
    expect(await run(ask(firstOf(factor)))).toBe("done")
    expect(await runAt(overMs, ask(""))).toBe("login.code-required")
    expect(await run(resetFactor(call.memberId, decider))).toBe(true)
    expect(await runAt(overMs + 1_000, ask(""))).toBe("done")
    expect(await runAt(overMs + 1_000, readFactor({}, call))).toEqual({ addedAtMs: null, codesLeft: 0 })
    await runAt(overMs + 1_000, storeFactor(call.memberId, next, 0))
    expect(await runAt(overMs + 1_000, ask(factor.codes[1] ?? ""))).toBe("factor.code-wrong")
    expect(await runAt(overMs + 1_000, ask(firstOf(next)))).toBe("done")
  })
})

describe("a member's authenticator app", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp({ LOGINS_PER_MINUTE: "0" })
  })
  afterAll(() => app.stop())

  const logIn = (username: string, code?: string) =>
    app.call("login", { username, password: goodPassword, ...(code !== undefined && { factor_code: code }) })
  const confirmed = (token: string, change: "app" | "codes", password = goodPassword) =>
    confirmBy(app.url, { purpose: "factor", change }, { token }, password)
  const add = async (token: string, factor: FactorSecrets, code: string, password = goodPassword) => {
    const confirmation = await confirmed(token, "app", password)
    const request = { confirmation, factor_secret: writeFactor(factor), factor_code: code }
    return await app.call("factorAdd", request, { token })
  }
  const remove = (token: string, code: string) =>
    sendByCode(app.url, { purpose: "factor-off" }, code, { token }, (confirmation) =>
      app.call("factorRemove", { confirmation }, { token }),
    )
  /** The code of a step before or after the current one; each is of a step of its own. */
  const codeOf = (factor: FactorSecrets, steps = 0): string => codeAt(factor, app.nowMs() + steps * STEP_MS)
  const openFactor = async (username: string) => {
    const { token } = await app.join(username)
    const factor = newFactor()
    expect(reasonOf(await add(token, factor, codeOf(factor, -1)))).toBeNull()
    return { token, factor }
  }
  const stateOf = async (token: string) => (await app.call("factor", {}, { token })).body

  it("follows the password at the log-in, each code once, and says how far a clock is off", async () => {
    const { factor } = await openFactor("ada")
    expect((await logIn("ada")).body).toMatchObject({
      errorCode: 1,
      data: { reason: "login.code-required", field: "factor_code" },
    })
    const wrongPassword = { username: "ada", password: "wrong-password-1", factor_code: codeOf(factor) }
    expect(reasonOf(await app.call("login", wrongPassword))).toBe("login.wrong-credentials")
    const outcomes: (string | null)[] = []
    // the code that has added the app comes first; after that of the next step the earlier ones are used
    for (const steps of [-1, 0, 0, 1, 0]) outcomes.push(reasonOf(await logIn("ada", codeOf(factor, steps))))
    expect(outcomes).toEqual(["factor.code-used", null, "factor.code-used", null, "factor.code-used"])
    for (const steps of [-3, 3])
      expect((await logIn("ada", codeOf(factor, steps))).body).toMatchObject({
        data: { reason: "factor.clock-off", params: { seconds: 90 } },
      })
  })

  it("is replaced by each recovery code once, as it is typed, and removed by one", async () => {
    const { token, factor } = await openFactor("bola")
    const [first = "", second = ""] = factor.codes
    expect(reasonOf(await logIn("bola", ` ${first.toLowerCase().replaceAll("-", " ")}`))).toBeNull()
    const { said: list } = await app.call("sessions", {}, { token })
    const opened = list.kind === "success" && Array.isArray(list.data) ? list.data : []
    expect(opened.map((each) => Reflect.get(each, "proof"))).toEqual(["password", "recovery-code"])
    expect(reasonOf(await logIn("bola", first))).toBe("factor.code-wrong")
    expect(await stateOf(token)).toMatchObject({ data: { codes_left: 9 } })
    const said = JSON.stringify([await stateOf(token), (await app.call("memberEvents", {}, { token })).body])
    for (const secret of [factor.key, ...factor.codes]) expect(said).not.toContain(secret)
    const reset = ["factors", "reset", "bola", "--why", "a test"]
    expect(await sendCommand(app.dataDir, reset)).toMatchObject({ isDone: true })
    expect(await sendCommand(app.dataDir, reset)).toMatchObject({ isDone: false })
    expect(reasonOf(await remove(token, second))).toBeNull()
    expect(await stateOf(token)).toMatchObject({ data: { added_at_ms: null, codes_left: 0 } })
    expect(reasonOf(await logIn("bola"))).toBeNull()
  })

  it("is added with the password and a code, once, removed by a code alone, and both are notices", async () => {
    const { token } = await app.join("chidi")
    const factor = newFactor()
    expect(reasonOf(await add(token, factor, codeOf(factor), "wrong-password-1"))).toBe(
      "confirmation.required",
    )
    expect(reasonOf(await add(token, factor, "000000"))).toBe("factor.code-wrong")
    const few = { ...factor, codes: factor.codes.slice(1) }
    expect(reasonOf(await add(token, few, codeOf(factor)))).toBe("field.invalid")
    expect(reasonOf(await remove(token, codeOf(factor)))).toBe("factor.code-wrong")
    const second = await confirmed(token, "app")
    expect(reasonOf(await add(token, factor, codeOf(factor)))).toBeNull()
    // the password confirms no other app, for there is a factor now
    expect(reasonOf(await add(token, factor, codeOf(factor)))).toBe("confirmation.required")
    const again = { factor_secret: writeFactor(factor), factor_code: codeOf(factor) }
    expect(reasonOf(await app.call("factorAdd", { ...again, confirmation: second }, { token }))).toBe(
      "factor.already",
    )
    expect(reasonOf(await remove(token, "000000"))).toBe("factor.code-wrong")
    expect(reasonOf(await remove(token, codeOf(factor, 1)))).toBeNull()
    const { said } = await app.call("notices", { kind: "factor" }, { token })
    expect(said.kind === "success" ? said.data : null).toMatchObject({
      items: [{ to: "removed", by: "service" }, { to: "added" }],
    })
  })

  it("has ten other recovery codes by a code, and the old ones open nothing; it is a notice", async () => {
    const { token, factor } = await openFactor("funke")
    const fresh = newFactor()
    const recovery_codes = fresh.codes.join(" ")
    const replace = (code: string, request = { recovery_codes }) =>
      sendByCode(app.url, { purpose: "factor", change: "codes" }, code, { token }, (confirmation) =>
        app.call("codesReplace", { ...request, confirmation }, { token }),
      )
    const unproved = await confirmed(token, "codes")
    for (const confirmation of [{}, { confirmation: unproved }])
      expect(reasonOf(await app.call("codesReplace", { recovery_codes, ...confirmation }, { token }))).toBe(
        "confirmation.required",
      )
    expect(reasonOf(await replace("000000"))).toBe("factor.code-wrong")
    expect(reasonOf(await replace(codeOf(factor), { recovery_codes: "few" }))).toBe("field.invalid")
    expect(reasonOf(await replace(firstOf(factor)))).toBeNull()
    expect(await stateOf(token)).toMatchObject({ data: { codes_left: 10 } })
    for (const code of factor.codes.slice(1, 3))
      expect(reasonOf(await logIn("funke", code))).toBe("factor.code-wrong")
    expect(reasonOf(await logIn("funke", firstOf(fresh)))).toBeNull()
    const { said } = await app.call("notices", { kind: "factor" }, { token })
    expect(said.kind === "success" ? said.data : null).toMatchObject({
      items: [{ to: "codes-replaced" }, { to: "added" }],
    })
    const { token: without } = await app.join("gbenga")
    const confirmation = await confirmed(without, "codes")
    const none = await app.call("codesReplace", { recovery_codes, confirmation }, { token: without })
    expect(reasonOf(none)).toBe("factor.none")
  })

  it("slows down who guesses its codes, also with the right password between", async () => {
    const { factor } = await openFactor("dayo")
    for (let guess = 0; guess < 5; guess += 1)
      expect(reasonOf(await logIn("dayo", "000000"))).toBe("factor.code-wrong")
    expect(reasonOf(await logIn("dayo"))).toBe("login.code-required")
    expect(reasonOf(await logIn("dayo", codeOf(factor)))).toBe("request.too-many")
  })

  it("is none of the demo's shared login, whose refusal says what to do", async () => {
    const demo = String(fieldOf(await app.call("login", { username: "demo", password: "" }), "token"))
    expect((await add(demo, newFactor(), "000000")).body).toMatchObject({
      data: { reason: "factor.demo" },
      msg: expect.stringContaining("account of your own"),
    })
  })
})
