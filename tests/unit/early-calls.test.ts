import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { wireRequest } from "../../src/contract/wire-request.ts"
import { EARLY_CALL_MAX_AGE_MS } from "../../src/domain/limits.ts"
import {
  dropEarlyCalls,
  fetchUnlessEarly,
  readEarly,
  sendEarly,
} from "../../src/runtime/effects/early-calls.ts"

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

  it("is not taken over once it is too old", async () => {
    sendEarly(requestOf("t"))
    vi.advanceTimersByTime(EARLY_CALL_MAX_AGE_MS + 1)
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("second")
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
    expect(await textOf(fetchUnlessEarly(requestOf("t"), signal()))).toBe("first")
  })
})
