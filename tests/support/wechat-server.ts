/** A stand-in for WeChat: checks every parameter, and page signatures as WeChat's script does. */
import { createHash, randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { WeChatSignature } from "../../src/contract/endpoints.ts"
import { listening } from "./listening.ts"

export const weChatApp = { appId: "wx1234567890abcdef", secret: "0123456789abcdef0123456789abcdef" } as const

type Signature = typeof WeChatSignature.Type

const send = (response: ServerResponse, body: unknown): void => {
  // WeChat sends JSON as text
  response.writeHead(200, { "content-type": "text/plain" })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

/** What the stand-in answers instead, by path. */
type Faults = Readonly<Record<string, unknown>>

/** Starts it on a free port. `user` is the open id of the account that logs in at the log-in page. */
export const startWeChat = async () => {
  const asked: string[] = []
  const codes = new Map<string, string>()
  let [user, faults, token, ticket]: [string, Faults, string, string] = ["open-1", {}, "", ""]
  const isApp = (query: URLSearchParams) =>
    query.get("appid") === weChatApp.appId && query.get("secret") === weChatApp.secret
  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    "/cgi-bin/token": (query) => {
      if (!isApp(query) || query.get("grant_type") !== "client_credential") return { errcode: 40013 }
      token = randomUUID()
      return { access_token: token, expires_in: 7_200 }
    },
    "/cgi-bin/ticket/getticket": (query) => {
      if (query.get("access_token") !== token || query.get("type") !== "jsapi") return { errcode: 40001 }
      ticket = randomUUID()
      return { errcode: 0, errmsg: "ok", ticket, expires_in: 7_200 }
    },
    "/sns/oauth2/access_token": (query) => {
      const openid = codes.get(query.get("code") ?? "")
      if (!isApp(query) || query.get("grant_type") !== "authorization_code") return { errcode: 40013 }
      if (openid === undefined) return { errcode: 40029, errmsg: "invalid code" }
      codes.delete(query.get("code") ?? "")
      return { access_token: randomUUID(), expires_in: 7_200, openid, scope: "snsapi_base" }
    },
  }
  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const isRight = query.get("appid") === weChatApp.appId && query.get("response_type") === "code"
    const back = URL.parse(query.get("redirect_uri") ?? "")
    if (!isRight || back === null || query.get("scope") !== "snsapi_base") {
      send(response, "bad request")
      return
    }
    const code = randomUUID()
    codes.set(code, user)
    back.searchParams.set("code", code)
    back.searchParams.set("state", query.get("state") ?? "")
    response.writeHead(302, { location: back.href })
    response.end()
  }
  const { url, close } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    asked.push(pathname)
    if (pathname in faults) send(response, faults[pathname])
    else if (pathname === "/connect/oauth2/authorize") authorize(searchParams, response)
    else send(response, answers[pathname]?.(searchParams) ?? { errcode: 404 })
  })
  return {
    env: {
      WECHAT_APP_ID: weChatApp.appId,
      WECHAT_APP_SECRET: weChatApp.secret,
      WECHAT_API: url,
      WECHAT_OPEN: url,
    },
    asked,
    /** Another WeChat user logs in from now on. */
    become: (openId: string) => {
      user = openId
    },
    /** Answers these paths so from now on. */
    fail: (next: Faults) => {
      faults = next
    },
    /** Ends the access token, as WeChat does when another process asks for one. */
    endToken: () => {
      token = ""
    },
    /** True if WeChat's script accepts the signature on the page at `page`. */
    accepts: ({ appId, nonceStr, timestamp, signature }: Signature, page: string): boolean => {
      const [shown = ""] = page.split("#")
      const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${shown}`
      return appId === weChatApp.appId && createHash("sha1").update(text).digest("hex") === signature
    },
    stop: close,
  }
}
