/** Commands that take effect with a challenge alone that was proved for exactly them. */
import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import { TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { requireConfirmation } from "../../server/core/confirmation.ts"
import { refusal } from "../../server/core/refusal.ts"
import { execute, sql, transaction } from "../../server/db/db.ts"
import { databaseNowSql } from "../../server/db/outer-clocks.ts"
import { storeFactor } from "../../server/members/factor.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import { Passwords } from "../../server/members/password.ts"
import { createConfirmation, proveConfirmation } from "../../server/members/step-up.ts"
import { type EndpointId, endpointIds } from "../../src/contract/endpoints.ts"
import { CONFIRMATION_MS, type Confirmable } from "../../src/domain/confirmation.ts"
import { makeFactor, writeFactor } from "../../src/domain/factor.ts"
import {
  addCardBy,
  confirmBy,
  fieldOf,
  goodPassword,
  openApp,
  reasonOf,
  requestFields,
  type TestApp,
  type WireRequestOf,
} from "../support/app.ts"
import { makeAuthenticator, newCodes, sendPasskey, signedOf } from "../support/authenticator.ts"
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

  test("is proved by a code once, in processes that share nothing but the database", function* () {
    const call = yield* newCall
    const factor = newFactor()
    yield* storeFactor(call.memberId, factor, 0)
    const [row] = yield* sql<{ now_ms: bigint }>(`select (${yield* databaseNowSql})::bigint as now_ms`)
    const factorCode = new TOTP({ secret: factor.key }).generate({ timestamp: Number(row?.now_ms) })
    const open = Array.from({ length: ROUNDS }, () => createConfirmation({ subject: payout }, call))
    const prove = ({ id }: { readonly id: string }) =>
      // counts of guesses are those of one process
      Effect.provide(
        reasonOfRefused(proveConfirmation({ id, proof: { kind: "code", factorCode } }, call)),
        Layer.merge(GuessLimits.layer, Passwords.layer),
        { local: true },
      )
    const outcomes = yield* Effect.all((yield* Effect.all(open)).map(prove), { concurrency: "unbounded" })
    expect(outcomes.toSorted()).toEqual(["done", ...Array(ROUNDS - 1).fill("factor.code-used")])
    const proved = yield* sql(
      "select 1 from confirmations where member_id = $1 and proved_at_ms is not null",
      [call.memberId],
    )
    expect(proved).toHaveLength(1)
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

const newFactor = () => makeFactor((count) => crypto.getRandomValues(new Uint8Array(count)))

describe("a proof", () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openApp({ REGISTRATION_BONUS: "9000.00" })
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
  /** What a command without its confirmation might have changed. */
  const stateOf = (token: string) =>
    Promise.all(
      (["walletSummary", "bankCards", "cryptoAddresses", "factor", "passkeys", "sessions"] as const).map(
        async (id) => (await app.call(id, {}, { token })).body,
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
  })

  it("is required by the server of every command that takes one, and nothing is changed without", async () => {
    const { token } = await app.join("ife")
    const passkey = makeAuthenticator()
    const card = { bank_name: "First Bank", card_number: "4111111111111111", username: "Ife Obi" }
    const destination_id = String(fieldOf(await addCardBy(app.url, card, { token }), "id"))
    expect(reasonOf(await sendPasskey(app, token, passkey, newCodes()))).toBeNull()
    const factor = newFactor()
    const factor_code = new TOTP({ secret: factor.key }).generate({ timestamp: app.nowMs() })
    const another = signedOf(app, await app.call("passkeyBegin", {}, { token }))
    const requests = {
      withdrawalCreate: { key: randomUUID(), amount: "2000.00", method: "bank", destination_id },
      bankCardAdd: { ...card, card_number: "4242424242424242" },
      cryptoAddressAdd: { network: "USDT-TRC20", address: "TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL" },
      changePassword: { old_password: goodPassword, new_password: "another-harbour-61" },
      factorAdd: { factor_secret: writeFactor(factor), factor_code },
      factorRemove: {},
      codesReplace: { recovery_codes: newCodes().join(" ") },
      passkeyAdd: { registration: makeAuthenticator().register(another), recovery_codes: "" },
      passkeyRemove: { id: passkey.id },
    } as const satisfies { readonly [Id in EndpointId]?: WireRequestOf<Id> }
    const taking = endpointIds.filter((id) => "confirmation" in requestFields(id))
    // a looser limit has to wait first: tests/server/protection.test.ts
    expect(taking.toSorted()).toEqual([...Object.keys(requests), "limitConfirm"].toSorted())
    const before = await stateOf(token)
    for (const id of endpointIds) {
      const request = Reflect.get(requests, id)
      if (request === undefined) continue
      expect(reasonOf(await app.call(id, request, { token })), id).toBe("confirmation.required")
    }
    expect(await stateOf(token)).toEqual(before)
  })

  it("by a passkey is of exactly the payout that it was signed for, here and now", async () => {
    const { token } = await app.join("kemi")
    // a synchronised one: no counter shows a copy
    const passkey = makeAuthenticator({ counts: false })
    const card = { bank_name: "First Bank", card_number: "4111111111111111", username: "Kemi Obi" }
    const destination_id = String(fieldOf(await addCardBy(app.url, card, { token }), "id"))
    await sendPasskey(app, token, passkey, newCodes())
    const payout = { amount: "2000.00", method: "bank", destination_id } as const
    const ask = async () => {
      const subject = { purpose: "withdrawal", fee: "0.00", ...payout } as const
      return String(fieldOf(await app.call("confirmationCreate", { subject }, { token }), "id"))
    }
    const here = { rpId: "localhost", origin: `http://localhost:${new URL(app.url).port}` }
    const prove = async (id: string, assertion: string) =>
      reasonOf(await app.call("confirmationProve", { id, proof: { kind: "passkey", assertion } }, { token }))
    const send = async (confirmation: string, change = {}, key: string = randomUUID()) =>
      reasonOf(await app.call("withdrawalCreate", { key, ...payout, ...change, confirmation }, { token }))
    const id = await ask()
    for (const elsewhere of [{ origin: "https://evil.example" }, { rpId: "evil.example" }])
      expect(await prove(id, passkey.assert({ ...here, challenge: id, ...elsewhere }))).toBe(
        "passkey.refused",
      )
    expect(await send(id)).toBe("confirmation.required")
    const assertion = passkey.assert({ ...here, challenge: id })
    expect(await prove(id, assertion)).toBeNull()
    expect(await send(id, { amount: "2000.01" })).toBe("confirmation.other")
    expect(await prove(await ask(), assertion)).toBe("passkey.refused")
    const key = randomUUID()
    for (let sent = 0; sent < 2; sent += 1) expect(await send(id, {}, key)).toBeNull()
    expect(await send(id)).toBe("confirmation.used")
  })

  it("is a code of the member who has an app, also for a new password", async () => {
    const { token } = await app.join("bola")
    const factor = newFactor()
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
