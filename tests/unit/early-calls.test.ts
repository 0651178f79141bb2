import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { BATCH_PATH, wireRequest } from "../../src/contract/wire-request.ts"
import { EARLY_CALL_MAX_AGE_MS } from "../../src/domain/limits.ts"
import {
  dropEarlyCalls,
  fetchUnlessEarly,
  readEarly,
  sendEarly,
  sendEarlyBatch,
} from "../../src/runtime/api/early-calls.ts"

const requestOf = (token: string, locale: "en" | "de" = "en") =>
  wireRequest(
    { method: "GET", path: "api/wallet/summary", auth: "member" },
    {},
    { baseUrl: "", token, userId: "7", locale },
  )

const signal = () => new AbortController().signal
const textOf = async (response: Promise<Response>) => (await response).text()

let asked: AbortSignal[] = []
let answers: (() => Promise<Response>)[] = []

beforeEach(() => {
  asked = []
  answers = ["first", "second", "third"].map((text) => () => Promise.resolve(new Response(text)))
  vi.useFakeTimers({ toFake: ["performance"] })
  vi.stubGlobal("window", {})
  vi.stubGlobal("fetch", (_url: string, init: { readonly signal: AbortSignal }) => {
    asked.push(init.signal)
    return answers.shift()?.()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("a call that the document sends", () => {
  it("is taken over once by the same call", async () => {
    sendEarly(requestOf("t"))
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("second")
    expect(asked).toHaveLength(2)
  })

  it.each([
    ["of another session", requestOf("u")],
    ["in another language", requestOf("t", "de")],
  ])("is not taken over by one %s", async (_which, request) => {
    sendEarly(requestOf("t"))
    expect(await textOf(fetchUnlessEarly(request, signal()))).toBe("second")
  })

  it("is taken over until it is too old", async () => {
    sendEarly(requestOf("t"))
    vi.advanceTimersByTime(EARLY_CALL_MAX_AGE_MS)
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
    sendEarly(requestOf("t"))
    vi.advanceTimersByTime(EARLY_CALL_MAX_AGE_MS + 1)
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("third")
  })

  it("is made again if it failed", async () => {
    answers.unshift(() => Promise.reject(new TypeError("lost")))
    sendEarly(requestOf("t"))
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
  })

  it("is aborted with the call that took it over", async () => {
    answers.unshift(() => new Promise(() => {}))
    sendEarly(requestOf("t"))
    const aborting = new AbortController()
    void fetchUnlessEarly(requestOf("t"), aborting.signal)
    aborting.abort()
    expect(asked[0]?.aborted).toBe(true)
  })

  it("is aborted and forgotten with the session", async () => {
    sendEarly(requestOf("t"))
    dropEarlyCalls()
    expect(asked[0]?.aborted).toBe(true)
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("second")
  })

  it("can be read before it is taken over, and is still whole then", async () => {
    sendEarly(requestOf("t"))
    const copy = readEarly("/api/wallet/summary")
    expect(await (await copy)?.text()).toBe("first")
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
    expect(readEarly("/api/wallet/summary")).toBeUndefined()
  })

  it("is never known where there is no document", async () => {
    vi.stubGlobal("window", undefined)
    expect(readEarly("/api/wallet/summary")).toBeUndefined()
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
  })
})

describe("calls that the document sends in one request", () => {
  const balance = requestOf("t")
  const german = requestOf("t", "de")
  const caller = { baseUrl: "", token: "t", userId: "7", locale: "en" } as const
  const batch = wireRequest({ method: "POST", path: BATCH_PATH, auth: "member" }, { calls: [] }, caller)
  const answered = (body: unknown) => () => Promise.resolve(Response.json(body))
  const part = (status: number, body: unknown) => ({ status, body })

  it("are taken over one by one, each with its own status and body", async () => {
    answers.unshift(answered({ code: 1, data: [part(200, { code: 1, data: "a" }), part(401, { code: -1 })] }))
    sendEarlyBatch([balance, german], batch)
    const second = await fetchUnlessEarly(german, signal())
    const first = await fetchUnlessEarly(balance, signal())
    expect([first.status, await first.json()]).toEqual([200, { code: 1, data: "a" }])
    expect([second.status, await second.json()]).toEqual([401, { code: -1 }])
    expect(asked).toHaveLength(1)
    expect(await textOf(fetchUnlessEarly(balance, signal()))).toBe("first")
  })

  it.each([
    ["is lost", () => Promise.reject(new TypeError("lost"))],
    ["is answered with a page", () => Promise.resolve(new Response("<!doctype html>"))],
    ["is refused", answered({ code: 0, data: { reason: "system.unavailable" } })],
    ["is answered without its parts", answered({ code: 1, data: [] })],
    ["is answered with parts without a status", answered({ code: 1, data: [{}, {}] })],
  ])("are made again, each alone, if the request %s", async (_how, answer) => {
    answers.unshift(answer)
    sendEarlyBatch([balance, german], batch)
    expect(await textOf(fetchUnlessEarly(balance, signal()))).toBe("first")
    expect(await textOf(fetchUnlessEarly(german, signal()))).toBe("second")
    expect(asked).toHaveLength(3)
  })

  it("are aborted with the last of them, and forgotten with the session", () => {
    answers.unshift(() => new Promise(() => {}))
    sendEarlyBatch([balance, german], batch)
    const aborting = new AbortController()
    void fetchUnlessEarly(balance, aborting.signal)
    aborting.abort()
    expect(asked[0]?.aborted).toBe(false)
    dropEarlyCalls()
    expect(asked[0]?.aborted).toBe(true)
    expect(readEarly("/api/wallet/summary")).toBeUndefined()
  })
})
