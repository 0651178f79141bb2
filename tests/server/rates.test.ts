import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { charges, makeTokenBuckets } from "../../server/http/rate-limiter.ts"
import { endpointIds, endpoints } from "../../src/contract/endpoints.ts"
import { goodPassword, openApp, reasonOf, type TestApp } from "../support/app.ts"

describe("a token bucket", () => {
  it("allows a burst, refills evenly, and never exceeds its size", () => {
    const take = makeTokenBuckets()
    const three = { calls: 3, perMs: 60_000 }
    const at = (nowMs: number, cost = 1) => take("ada", three, cost, nowMs)
    expect([at(0), at(0), at(0), at(0)]).toEqual([0, 0, 0, 20_000])
    expect(take("grace", three, 1, 0)).toBe(0)
    expect([at(19_999), at(20_000), at(20_000)]).toEqual([1, 0, 20_000])
    expect([at(9_000_000, 3), at(9_000_000)]).toEqual([0, 20_000])
    // A clock that was set back neither fills nor empties the bucket; a cost above its size empties
    // it.
    expect(at(1_000)).toBe(20_000)
    expect(at(9_100_000, 10)).toBe(0)
  })
})

describe("the table of charges", () => {
  it("charges every POST but the two that only read, questions about keys and tickets", () => {
    const free = endpointIds.filter((id) => charges[id] === null)
    const posts = free.filter((id) => endpoints[id].method === "POST")
    expect(posts.sort()).toEqual(["placards", "userInfo"])
    expect(free).not.toContain("operationResult")
    expect(free).not.toContain("streamTicket")
  })
})

describe("a server with small rate limits", () => {
  let app: TestApp
  beforeAll(async () => {
    const small = { REGISTRATIONS_PER_HOUR: "2", LOGINS_PER_MINUTE: "2", WRITES_PER_MINUTE: "3" }
    app = await openApp({ ...small, TRUST_PROXY: "1" })
  })
  afterAll(() => app.stop())

  const from = (address: string, id: "register" | "login", body: Readonly<Record<string, string>>) =>
    fetch(`${app.url}/${endpoints[id].path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, lang: "de_DE" },
      body: JSON.stringify(body),
    })

  it("limits registrations and log-ins per address", async () => {
    await app.join("resident")
    const joinFrom = (address: string, username: string) =>
      from(address, "register", {
        username,
        password: goodPassword,
        invitation_code: app.demo.invitationCode,
      })
    const names = ["one.x", "two.x", "three.x"]
    const first = await Promise.all(names.map((name) => joinFrom("203.0.113.7", name)))
    const refused = first.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(1_700)
    expect(await refused[0]?.json()).toMatchObject({
      errorCode: 1,
      data: { reason: "request.too-many", params: { seconds: expect.any(Number) } },
      message: expect.stringMatching(/Sekunden/),
    })
    expect((await joinFrom("203.0.113.8", "four.x")).status).toBe(200)
    const login = { username: "resident", password: goodPassword }
    const logins = await Promise.all([1, 2, 3].map(() => from("203.0.113.7", "login", login)))
    expect(logins.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    // who has logged in from there before goes on by an allowance of their own
    const username = names[first.findIndex(({ status }) => status === 200)] ?? ""
    const again = () => from("203.0.113.7", "login", { ...login, username })
    for (const status of [200, 200, 429]) expect((await again()).status).toBe(status)
    const guess = await from("203.0.113.7", "login", { username, password: "wrong" })
    expect(guess.status).toBe(429)
    // A local address stands for all clients behind a proxy, so it is not counted.
    for (let i = 0; i < 4; i += 1) expect(reasonOf(await app.call("login", login))).toBeNull()
  })

  it("limits questions about keys and passes of the stream, each by an allowance of its own", async () => {
    const { token } = await app.join("asker")
    const key = randomUUID()
    const ask = () => app.call("operationVoid", { operation: "order-close", key }, { token })
    const read = () => app.call("operationResult", { operation: "order-close", key }, { token })
    const ticket = () => app.call("streamTicket", {}, { token })
    const close = () => app.call("orderClose", { key: randomUUID(), id: "nothing" }, { token })
    const reasons = []
    for (const call of [ask, read, ask, ask, ticket, ticket, ticket, ticket, close])
      reasons.push(reasonOf(await call()))
    const allowed = [null, null, null]
    expect(reasons).toEqual([...allowed, "request.too-many", ...allowed, "request.too-many", "order.unknown"])
  })

  it("stores the refusal of an excess write under its key, and keeps stored results", async () => {
    const { token } = await app.join("busy")
    const close = (key: string = randomUUID()) => app.call("orderClose", { key, id: "nothing" }, { token })
    const [first, over] = [randomUUID(), randomUUID()]
    const allowed = [await close(first), await close(), await close()]
    expect(allowed.map(reasonOf)).toEqual(Array(3).fill("order.unknown"))
    const refused = await close(over)
    expect([refused.status, reasonOf(refused)]).toEqual([429, "request.too-many"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    // A repeated key gets its stored result, however many calls there were.
    const replays = [await close(first), await close(over)]
    expect(replays.map(reasonOf)).toEqual(["order.unknown", "request.too-many"])
    const asked = await app.call("operationResult", { operation: "order-close", key: over }, { token })
    expect(asked.said).toMatchObject({ data: { state: "refused", refusal: { reason: "request.too-many" } } })
    const silent = await close()
    expect([silent.status, reasonOf(silent)]).toEqual([503, "system.unavailable"])
    const calm = await app.join("calm")
    const other = await app.call("orderClose", { key: randomUUID(), id: "nothing" }, { token: calm.token })
    expect(reasonOf(other)).toBe("order.unknown")
    await app.advance(20_000)
    expect(reasonOf(await close())).toBe("order.unknown")
  })
})
