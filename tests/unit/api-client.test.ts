import { Effect, Exit, Fiber } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { failureBody, successBody } from "../../src/contract/envelope.ts"
import { LANG_OF_LOCALE } from "../../src/contract/wire-request.ts"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { attempt, type Caller } from "../../src/runtime/api/api-client.ts"
import { createRequests } from "../../src/runtime/api/request-runner.ts"
import { type Answer, answering, breakOff, json, silence } from "../support/answering-server.ts"
import { encodeAnswer } from "../support/encoded-answer.ts"
import { fastTimers, seen, settled } from "../support/fast-timers.ts"
import { memberOf } from "../support/member.ts"

fastTimers()

let server: Awaited<ReturnType<typeof answering>> | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const callerOf = (baseUrl: string, more: Partial<Caller> = {}): Caller => ({
  baseUrl,
  token: () => "token-1",
  userId: () => null,
  locale: () => "en",
  ...more,
})
const serve = async (...answers: readonly Answer[]) => {
  server = await answering(...answers)
  return server
}
const wallet = {
  available: "1.00",
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
}

const endOf = async (answer: Answer, endpoint: "walletSummary" | "logout" = "walletSummary") => {
  const { url } = await serve(answer)
  const exit = await Effect.runPromise(Effect.exit(attempt(callerOf(url), endpoint, {})))
  const error = Exit.findErrorOption(exit)
  return error._tag === "Some" ? error.value : exit
}

describe("one attempt", () => {
  it("gives the decoded data of a success, in either envelope", async () => {
    expect(await endOf(json(successBody("code", encodeAnswer("walletSummary", wallet))))).toMatchObject({
      _tag: "Success",
      value: wallet,
    })
    await server?.close()
    expect(await endOf(json(successBody("errorCode", {})), "logout")).toMatchObject({ _tag: "Success" })
  })

  it("sends what lies within a request under its wire names too", async () => {
    const { url, received } = await serve(json(successBody("code", {})))
    const proof = { kind: "code", factorCode: "123456" } as const
    await Effect.runPromise(attempt(callerOf(url), "confirmationProve", { id: "c1", proof }))
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      id: "c1",
      proof: { kind: "code", factor_code: "123456" },
    })
  })

  it("fails with the refusal's reason, field, params and message", async () => {
    const failure = { reason: "withdrawal.below-minimum", field: "amount", params: { min: "100.00" } }
    expect(await endOf(json(failureBody("code", failure, "Too little")))).toMatchObject({
      _tag: "Refused",
      ...failure,
      message: "Too little",
    })
  })

  it.each([
    [400, "request.malformed"],
    [404, "request.not-found"],
    [429, "request.too-many"],
  ])("knows a refusal with status %i too", async (status, reason) => {
    expect(await endOf(json(failureBody("code", { reason }, "No"), status))).toMatchObject({
      _tag: "Refused",
      reason,
    })
  })

  it("fails with an invalid token, in either envelope", async () => {
    const body = (field: "code" | "errorCode") => failureBody(field, { reason: "session.invalid" }, "Again")
    expect(await endOf(json(body("code"), 401))).toMatchObject({ _tag: "TokenInvalid" })
    await server?.close()
    expect(await endOf(json(body("errorCode"), 401), "logout")).toMatchObject({ _tag: "TokenInvalid" })
  })

  it.each<[string, Answer, string]>([
    ["text that is no JSON", json("oops"), "malformed"],
    ["JSON that is no envelope", json([1, 2]), "malformed"],
    ["data of a wrong shape", json(successBody("code", { available: 5 })), "malformed"],
    ["an empty answer", json(""), "malformed"],
    ["a server's fault", json(failureBody("code", { reason: "system.internal" }, "x"), 500), "server"],
    ["a fault of a proxy before it", json("<html>Bad gateway</html>", 502), "server"],
    ["a connection that breaks", breakOff, "network"],
    ["a redirect", (response) => response.writeHead(302, { location: "/" }).end(), "network"],
  ])("does not take %s for an answer", async (_, answer, kind) => {
    expect(await endOf(answer)).toMatchObject({ _tag: "NoAnswer", kind })
  })

  it("sends lang on every call, the token where required, user_id and lang in the body of a member", async () => {
    const { url, received } = await serve(json(successBody("code", [])))
    const known = callerOf(url, { userId: () => "u1", locale: () => "vn" })
    await Effect.runPromise(attempt(known, "placards", {}))
    await Effect.runPromise(Effect.exit(attempt(known, "systemConfig", {})))
    await Effect.runPromise(Effect.exit(attempt(callerOf(url), "placards", {})))
    expect(received[0]).toMatchObject({ method: "POST", headers: { lang: "vn_VN", token: "token-1" } })
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({ user_id: "u1", lang: "vn_VN" })
    expect(received[1]).toMatchObject({ method: "GET", body: "", headers: { lang: "vn_VN" } })
    expect(received[1]?.headers.token).toBeUndefined()
    expect(JSON.parse(received[2]?.body ?? "")).toEqual({})
  })

  it("maps every locale to the header that the server knows", async () => {
    const { url, received } = await serve(json(successBody("code", {})))
    for (const locale of LOCALES) {
      const caller = callerOf(url, { locale: (): Locale => locale })
      await Effect.runPromise(Effect.exit(attempt(caller, "customerService", {})))
    }
    expect(received.map(({ headers }) => headers.lang)).toEqual(
      LOCALES.map((locale) => LANG_OF_LOCALE[locale]),
    )
    expect(received.map(({ headers }) => headers.locale)).toEqual(LOCALES)
  })

  it("puts a query into the address, encoded, and leaves out what is not there", async () => {
    const { url, received } = await serve(json(successBody("code", { items: [], next_cursor: null })))
    await Effect.runPromise(attempt(callerOf(url), "orders", { symbol: "A&B", limit: "5" }))
    expect(received[0]?.url).toBe("/api/order/lists?symbol=A%26B&limit=5")
  })

  it("is aborted when it is interrupted", async () => {
    const { url, received } = await serve(silence)
    const fiber = Effect.runFork(attempt(callerOf(url), "walletSummary", {}))
    await expect.poll(() => received.length).toBe(1)
    const exit = await Effect.runPromise(Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber)))
    expect(Exit.isFailure(exit)).toBe(true)
  })
})

describe("a call on its actor", () => {
  const hooks = { onTokenInvalid: () => {}, onLoading: () => {} }

  it("is aborted by a later one with the same key, and by no other", async () => {
    const { url, received } = await serve(
      silence,
      json(successBody("code", encodeAnswer("walletSummary", wallet))),
    )
    const { call, running } = createRequests(callerOf(url), hooks)
    const first = Effect.runPromise(Effect.exit(call("walletSummary", {}, { key: "k" })))
    await expect.poll(() => received.length).toBe(1)
    expect(running().map(({ id }) => id)).toEqual(["request:walletSummary"])
    const second = await Effect.runPromise(call("walletSummary", {}, { key: "k" }))
    expect(second).toEqual(wallet)
    expect(Exit.findErrorOption(await first)).toMatchObject({ value: { _tag: "NoAnswer", kind: "abort" } })
    expect(running()).toEqual([])
  })

  it("is aborted when its caller no longer waits", async () => {
    const { url, received } = await serve(silence)
    const { call, running } = createRequests(callerOf(url), hooks)
    const fiber = Effect.runFork(call("walletSummary", {}))
    await expect.poll(() => received.length).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(running()).toEqual([])
  })

  it("that ends leaves a newer one of its key to be aborted by the next", async () => {
    const { url } = await serve(silence)
    const start = () => Effect.runFork(call("walletSummary", {}, { key: "k" }))
    // begins in the middle of the first call's own event, which is therefore aborted only after it
    const onLoading = (isShown: boolean) => void (isShown && start())
    const { call, running, abortAll } = createRequests(callerOf(url), { ...hooks, onLoading })
    Effect.runFork(call("walletSummary", {}, { key: "k", loading: true }))
    const [first] = running()
    await seen(() => first !== undefined && running().includes(first), false)
    const [second] = running()
    start()
    expect(running()).toHaveLength(1)
    expect(running()).not.toContain(second)
    abortAll()
  })

  it("retries a GET and returns the answer", async () => {
    const { url, received } = await serve(
      breakOff,
      json("<html>", 503),
      json(successBody("code", encodeAnswer("walletSummary", wallet))),
    )
    const shown: boolean[] = []
    const { call } = createRequests(callerOf(url), { ...hooks, onLoading: (isShown) => shown.push(isShown) })
    expect(await settled(Effect.runPromise(call("walletSummary", {})))).toEqual(wallet)
    expect(received).toHaveLength(3)
    expect(shown).toEqual([true, false])
  })

  it("sends a POST once, whatever the outcome", async () => {
    const { url, received } = await serve(breakOff)
    const { call } = createRequests(callerOf(url), hooks)
    const exit = await Effect.runPromise(Effect.exit(call("logout", {})))
    expect(Exit.findErrorOption(exit)).toMatchObject({ value: { _tag: "NoAnswer", kind: "network" } })
    expect(received).toHaveLength(1)
  })

  it("reports an invalid token with its envelope, unless the session has changed meanwhile", async () => {
    const { url } = await serve(json(failureBody("code", { reason: "session.invalid" }, "x"), 401))
    const envelopes: string[] = []
    let token = "old"
    const caller = callerOf(url, { token: () => token })
    const { call } = createRequests(caller, {
      ...hooks,
      onTokenInvalid: (envelope) => envelopes.push(envelope),
    })
    await Effect.runPromise(Effect.exit(call("walletSummary", {})))
    expect(envelopes).toEqual(["code"])
    const late = Effect.runPromise(Effect.exit(call("walletSummary", {})))
    token = "new"
    await late
    expect(envelopes).toEqual(["code"])
  })

  it("hides request and answer from inspectors", async () => {
    const session = { token: "canary-token", temporaryToken: "canary-temporary", user: memberOf("u1") }
    const { url } = await serve(json(successBody("errorCode", encodeAnswer("login", session))))
    const { call, running } = createRequests(callerOf(url), hooks)
    const answer = Effect.runPromise(call("login", { username: "ada", password: "canary-password" }))
    const seen = running().map((actor) => JSON.stringify(actor.getPersistedSnapshot()))
    expect(await answer).toEqual(session)
    expect(seen).toHaveLength(1)
    expect(seen.join()).not.toContain("canary")
  })
})
