/** Passkeys of an account: added, used at a log-in, removed, and what is refused. */
import { Clock, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { execute } from "../../server/db/db.ts"
import { hasFactor, RESET_HOURS, resetFactor } from "../../server/members/factor.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import {
  addPasskey,
  beginPasskeyLogin,
  issueChallenge,
  requireSignature,
} from "../../server/members/passkeys.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { CHALLENGE_MS, PASSKEYS_MAX } from "../../src/domain/passkey.ts"
import {
  fieldOf,
  goodPassword,
  openApp,
  proveBy,
  reasonOf,
  sendByCode,
  type TestApp,
} from "../support/app.ts"
import {
  type Authenticator,
  makeAuthenticator,
  newCodes,
  type Signed,
  sendPasskey,
  signedOf,
} from "../support/authenticator.ts"
import { newMember, reasonOf as reasonOfRefused } from "../support/cash.ts"
import { confirmed } from "../support/confirmed.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { anyone } from "../support/site-content.ts"
import { openTestWorld } from "../support/world-tests.ts"

let app: TestApp
beforeAll(async () => {
  app = await openApp({ LOGINS_PER_MINUTE: "0" })
})
afterAll(() => app.stop())

const begin = (token: string) => app.call("passkeyBegin", {}, { token })
/** A challenge for a passkey that is proved by a recovery code. */
const confirmedBy = async (token: string, factor_code: string) =>
  (await proveBy(app.url, { purpose: "factor", change: "passkey" }, { kind: "code", factor_code }, { token }))
    .id
const add = (token: string, passkey: Authenticator, codes?: readonly string[]) =>
  sendPasskey(app, token, passkey, codes)
const challenge = async () => signedOf(app, await app.call("passkeyChallenge", {}))
const send = (assertion: string) => app.call("passkeyLogin", { assertion })
const logIn = async (passkey: Authenticator, asked: Partial<Signed> = {}) =>
  send(passkey.assert({ ...(await challenge()), ...asked }))
const passwordLogIn = (username: string, code?: string) =>
  app.call("login", { username, password: goodPassword, ...(code !== undefined && { factor_code: code }) })
const listed = async (token: string) => {
  const { said } = await app.call("passkeys", {}, { token })
  return said.kind === "success" ? said.data : null
}

/** A member with one passkey and its recovery codes. */
const welcome = async (username: string) => {
  const { token } = await app.join(username)
  const passkey = makeAuthenticator()
  const codes = newCodes()
  expect(reasonOf(await add(token, passkey, codes))).toBeNull()
  return { token, passkey, codes }
}

describe("a passkey", () => {
  it("is added after the password, with the recovery codes of a first factor, and logs in alone", async () => {
    const { token } = await app.join("ada")
    const passkey = makeAuthenticator()
    expect(reasonOf(await add(token, passkey))).toBe("field.invalid")
    const codes = newCodes()
    expect(reasonOf(await sendPasskey(app, token, passkey, codes, "unknown"))).toBe("confirmation.expired")
    expect(await listed(token)).toEqual([])
    expect(reasonOf(await add(token, passkey, codes))).toBeNull()
    expect((await app.call("factor", {}, { token })).body).toMatchObject({
      data: { added_at_ms: null, codes_left: 10 },
    })
    expect(await listed(token)).toMatchObject([{ id: passkey.id, used_at_ms: null }])
    const opened = await logIn(passkey)
    expect(fieldOf(opened, "user")).toMatchObject({ username: "ada" })
    expect(await listed(String(fieldOf(opened, "token")))).toMatchObject([{ used_at_ms: app.nowMs() }])
    const { said } = await app.call("notices", { kind: "factor" }, { token })
    expect(said.kind === "success" ? said.data : null).toMatchObject({ items: [{ to: "passkey-added" }] })
    // the password alone opens nothing any more
    expect(reasonOf(await passwordLogIn("ada"))).toBe("login.code-required")
    expect(reasonOf(await passwordLogIn("ada", "000000"))).toBe("factor.code-wrong")
    expect(reasonOf(await passwordLogIn("ada", codes[0]))).toBeNull()
  })

  it("answers each challenge once, and only its own session's", async () => {
    const { token, passkey } = await welcome("bola")
    const signed = await challenge()
    const assertion = passkey.assert(signed)
    expect(reasonOf(await send(assertion))).toBeNull()
    expect(reasonOf(await send(assertion))).toBe("passkey.expired")
    expect(reasonOf(await send(passkey.assert(signed)))).toBe("passkey.expired")
    // a challenge for another purpose
    expect(reasonOf(await send(passkey.assert(signedOf(app, await begin(token)))))).toBe("passkey.expired")
    const other = await app.join("bolas-friend")
    const registration = makeAuthenticator().register(signedOf(app, await begin(token)))
    const foreign = { registration, recovery_codes: newCodes().join(" ") }
    expect(reasonOf(await app.call("passkeyAdd", foreign, { token: other.token }))).toBe("passkey.expired")
  })

  it("is refused for another origin or site, without its user, unknown or malformed", async () => {
    const { passkey } = await welcome("chidi")
    for (const asked of [
      { origin: "https://financial-links.example" },
      { origin: app.url },
      { rpId: "financial-links.example" },
    ])
      expect(reasonOf(await logIn(passkey, asked)), JSON.stringify(asked)).toBe("passkey.refused")
    const unknown = await logIn(makeAuthenticator())
    expect(unknown.body).toEqual((await logIn(passkey, { isVerified: false })).body)
    for (const assertion of ["", "{}", "[]", JSON.stringify({ id: passkey.id })])
      expect(reasonOf(await send(assertion))).toBe("passkey.refused")
  })

  it("whose counter does not move on is a copy", async () => {
    const { passkey } = await welcome("copied")
    passkey.count(7)
    expect(reasonOf(await logIn(passkey))).toBeNull()
    passkey.count(7)
    expect(reasonOf(await logIn(passkey))).toBe("passkey.refused")
    expect(reasonOf(await logIn(passkey))).toBeNull()
  })

  it("without a counter, as a synchronised one, logs in again and again", async () => {
    const { token } = await app.join("dayo")
    const passkey = makeAuthenticator({ counts: false })
    await add(token, passkey, newCodes())
    for (let round = 0; round < 2; round += 1) expect(reasonOf(await logIn(passkey))).toBeNull()
  })

  it("is removed by a code alone; the last one takes the recovery codes with it, but not the app", async () => {
    const { token, passkey, codes } = await welcome("efe")
    const second = makeAuthenticator()
    expect(reasonOf(await add(token, second))).toBe("confirmation.required")
    const byCode = await confirmedBy(token, codes[2] ?? "")
    expect(reasonOf(await sendPasskey(app, token, second, [], byCode))).toBeNull()
    const remove = (id: string, code = "") =>
      sendByCode(app.url, { purpose: "factor-off", passkey_id: id }, code, { token }, (confirmation) =>
        app.call("passkeyRemove", { id, confirmation }, { token }),
      )
    expect(reasonOf(await remove(second.id))).toBe("factor.code-wrong")
    expect(reasonOf(await remove(second.id, codes[0]))).toBeNull()
    expect(reasonOf(await remove(second.id, codes[1]))).toBe("passkey.unknown")
    expect(reasonOf(await logIn(second))).toBe("passkey.refused")
    expect(reasonOf(await passwordLogIn("efe"))).toBe("login.code-required")
    expect(reasonOf(await remove(passkey.id, codes[3]))).toBeNull()
    expect(reasonOf(await passwordLogIn("efe"))).toBeNull()
    expect((await app.call("factor", {}, { token })).body).toMatchObject({ data: { codes_left: 0 } })
  })

  it("confirms a command by signing its challenge, once and no other", async () => {
    const { token, passkey } = await welcome("kemi")
    const subject = { purpose: "crypto-address", network: "USDT-TRC20", address: "x" } as const
    const create = async () =>
      String(fieldOf(await app.call("confirmationCreate", { subject }, { token }), "id"))
    const prove = (id: string, assertion: string) =>
      app.call("confirmationProve", { id, proof: { kind: "passkey", assertion } }, { token })
    const signed = { rpId: "localhost", origin: `http://localhost:${new URL(app.url).port}` }
    const [first, second] = [await create(), await create()]
    const assertion = passkey.assert({ ...signed, challenge: first })
    expect(reasonOf(await prove(second, assertion))).toBe("passkey.refused")
    expect(reasonOf(await prove(first, makeAuthenticator().assert({ ...signed, challenge: first })))).toBe(
      "passkey.refused",
    )
    expect(reasonOf(await prove(first, assertion))).toBeNull()
    expect(reasonOf(await prove(first, assertion))).toBe("confirmation.expired")
  })

  it("opens no frozen account", async () => {
    const { passkey } = await welcome("gozi")
    await sendCommand(app.dataDir, ["members", "freeze", "gozi", "--why", "a test"])
    expect(reasonOf(await logIn(passkey))).toBe("member.frozen")
  })

  it("slows down who guesses", async () => {
    const { passkey } = await welcome("hope")
    for (let guess = 0; guess < 5; guess += 1)
      expect(reasonOf(await logIn(passkey, { isVerified: false }))).toBe("passkey.refused")
    expect(reasonOf(await logIn(passkey))).toBe("request.too-many")
  })

  it("is none of the demo's shared login", async () => {
    const demo = String(fieldOf(await app.call("login", { username: "demo", password: "" }), "token"))
    expect(reasonOf(await begin(demo))).toBe("factor.demo")
  })
})

forEachEngineInTurn("a passkey and time", (engine) => {
  const { run, runAt, test } = openTestWorld(engine)
  const opened = openTestWorld(engine, { publicUrl: "http://192.0.2.7" })

  /** Who has signed a challenge for a log-in. */
  const signer = (passkey: Authenticator, passedMs = 0) =>
    Effect.gen(function* () {
      const { challenge, rpId } = yield* beginPasskeyLogin({}, anyone)
      yield* execute("update passkey_challenges set expires_at_ms = expires_at_ms - $1::bigint", [passedMs])
      const assertion = passkey.assert({ challenge, rpId, origin: "http://localhost:3000" })
      return yield* reasonOfRefused(requireSignature(assertion, anyone))
    }).pipe(Effect.provide(GuessLimits.layer))
  const newSession = Effect.map(newMember(), (call) => ({
    ...call,
    tokenHash: `session of ${call.memberId}`,
  }))
  const added = Effect.fnUntraced(function* (passkey: Authenticator, given?: Call) {
    const call = given ?? (yield* newSession)
    const { challenge, rpId } = yield* issueChallenge(call.tokenHash)
    const registration = passkey.register({ challenge, rpId, origin: "http://localhost:3000" })
    const confirmation = yield* confirmed({ purpose: "factor", change: "passkey" }, call)
    yield* addPasskey({ registration, recoveryCodes: newCodes().join(" "), confirmation }, call)
    return call.memberId
  })

  test("answers a challenge for five minutes, and once in processes that share only the database", function* () {
    const passkey = makeAuthenticator({ counts: false })
    yield* added(passkey)
    const { challenge, rpId } = yield* beginPasskeyLogin({}, anyone)
    const assertion = passkey.assert({ challenge, rpId, origin: "http://localhost:3000" })
    const sent = Effect.provide(reasonOfRefused(requireSignature(assertion, anyone)), GuessLimits.layer, {
      local: true,
    })
    const outcomes = yield* Effect.all(
      Array.from({ length: 5 }, () => sent),
      { concurrency: "unbounded" },
    )
    expect(outcomes.toSorted()).toEqual(["done", ...Array(4).fill("passkey.expired")])
    expect(yield* signer(passkey, CHALLENGE_MS - 10_000)).toBe("done")
    expect(yield* signer(passkey, CHALLENGE_MS)).toBe("passkey.expired")
  })

  it("is over with an operator's reset, unless it is used meanwhile", async () => {
    const passkey = makeAuthenticator()
    const memberId = await run(added(passkey))
    const decider = { who: "a test", why: "lost the phone" }
    expect(await run(resetFactor(memberId, decider))).toBe(true)
    expect(await run(signer(passkey))).toBe("done")
    expect(await run(resetFactor(memberId, decider))).toBe(true)
    const overMs = (await run(Clock.currentTimeMillis)) + RESET_HOURS * 3_600_000
    expect(await runAt(overMs + 1_000, signer(passkey))).toBe("passkey.refused")
    expect(await runAt(overMs + 1_000, hasFactor(memberId))).toBe(false)
  })

  test("is one of at most ten, and belongs to one account", function* () {
    const passkey = makeAuthenticator()
    const call = yield* newSession
    yield* added(passkey, call)
    expect(yield* reasonOfRefused(added(passkey))).toBe("passkey.already")
    for (let count = 1; count < PASSKEYS_MAX; count += 1) yield* added(makeAuthenticator(), call)
    expect(yield* reasonOfRefused(added(makeAuthenticator(), call))).toBe("passkey.limit")
  })

  it("is refused where members come by a number", async () => {
    expect(await opened.run(reasonOfRefused(beginPasskeyLogin({}, anyone)))).toBe("passkey.address")
  })
})
