import { describe, expect, it } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { failureBody, reasonOf, successBody, unwrap } from "../../src/contract/envelope.ts"
import { LANG_OF_LOCALE, languageHeaders, localeOfHeaders } from "../../src/contract/wire-request.ts"
import { LOCALES } from "../../src/domain/limits.ts"

describe("both envelopes", () => {
  it("carry a success through", () => {
    for (const kind of ["errorCode", "code"] as const)
      expect(unwrap(kind, successBody(kind, { a: 1 }))).toEqual({ kind: "success", data: { a: 1 } })
  })

  it("carry a refusal with its reason, field and words", () => {
    const failure = { reason: "order.below-minimum", field: "stake", params: { minimum: "100.00" } }
    for (const kind of ["errorCode", "code"] as const) {
      const unwrapped = unwrap(kind, failureBody(kind, failure, "Too little"))
      expect(unwrapped).toMatchObject({ kind: "refused", message: "Too little", failure })
    }
  })

  it("tell an invalid token, and the wrong password by its own code", () => {
    expect(unwrap("code", { code: -1, msg: "gone" })).toEqual({ kind: "token-invalid", message: "gone" })
    expect(unwrap("errorCode", { errorCode: -1 })).toEqual({ kind: "token-invalid", message: null })
    const wrong = failureBody("errorCode", { reason: "login.wrong-credentials" }, "Passwords is invalid!")
    expect(unwrap("errorCode", wrong)).toMatchObject({ kind: "refused", code: 1007 })
  })

  it.each([
    ["errorCode", { errorCode: 1007 }, "login.wrong-credentials"],
    ["errorCode", { errorCode: 5 }, "login.unexplained"],
    ["errorCode", { errorCode: 5, msg: "", message: "Busy" }, ""],
    ["errorCode", { errorCode: 1, data: { reason: "register.username-taken" } }, "register.username-taken"],
    ["code", { code: 0 }, ""],
    ["code", { code: 0, msg: "No" }, ""],
  ] as const)("%s %j is refused for the reason %j", (kind, body, reason) => {
    const said = unwrap(kind, body)
    expect(said.kind === "refused" && reasonOf(kind, said)).toBe(reason)
  })

  it.each([null, 1, "x", [], {}, { code: "1" }, { errorCode: 0 }])(
    "call %j malformed in the code envelope",
    (body) => {
      expect(unwrap("code", body)).toEqual({ kind: "malformed" })
    },
  )
})

describe("the endpoint table", () => {
  const all = Object.values(endpoints)

  it("declares each method and path once", () => {
    const calls = all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
    expect(new Set(calls).size).toBe(calls.length)
    expect(calls.length).toBeGreaterThan(40)
  })

  it("keeps the errorCode envelope to the login family and the wechat paths", () => {
    const paths = all.filter((endpoint) => endpoint.envelope === "errorCode").map((endpoint) => endpoint.path)
    expect(paths.sort()).toEqual([
      "api/login/account",
      "api/login/forgotten",
      "api/login/lock",
      "api/login/logout",
      "api/login/passkey",
      "api/login/passkey/challenge",
      "api/login/register",
      "api/login/reset",
      "api/login/unlock",
      "login/codeUrl",
      "login/oaLogin",
      "wechat/jsConfig",
    ])
  })

  it("asks for a key wherever money moves, and where one is given up", () => {
    const keyed = all.filter((endpoint) => endpoint.keyed).map((endpoint) => endpoint.path)
    expect(keyed.sort()).toEqual([
      "api/operation/void",
      "api/order/amend",
      "api/order/close",
      "api/order/create",
      "api/pay/create",
      "api/recharge/create",
      "api/withdraw/cancel",
      "api/withdraw/create",
    ])
  })
})

describe("the language of a call", () => {
  it("is understood as it is sent, Italian too", () => {
    expect(LOCALES.map((locale) => localeOfHeaders(languageHeaders(locale)))).toEqual(LOCALES)
  })

  it("is selected by lang alone; English is the fallback for Italian", () => {
    const received = LOCALES.map((locale) => localeOfHeaders({ lang: LANG_OF_LOCALE[locale] }))
    expect(received).toEqual(LOCALES.map((locale) => (locale === "it" ? "en" : locale)))
    expect(localeOfHeaders({ lang: "de_DE", locale: "xx" })).toBe("de")
    expect(localeOfHeaders({})).toBe("en")
    expect(localeOfHeaders({ lang: "xx", locale: ["it"] })).toBe("en")
  })
})
