/** Commands that take effect with a challenge alone that was proved for exactly them. */
import { Effect } from "effect"
import { TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { requireConfirmation } from "../../server/core/confirmation.ts"
import { refusal } from "../../server/core/refusal.ts"
import { execute, sql, transaction } from "../../server/db/db.ts"
import { createConfirmation } from "../../server/members/step-up.ts"
import { CONFIRMATION_MS, type Confirmable } from "../../src/domain/confirmation.ts"
import { makeFactor, writeFactor } from "../../src/domain/factor.ts"
import { confirmBy, fieldOf, goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { newMember, reasonOf as reasonOfRefused } from "../support/cash.ts"
import { confirmed } from "../support/confirmed.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const ROUNDS = 20
const payout: Confirmable = {
  ...{ purpose: "withdrawal", amount: "50000.00", fee: "50.00" },
  ...{ method: "bank", destinationId: "d1" },
}
const isConfirmable = (subject: object): subject is Confirmable => "purpose" in subject

forEachEngineInTurn("a confirmation", (engine) => {
  const { test } = openTestWorld(engine)
  const newCall = Effect.map(newMember(), (call) => ({ ...call, tokenHash: "a" }))

  test("is of exactly what was confirmed, by this session, and proved", function* () {
    const call = yield* newCall
    const other = yield* newCall
    const id = yield* confirmed(payout, call)
    const ask = (subject: object, by = call, named: string | null = id) =>
      isConfirmable(subject)
        ? reasonOfRefused(requireConfirmation(subject, named ?? undefined, by))
        : Effect.succeed("?")
    for (const change of [
      { amount: "50000.01" },
      { destinationId: "d2" },
      { fee: "0.00" },
      { method: "crypto" },
      { rateId: "r1" },
      { purpose: "bank-card" },
    ])
      expect(yield* ask({ ...payout, ...change }), JSON.stringify(change)).toBe("confirmation.other")
    expect(yield* ask(payout, { ...call, tokenHash: "b" })).toBe("confirmation.expired")
    expect(yield* ask(payout, other)).toBe("confirmation.expired")
    expect(yield* ask(payout, call, null)).toBe("confirmation.required")
    const unproved = yield* createConfirmation({ subject: payout }, call)
    expect(unproved).toMatchObject({ proofs: ["password"], id: expect.stringMatching(/^[\w-]{43}$/) })
    expect(yield* ask(payout, call, unproved.id)).toBe("confirmation.required")
    expect(yield* ask(payout)).toBe("done")
    expect(yield* ask(payout)).toBe("confirmation.used")
    const [stored] = yield* sql<Record<string, unknown>>("select * from confirmations where id = $1", [id])
    expect(JSON.stringify(stored, (_, value) => String(value))).not.toContain("50000")
  })

  test("is used once by processes that share nothing but the database", function* () {
    const call = yield* newCall
    const id = yield* confirmed(payout, call)
    const outcomes = yield* Effect.all(
      Array.from({ length: ROUNDS }, () =>
        reasonOfRefused(transaction(requireConfirmation(payout, id, call))),
      ),
      { concurrency: "unbounded" },
    )
    expect(outcomes.toSorted()).toEqual([...Array(ROUNDS - 1).fill("confirmation.used"), "done"])
  })

  test("is not used up by a command that is refused, and ends after five minutes", function* () {
    const call = yield* newCall
    const id = yield* confirmed(payout, call)
    const refused = Effect.andThen(
      requireConfirmation(payout, id, call),
      refusal("bank.limit", { params: { max: 1 } }),
    )
    expect(yield* reasonOfRefused(transaction(refused))).toBe("bank.limit")
    yield* execute("update confirmations set expires_at_ms = expires_at_ms - $2::bigint where id = $1", [
      ...[id, CONFIRMATION_MS],
    ])
    expect(yield* reasonOfRefused(requireConfirmation(payout, id, call))).toBe("confirmation.expired")
  })
})

describe("a proof", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.stop())

  const create = async (token: string) =>
    String(
      fieldOf(
        await app.call(
          "confirmationCreate",
          { subject: { purpose: "crypto-address", network: "n", address: "a" } },
          { token },
        ),
        "id",
      ),
    )
  const byPassword = async (token: string, id: string, password = goodPassword) =>
    reasonOf(await app.call("confirmationProve", { id, proof: { kind: "password", password } }, { token }))

  it("is the password of a member without a second factor, once, and never a session alone", async () => {
    const { token } = await app.join("ada")
    const id = await create(token)
    expect(await byPassword(token, id, "wrong-password-1")).toBe("password.wrong")
    expect(await byPassword((await app.join("eve")).token, id)).toBe("confirmation.expired")
    expect(await byPassword(token, id)).toBeNull()
    expect(await byPassword(token, id)).toBe("confirmation.expired")
    await app.advance(CONFIRMATION_MS)
    expect(await byPassword(token, await create(token))).toBeNull()
  })

  it("is a code of the member who has an app, also for a new password", async () => {
    const { token } = await app.join("bola")
    const factor = makeFactor((count) => crypto.getRandomValues(new Uint8Array(count)))
    const codeAt = (ms: number) => new TOTP({ secret: factor.key }).generate({ timestamp: app.nowMs() + ms })
    const confirmation = await confirmBy(app.url, { purpose: "factor", change: "app" }, { token })
    const added = { confirmation, factor_secret: writeFactor(factor), factor_code: codeAt(-30_000) }
    expect(reasonOf(await app.call("factorAdd", added, { token }))).toBeNull()
    const change = (confirmation?: string) =>
      app.call(
        "changePassword",
        {
          ...{ old_password: goodPassword, new_password: "another-harbour-60" },
          ...(confirmation !== undefined && { confirmation }),
        },
        { token },
      )
    expect(reasonOf(await change())).toBe("confirmation.required")
    const subject = { purpose: "password" } as const
    const byPasswordOnly = await confirmBy(app.url, subject, { token })
    expect(reasonOf(await change(byPasswordOnly))).toBe("confirmation.required")
    const prove = async (factor_code: string) =>
      reasonOf(
        await app.call(
          "confirmationProve",
          { id: byPasswordOnly, proof: { kind: "code", factor_code } },
          { token },
        ),
      )
    expect(await prove(codeAt(90_000))).toBe("factor.clock-off")
    expect(await prove(codeAt(0))).toBeNull()
    expect(reasonOf(await change(byPasswordOnly))).toBeNull()
  })
})
