import { connect } from "node:net"
import { text as textOf } from "node:stream/consumers"
import { Arbitrary, Effect, SchemaAST } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openApiDocument } from "../../server/http/openapi.ts"
import { toWire } from "../../src/contract/endpoint.ts"
import { type EndpointId, endpointIds, endpoints } from "../../src/contract/endpoints.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { FIELD_REASONS } from "../../src/domain/validate.ts"
import { goodPassword, openApp, requestFields, type TestApp } from "../support/app.ts"
import { validRequests } from "../support/valid-requests.ts"

let app: TestApp
let token: string
beforeAll(async () => {
  app = await openApp()
  token = (await app.join("ada")).token
})
afterAll(() => app.stop())

const json = { "content-type": "application/json" }
const post = (path: string, body: BodyInit | null, headers: Record<string, string> = json) =>
  fetch(`${app.url}/${path}`, { method: "POST", headers, body })
/** All that the server sends on a connection for these bytes, until it closes it or is silent. */
const saidTo = (bytes: string): Promise<string> => {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1", () => socket.write(bytes))
  socket.setTimeout(5_000, () => socket.destroy())
  return textOf(socket).catch(() => "")
}
const dataOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, "data") : null

describe("the edge", () => {
  it("answers in envelope A for the login family and in envelope B for the rest", async () => {
    const a = await (
      await post("api/login/account", JSON.stringify({ username: "ada", password: goodPassword }))
    ).json()
    expect(Object.keys(a).sort()).toEqual(["data", "errorCode", "msg"])
    const b = await (await fetch(`${app.url}/api/system/config`)).json()
    expect(Object.keys(b).sort()).toEqual(["code", "data", "message", "msg", "show"])
    expect([a.errorCode, b.code, b.show]).toEqual([0, 1, 0])
  })

  it.each([
    ["a form", "username=ada&password=x", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["text", '{"username":"ada","password":"x"}', { "content-type": "text/plain" }, 415],
    ["another charset", "{}", { "content-type": "application/json; charset=latin1" }, 415],
    ["no JSON", "{", json, 400],
    ["an array", "[]", json, 400],
    ["null", "null", json, 400],
    ["an undeclared field", '{"username":"a","password":"b","admin":true}', json, 400],
    ["a prototype", '{"username":"a","password":"b","__proto__":{"x":1}}', json, 400],
    ["a wrong type", '{"username":"a","password":7}', json, 400],
    ["a missing field", '{"username":"a"}', json, 400],
    ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json, 400],
    ["a NUL character", '{"username":"a\\u0000","password":"b"}', json, 400],
    ["an unpaired surrogate", '{"username":"a\\ud800","password":"b"}', json, 400],
    ["deep nesting", `{"username":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, json, 400],
    ["64 kB and more", JSON.stringify({ username: "a".repeat(70_000), password: "b" }), json, 413],
  ])("refuses %s", async (_name, body, headers, status) => {
    const response = await post("api/login/account", body, headers)
    expect(response.status).toBe(status)
    const answer: unknown = await response.json()
    expect(answer).toMatchObject({ errorCode: 1, data: { reason: expect.stringMatching(/^request\./) } })
  })

  it("names the field that is malformed", async () => {
    const response = await post("api/login/account", '{"username":"a","password":7}')
    expect(await response.json()).toMatchObject({ data: { reason: "request.malformed", field: "password" } })
  })

  it("refuses unseen characters on their field, but in a password", async () => {
    for (const username of ["a\u001b[2Kda", "a\nda", "\u202eada", "a\u2066da"]) {
      const answer = await (
        await post("api/login/account", JSON.stringify({ username, password: "x" }))
      ).json()
      expect(answer).toMatchObject({ errorCode: 1, data: { reason: "field.characters", field: "username" } })
    }
    const login = JSON.stringify({ username: " stranger\n", password: "a\tb\u200ec" })
    const answer = await (await post("api/login/account", login)).json()
    expect(answer).toMatchObject({ data: { reason: "login.wrong-credentials" } })
    const found = await fetch(`${app.url}/api/article/lists?cursor=a%C2%9Bb`)
    expect(await found.json()).toMatchObject({ data: { reason: "field.characters", field: "cursor" } })
  })

  it("refuses another method, an unknown path and a repeated parameter, each with its own reason", async () => {
    const get = await fetch(`${app.url}/api/login/account`)
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"])
    const unknown = await fetch(`${app.url}/api/nothing/here`)
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ code: 0, data: { reason: "request.not-found" } })
    const twice = await fetch(`${app.url}/api/article/detail?id=a&id=b`)
    expect(twice.status).toBe(400)
  })

  it("takes the user_id and lang that the app adds, and trusts neither", async () => {
    const response = await post(
      "api/user/info",
      JSON.stringify({ user_id: "somebody-else", lang: "de_DE" }),
      { ...json, token },
    )
    expect(await response.json()).toMatchObject({ code: 1, data: { username: "ada" } })
  })

  it("takes a token from its header alone: no cookie, no address, no body", async () => {
    const wallet = `${app.url}/${endpoints.walletSummary.path}`
    const answers = [
      await fetch(wallet, { headers: { cookie: `token=${token}` } }),
      await fetch(wallet, { headers: { authorization: `Bearer ${token}` } }),
      await fetch(`${wallet}?token=${token}`),
      await post(endpoints.userInfo.path, JSON.stringify({ token })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await fetch(wallet, { headers: { token } })).status).toBe(200)
  })

  it("answers in the member's language", async () => {
    const say = async (lang: string) => {
      const answer = await post("api/login/account", '{"username":"zz","password":"zz"}', { ...json, lang })
      const body: unknown = await answer.json()
      return typeof body === "object" && body !== null ? Reflect.get(body, "msg") : ""
    }
    const english = await say("en_US")
    expect(english).toBe("Passwords is invalid!")
    expect(await say("de_DE")).toBe("Benutzername oder Passwort ist falsch.")
    expect(await say("xx_XX")).toBe(english)
  })

  it("gives articles in the language that the app says, by lang or, for Italian, by locale", async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      dataOf(await (await fetch(`${app.url}/api/article/${path}`, { headers })).json())
    expect(await ask("lists?kind=risk", { lang: "de_DE" })).toMatchObject({
      items: [{ id: "risk-protection", language: "de", title: "Die Risiken und was Sie schützt" }],
    })
    expect(await ask("detail?id=risk-protection", { lang: "de_DE" })).toMatchObject({
      language: "de",
      content_html: expect.stringContaining("Hebel von 5"),
    })
    expect(await ask("detail?id=risk-protection", { lang: "en_US", locale: "it" })).toMatchObject({
      language: "it",
      title: "I rischi e che cosa La protegge",
    })
  })

  it("takes a POST without a body for one without fields", async () => {
    const answer = await (await post("api/login/account", null, {})).json()
    expect(answer).toMatchObject({ data: { reason: "request.malformed", field: "username" } })
  })

  it("compresses a large answer for a reader of gzip", async () => {
    const encodingOf = async (path: string, accepted: string) => {
      const { headers } = await fetch(app.url + path, { headers: { "accept-encoding": accepted } })
      return [headers.get("content-encoding"), headers.get("vary")]
    }
    expect(await encodingOf("/openapi.json", "br, gzip")).toEqual(["gzip", "accept-encoding"])
    expect(await encodingOf("/openapi.json", "identity")).toEqual([null, null])
    expect(await encodingOf("/healthz", "gzip")).toEqual([null, null])
  })

  it("serves the OpenAPI document, from the address where it is read", async () => {
    const document: unknown = await (await fetch(`${app.url}/openapi.json`)).json()
    expect(document).toEqual(openApiDocument(null))
  })

  it("answers unknown paths of the API with a refusal, but shows a page to who opens one", async () => {
    const html = { accept: "text/html" }
    const typeOf = async (path: string, headers = {}) => {
      const answer = await fetch(app.url + path, { headers })
      return [answer.status, answer.headers.get("content-type")?.split(";")[0]]
    }
    for (const path of ["/api", "/api/none", "/files/no/image", "/wechat/none", "/login"]) {
      expect(await typeOf(path), path).toEqual([404, "application/json"])
      expect(await typeOf(path, html), path).toEqual([200, "text/html"])
    }
    expect(await typeOf("/apis")).toEqual([404, "text/plain"])
    const text = await saidTo("GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  it("is healthy, and gives requests its own ids where no proxy is trusted", async () => {
    const answer = await fetch(`${app.url}/healthz`, { headers: { "x-request-id": "0123456789abcdef" } })
    expect(await answer.json()).toEqual({ status: "ok" })
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })

  it("survives bytes that are not HTTP", async () => {
    await saidTo("\u0000\u0001 nonsense\r\n\r\n")
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
})

/** The calls before them have used up the wrong guesses of the network. */
const LATE_GUESSES: readonly string[] = ["lockByPassword", "unlockByPassword"]

describe("authorization", () => {
  const ask = (id: EndpointId, headers: Record<string, string>) => {
    const { method, path } = endpoints[id]
    const body = validRequests[id]
    if (method === "POST") return post(path, JSON.stringify(body), { ...json, ...headers })
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]))
    return fetch(`${app.url}/${path}?${query}`, { headers })
  }

  it.each(endpointIds.filter((id) => endpoints[id].auth === "member"))(
    "%s: a token is required, and a good one",
    async (id) => {
      for (const [headers, reason] of [
        [{}, "session.required"],
        [{ token: "x".repeat(43) }, "session.invalid"],
        [{ token: "x".repeat(5_000) }, "session.invalid"],
      ] as const) {
        const response = await ask(id, headers)
        expect(response.status).toBe(401)
        const answer: unknown = await response.json()
        const code = endpoints[id].envelope === "errorCode" ? { errorCode: -1 } : { code: -1 }
        expect(answer).toMatchObject({ ...code, data: { reason } })
      }
    },
  )

  it.each(endpointIds.filter((id) => endpoints[id].auth === "anyone"))(
    "%s: no token is needed, and a bad one is ignored",
    async (id) => {
      expect((await ask(id, { token: "bad" })).status).toBeLessThan(401)
    },
  )

  const unserved = ["logout", "changePassword", "lock", ...LATE_GUESSES]
  it.each(endpointIds.filter((id) => !unserved.includes(id)))("%s: a member is served", async (id) => {
    const response = await ask(id, { token })
    expect(response.status).toBe(200)
  })
})

describe("generated requests", () => {
  const reasons = new Set([...Object.keys(REASONS), ...FIELD_REASONS.map((reason) => `field.${reason}`)])
  /** Runs per endpoint: half of them valid bodies, half mutated ones. */
  const runs = Math.ceil(Number(process.env.FUZZ_RUNS ?? 600) / endpointIds.length)

  /** Bodies that the endpoint's request schema accepts. */
  const validBody = (id: EndpointId): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
    const bodies = Arbitrary.schema(endpoints[id].request)
    return fc.nat().map((seed) => ({
      ...toWire<unknown>(endpoints[id], {
        ...Effect.runSync(Arbitrary.sampleEffect(bodies, { count: 1, seed }))[0],
      }),
    }))
  }
  /** The same without optional fields, such as a cursor, which a handler checks itself. */
  const minimalBody = (id: EndpointId) =>
    validBody(id).map((body) => {
      const fields = requestFields(id)
      const isRequired = (name: string) =>
        name in fields && !SchemaAST.isOptional(fields[name]?.ast ?? SchemaAST.never)
      return Object.fromEntries(Object.entries(body).filter(([name]) => isRequired(name)))
    })
  const unexpected = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.constantFrom("1.00", "-1.00", "1e9", "99999999999999999.99", "25.4000", "up", "AAPL", "aapl"),
    fc.constantFrom("\u0000", "💰", "' or 1=1 --"),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 3 }),
    fc.uuid(),
  )
  /** A valid body with one field changed, missing or added; or any JSON. */
  const mutatedBody = (id: EndpointId): fc.Arbitrary<unknown> => {
    const names = [...Object.keys(requestFields(id)), "admin"]
    const changed = fc
      .tuple(validBody(id), fc.constantFrom(...names), unexpected)
      .map(([body, name, value]) => ({ ...body, [name]: value }))
    const shortened = fc
      .tuple(validBody(id), fc.constantFrom(...names))
      .map(([body, name]) => Object.fromEntries(Object.entries(body).filter(([each]) => each !== name)))
    return fc.oneof(
      { arbitrary: changed, weight: 3 },
      { arbitrary: shortened, weight: 1 },
      { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
    )
  }

  const send = (id: EndpointId, body: unknown): Promise<Response> => {
    const { method, path } = endpoints[id]
    if (method === "POST") return post(path, JSON.stringify(body) ?? "null", { ...json, token })
    const entries = typeof body === "object" && body !== null ? Object.entries(body) : []
    const query = new URLSearchParams(
      entries.map(([name, item]) => [name, typeof item === "string" ? item : (JSON.stringify(item) ?? "")]),
    )
    return fetch(`${app.url}/${path}?${query}`, { headers: { token } })
  }

  /**
   * Sends a request and checks its answer. True when the handler decided it, rather than the
   * router.
   */
  const reachesHandler = async (id: EndpointId, body: unknown): Promise<boolean> => {
    const response = await send(id, body)
    const answer: unknown = await response.json()
    expect(response.status, `${id} ${JSON.stringify(body)}`).toBeLessThan(500)
    const data = dataOf(answer)
    const reason: unknown =
      typeof data === "object" && data !== null ? Reflect.get(data, "reason") : undefined
    const isRefused = response.status !== 200 || JSON.stringify(answer).startsWith('{"code":0')
    if (isRefused) expect(reasons).toContain(reason)
    return !String(reason).startsWith("request.")
  }

  it("get a catalogued reason and never a server fault, and reach every handler", async () => {
    const reached = new Map<EndpointId, number>()
    for (const id of endpointIds.filter((each) => each !== "logout")) {
      const body = fc.oneof(validBody(id), mutatedBody(id))
      const property = fc.asyncProperty(body, async (each) => {
        if (await reachesHandler(id, each)) reached.set(id, (reached.get(id) ?? 0) + 1)
      })
      const minimal = fc.sample(minimalBody(id), Math.ceil(runs / 3)).map((each): [unknown] => [each])
      // a filter without a period is refused, and generated days are seldom one
      const examples: Array<[unknown]> = id === "recordSum" ? [[validRequests[id]], ...minimal] : minimal
      await fc.assert(property, { numRuns: runs, examples })
    }
    console.log(`requests that reached their handler, of ${runs} each: ${[...reached].join(" ")}`)
    const early = endpointIds.filter((id) => id !== "logout" && !LATE_GUESSES.includes(id))
    const unreached = early.filter((id) => !reached.has(id))
    expect(unreached).toEqual([])
  })
})
