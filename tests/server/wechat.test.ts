import { Schema } from "effect"
import { TOTP } from "otpauth"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { sendCommand } from "../../server/operator/socket.ts"
import { WeChatSignature } from "../../src/contract/endpoints.ts"
import { makeFactor, writeFactor } from "../../src/domain/factor.ts"
import { confirmBy, fieldOf, openApp, reasonOf, type TestApp } from "../support/app.ts"
import { startWeChat } from "../support/wechat-server.ts"

let weChat: Awaited<ReturnType<typeof startWeChat>>
let app: TestApp
beforeAll(async () => {
  weChat = await startWeChat()
  app = await openApp(weChat.env)
})
afterEach(() => weChat.fail({}))
afterAll(async () => {
  await app.stop()
  await weChat.stop()
})

const page = () => `${app.url}/pages/login/login?from=wechat`

/** Goes through WeChat's log-in page as this WeChat user, back to the page with a code. */
const codeOf = async (openId: string): Promise<string> => {
  weChat.become(openId)
  const answer = await app.call("codeUrl", { url: page() })
  const gone = await fetch(String(fieldOf(answer, "url")), { redirect: "manual" })
  const back = new URL(gone.headers.get("location") ?? "")
  expect(`${back.origin}${back.pathname}`).toBe(`${app.url}/pages/login/login`)
  expect(back.searchParams.get("from")).toBe("wechat")
  expect(back.searchParams.get("state")).toBe(fieldOf(answer, "state"))
  return back.searchParams.get("code") ?? ""
}

describe("the address of WeChat's log-in page", () => {
  it("leads through WeChat back to the page, with a code and a state of its own each time", async () => {
    expect(await codeOf("open-1")).not.toBe("")
    const states = [await app.call("codeUrl", { url: page() }), await app.call("codeUrl", { url: page() })]
    expect(new Set(states.map((answer) => fieldOf(answer, "state"))).size).toBe(2)
    expect(String(fieldOf(await app.call("codeUrl", { url: page() }), "url"))).toMatch(/#wechat_redirect$/)
  })

  it("returns to pages of this site only", async () => {
    for (const url of ["https://evil.example/", "//evil.example", "javascript:alert(1)", "x", ""])
      for (const endpoint of ["codeUrl", "jsConfig"] as const) {
        const answer = await app.call(endpoint, { url })
        expect(answer.body).toMatchObject({ errorCode: 1, data: { reason: "field.invalid", field: "url" } })
      }
  })
})

describe("a page signature", () => {
  const sign = async (url: string) => {
    const { said } = await app.call("jsConfig", { url })
    return Schema.decodeUnknownSync(WeChatSignature)(said.kind === "success" ? said.data : said)
  }

  it("is accepted by WeChat for the page, without its fragment, and for no other", async () => {
    const signed = await sign(`${page()}#top`)
    expect(weChat.accepts(signed, `${page()}#elsewhere`)).toBe(true)
    expect(weChat.accepts(signed, `${page()}&more=1`)).toBe(false)
    expect(Math.abs(signed.timestamp - Date.now() / 1_000)).toBeLessThan(60)
    expect((await sign(page())).nonceStr).not.toBe(signed.nonceStr)
  })

  it("uses one ticket for all pages until it ends", async () => {
    await sign(page())
    const before = weChat.asked.length
    await Promise.all([sign(page()), sign(`${app.url}/`), sign(`${app.url}/pages/promote/index`)])
    expect(weChat.asked.slice(before)).toEqual([])
  })
})

describe("a log-in by WeChat", () => {
  it("opens a session of the member who linked the account, and none before the link", async () => {
    const unknown = await app.call("oaLogin", { code: await codeOf("open-ada") })
    expect(unknown.body).toMatchObject({ errorCode: 1, data: { reason: "wechat.not-linked" } })
    const ada = await app.join("ada")
    const linked = await app.call("wechatLink", { code: await codeOf("open-ada") }, { token: ada.token })
    expect(reasonOf(linked)).toBeNull()
    const answer = await app.call("oaLogin", { code: await codeOf("open-ada") })
    expect(answer.body).toMatchObject({ errorCode: 0, data: { user: { username: "ada" } } })
    const session = { token: String(fieldOf(answer, "token")) }
    expect(fieldOf(await app.call("userInfo", {}, session), "id")).toBe(ada.id)
  })

  it("takes each code once, and no invented one", async () => {
    const code = await codeOf("open-ada")
    expect(reasonOf(await app.call("oaLogin", { code }))).toBeNull()
    for (const used of [code, "invented", ""])
      expect((await app.call("oaLogin", { code: used })).body).toMatchObject({
        data: { reason: "wechat.code-refused", field: "code" },
      })
  })

  it("belongs to one member, who may change the account", async () => {
    const [bob, eve] = [await app.join("bob"), await app.join("eve")]
    const link = async (openId: string, token: string) =>
      reasonOf(await app.call("wechatLink", { code: await codeOf(openId) }, { token }))
    expect(await link("open-bob", bob.token)).toBeNull()
    expect(await link("open-eve", eve.token)).toBeNull()
    expect(await link("open-bob", eve.token)).toBe("wechat.linked-elsewhere")
    expect(reasonOf(await app.call("oaLogin", { code: await codeOf("open-eve") }))).toBeNull()
    expect(await link("open-bob-2", bob.token)).toBeNull()
    expect(reasonOf(await app.call("oaLogin", { code: await codeOf("open-bob") }))).toBe("wechat.not-linked")
  })

  it("opens no session of a member whose account has an authenticator app", async () => {
    const { token } = await app.join("ife")
    await app.call("wechatLink", { code: await codeOf("open-ife") }, { token })
    const factor = makeFactor((count) => crypto.getRandomValues(new Uint8Array(count)))
    const factor_code = new TOTP({ secret: factor.key }).generate({ timestamp: app.nowMs() })
    const confirmation = await confirmBy(app.url, { purpose: "factor", change: "app" }, { token })
    const added = { confirmation, factor_secret: writeFactor(factor), factor_code }
    expect(reasonOf(await app.call("factorAdd", added, { token }))).toBeNull()
    expect(reasonOf(await app.call("oaLogin", { code: await codeOf("open-ife") }))).toBe(
      "wechat.code-required",
    )
  })

  it("leads to what stays open while the site is closed", async () => {
    await sendCommand(app.dataDir, ["site", "off", "--why", "a test"])
    const code = await codeOf("open-ada")
    const answer = await app.call("oaLogin", { code })
    const session = { token: String(fieldOf(answer, "token")) }
    expect(reasonOf(await app.call("withdrawals", {}, session))).toBeNull()
    await sendCommand(app.dataDir, ["site", "on", "--why", "a test"])
  })
})

describe("a WeChat that does not answer as it should", () => {
  /** It has asked WeChat for nothing yet. */
  let own: TestApp
  beforeAll(async () => {
    own = await openApp(weChat.env)
  })
  afterAll(() => own.stop())

  it.each([
    ["an error", { errcode: -1, errmsg: "system error" }],
    ["no JSON", "<html>"],
    ["a wrong shape", { openid: 5, ticket: 5, access_token: 5 }],
    ["a forged id", { openid: "a b", ticket: "", access_token: "" }],
    ["too much", "x".repeat(100_000)],
  ])("is reported as unavailable: %s", async (_, body) => {
    weChat.fail({
      "/sns/oauth2/access_token": body,
      "/cgi-bin/token": body,
      "/cgi-bin/ticket/getticket": body,
    })
    const log = await own.call("oaLogin", { code: "any" }, { lang: "de_DE" })
    expect(log.status).toBe(502)
    expect(log.body).toMatchObject({ errorCode: 1, data: { reason: "wechat.unavailable" } })
    expect(log.body).toMatchObject({ msg: expect.stringContaining("WeChat antwortet") })
    expect(reasonOf(await own.call("jsConfig", { url: `${own.url}/` }))).toBe("wechat.unavailable")
  })

  it("is requested another access token when the one at hand has ended", async () => {
    weChat.fail({ "/cgi-bin/ticket/getticket": { errcode: -1 } })
    expect(reasonOf(await own.call("jsConfig", { url: `${own.url}/` }))).toBe("wechat.unavailable")
    weChat.fail({})
    weChat.endToken()
    expect(reasonOf(await own.call("jsConfig", { url: `${own.url}/` }))).toBeNull()
  })
})

it("is refused clearly where it is not configured", async () => {
  const own = await openApp()
  const { token } = await own.join("ada")
  for (const answer of [
    await own.call("codeUrl", { url: `${own.url}/` }, { lang: "de_DE" }),
    await own.call("jsConfig", { url: `${own.url}/` }, { lang: "de_DE" }),
    await own.call("oaLogin", { code: "x" }, { lang: "de_DE" }),
  ])
    expect(answer.body).toMatchObject({
      errorCode: 1,
      msg: "WeChat ist hier nicht eingerichtet.",
      data: { reason: "wechat.not-configured" },
    })
  expect(reasonOf(await own.call("wechatLink", { code: "x" }, { token }))).toBe("wechat.not-configured")
  await own.stop()
})
