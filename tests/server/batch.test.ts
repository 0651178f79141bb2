import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { batch } from "../../src/contract/batch.ts"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { BATCH_CALLS_MAX } from "../../src/domain/limits.ts"
import { openApp, type TestApp } from "../support/app.ts"

let app: TestApp
let token: string
beforeAll(async () => {
  app = await openApp()
  token = (await app.join("ada")).token
})
afterAll(() => app.stop())

const callOf = (id: EndpointId, fields: Readonly<Record<string, string>> = {}) => ({
  path: endpoints[id].path,
  fields,
})

const send = (body: unknown, headers: Readonly<Record<string, string>> = { token }) =>
  fetch(`${app.url}/${batch.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })

const partsOf = async (response: Response): Promise<readonly unknown[]> => {
  const body: unknown = await response.json()
  expect(body).toMatchObject({ code: 1 })
  const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
  return Array.isArray(data) ? data : []
}

/** Nothing of an answer that changes with time. */
const steady: readonly EndpointId[] = ["placards", "banners", "systemConfig", "walletSummary"]

describe("a batch of reads", () => {
  it("answers each as its endpoint does, in the order of the calls", async () => {
    const parts = await partsOf(await send({ calls: steady.map((id) => callOf(id)) }))
    const alone = await Promise.all(steady.map((id) => app.call(id, {}, { token })))
    expect(parts).toEqual(alone.map(({ status, body }) => ({ status, body })))
    expect(parts).toMatchObject(steady.map(() => ({ status: 200, body: { code: 1 } })))
  })

  it("takes the user_id and lang that the app adds, and answers in the language of its header", async () => {
    const calls = [callOf("placards")]
    const added = { calls, user_id: "somebody-else", lang: "de_DE" }
    const [part] = await partsOf(await send(added, { token, lang: "de_DE" }))
    const german = await app.call("placards", {}, { token, lang: "de_DE" })
    expect(part).toEqual({ status: 200, body: german.body })
    expect(part).not.toEqual({ status: 200, body: (await app.call("placards", {}, { token })).body })
  })

  it.each([
    ["a wrong token", { token: "x".repeat(40) }, "session.invalid"],
    ["no token", {}, "session.required"],
  ])("refuses with %s what needs a member, and answers the rest", async (_which, headers, reason) => {
    const calls = [callOf("walletSummary"), callOf("systemConfig")]
    expect(await partsOf(await send({ calls }, headers))).toMatchObject([
      { status: 401, body: { code: -1, data: { reason } } },
      { status: 200, body: { code: 1 } },
    ])
  })

  it("refuses a call that is wrong in itself, and answers the rest", async () => {
    const calls = [
      callOf("product"),
      callOf("product", { id: "x", more: "y" }),
      callOf("product", { id: "aapl" }),
    ]
    expect(await partsOf(await send({ calls }))).toMatchObject([
      { status: 400, body: { code: 0, data: { reason: "request.malformed", field: "id" } } },
      { status: 400, body: { code: 0, data: { reason: "request.malformed", field: "more" } } },
      { status: 200, body: { code: 1, data: { id: "aapl" } } },
    ])
  })

  it.each(["orderCreate", "login", "logout", "streamTicket", "operationResult"] as const)(
    "does not find what changes something or is limited: %s",
    async (id) => {
      const parts = await partsOf(await send({ calls: [callOf(id), { path: "api/nothing", fields: {} }] }))
      const notFound = { status: 404, body: { code: 0, data: { reason: "request.not-found" } } }
      expect(parts).toMatchObject([notFound, notFound])
      expect((await app.call("userInfo", {}, { token })).said.kind).toBe("success")
    },
  )

  it.each([
    ["without calls", []],
    ["of too many calls", Array.from({ length: BATCH_CALLS_MAX + 1 }, () => callOf("placards"))],
    ["with fields that are no text", [{ path: endpoints.placards.path, fields: { a: 1 } }]],
  ])("is refused as a whole %s", async (_which, calls) => {
    const response = await send({ calls })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 0, data: { reason: "request.malformed" } })
  })

  it("is sent by POST", async () => {
    const response = await fetch(`${app.url}/${batch.path}`)
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"])
  })
})
