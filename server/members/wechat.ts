/**
 * WeChat's official-account log-in and page signature. Works where an app id and its secret are
 * configured; refuses with `wechat.not-configured` elsewhere.
 */

import { createHash, randomBytes } from "node:crypto"
import { Clock, Context, Effect, Layer, Schema, Semaphore } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Config, type WeChatSettings } from "../config.ts"
import { fetchText } from "../core/fetch-text.ts"
import type { Call } from "../core/handler.ts"
import { publicAddress } from "../core/public-address.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { requireOwnLogin } from "./demo.ts"
import { hasFactor } from "./factor.ts"
import { openSession } from "./login.ts"
import { requireMember } from "./members.ts"

const TIMEOUT = "10 seconds"
const ANSWER_MAX_BYTES = 64 * 1024
/** A token is renewed this long before WeChat ends it. */
const RENEWED_BEFORE_MS = 5 * 60_000

/** WeChat reports a failure as an `errcode` other than 0 in an answer of status 200. */
const ErrorCode = Schema.Struct({ errcode: Schema.optionalKey(Schema.Int) })
const lifetime = { expires_in: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 })) }
const AccessToken = Schema.Struct({ access_token: Schema.NonEmptyString, ...lifetime })
const SignatureSecret = Schema.Struct({ ticket: Schema.NonEmptyString, ...lifetime })
const OpenId = Schema.Struct({ openid: Schema.String.check(Schema.isPattern(/^[\w-]{1,128}$/)) })

/** WeChat gave no usable answer. The message never contains the secret. */
class WeChatFailed extends Schema.TaggedError<WeChatFailed>()("WeChatFailed", {
  message: Schema.String,
  /** WeChat's own code; null without an answer. */
  code: Schema.NullOr(Schema.Int),
}) {}

/** The codes by which WeChat refuses a log-in code: unknown, used, expired. */
const CODE_REFUSED: ReadonlySet<number> = new Set([40029, 40163, 42003])
/** The codes by which WeChat refuses an access token that it has replaced meanwhile. */
const TOKEN_REFUSED: ReadonlySet<number> = new Set([40001, 40014, 42001])

/** Calls WeChat once and decodes the answer. */
const ask = Effect.fnUntraced(function* <A>(
  { api }: WeChatSettings,
  path: string,
  params: Readonly<Record<string, string>>,
  schema: Schema.Codec<A, unknown>,
) {
  const url = new URL(path, api)
  url.search = new URLSearchParams(params).toString()
  const text = yield* Effect.tryPromise({
    try: (signal) => fetchText(url, signal, ANSWER_MAX_BYTES),
    catch: (thrown) => new WeChatFailed({ message: String(thrown), code: null }),
  }).pipe(
    Effect.timeout(TIMEOUT),
    Effect.catchTag("TimeoutError", () =>
      Effect.fail(new WeChatFailed({ message: "no answer in time", code: null })),
    ),
  )
  const malformed = () => new WeChatFailed({ message: `${path}: a malformed answer`, code: null })
  const decode = <B>(as: Schema.Codec<B, unknown>) =>
    Effect.mapError(Schema.decodeUnknownEffect(Schema.fromJsonString(as))(text), malformed)
  const { errcode = 0 } = yield* decode(ErrorCode)
  if (errcode !== 0) return yield* new WeChatFailed({ message: `${path}: errcode ${errcode}`, code: errcode })
  return yield* decode(schema)
})

interface Held {
  readonly value: string
  readonly untilMs: number
}

/** The secret that page signatures are made with. WeChat limits how often it may be read. */
export class WeChatSignature extends Context.Service<
  WeChatSignature,
  { readonly secret: (settings: WeChatSettings) => Effect.Effect<string, WeChatFailed> }
>()("financial-links/server/members/WeChatSignature") {
  static readonly layer = Layer.sync(WeChatSignature, () => {
    let accessToken: Held | null = null
    let signing: Held | null = null
    const one = Semaphore.makeUnsafe(1)
    const held = (value: string, seconds: number) =>
      Effect.map(
        Clock.currentTimeMillis,
        (nowMs): Held => ({ value, untilMs: nowMs + Math.max(0, seconds * 1_000 - RENEWED_BEFORE_MS) }),
      )
    const currentToken = Effect.fnUntraced(function* (settings: WeChatSettings) {
      if (accessToken !== null && accessToken.untilMs > (yield* Clock.currentTimeMillis))
        return accessToken.value
      const { appId: appid, secret } = settings
      const params = { grant_type: "client_credential", appid, secret }
      const { access_token, expires_in } = yield* ask(settings, "/cgi-bin/token", params, AccessToken)
      accessToken = yield* held(access_token, expires_in)
      return access_token
    })
    const readSecret = Effect.fnUntraced(function* (settings: WeChatSettings) {
      const params = { access_token: yield* currentToken(settings), type: "jsapi" }
      return yield* ask(settings, "/cgi-bin/ticket/getticket", params, SignatureSecret)
    })
    const currentSecret = Effect.fnUntraced(function* (settings: WeChatSettings) {
      if (signing !== null && signing.untilMs > (yield* Clock.currentTimeMillis)) return signing.value
      const answer = yield* Effect.catch(readSecret(settings), (failed) => {
        if (failed.code === null || !TOKEN_REFUSED.has(failed.code)) return Effect.fail(failed)
        accessToken = null
        return readSecret(settings)
      })
      signing = yield* held(answer.ticket, answer.expires_in)
      return answer.ticket
    })
    return WeChatSignature.of({ secret: (settings) => one.withPermits(1)(currentSecret(settings)) })
  })
}

const requireSettings = Effect.gen(function* () {
  return (yield* Config).weChat ?? (yield* refusal("wechat.not-configured"))
})

/** Logs why WeChat failed and refuses the call. */
const refuse = (failed: WeChatFailed) =>
  Effect.andThen(
    Effect.logWarning(`WeChat does not answer as it should: ${failed.message}`),
    Effect.fail(refusal("wechat.unavailable")),
  )

/**
 * The page of this site that a caller names. Any other is refused: it would get the code that logs
 * in.
 */
const requireOwnPage = Effect.fnUntraced(function* (text: string) {
  const url = URL.parse(text)
  if (url === null || url.origin !== new URL(yield* publicAddress()).origin)
    return yield* refusal("field.invalid", { field: "url" })
  return url
})

/**
 * The address of WeChat's log-in page, which returns to `url` with a `code` for `oaLogin` and the
 * `state`. The page compares the state, so that no other member's code logs in here.
 */
export const readCodeUrl = Effect.fn("readCodeUrl")(function* (request: RequestOf<"codeUrl">) {
  const settings = yield* requireSettings
  const page = yield* requireOwnPage(request.url)
  const state = randomBytes(16).toString("hex")
  const url = new URL("/connect/oauth2/authorize", settings.open)
  url.search = new URLSearchParams({
    appid: settings.appId,
    redirect_uri: page.href,
    response_type: "code",
    scope: "snsapi_base",
    state,
  }).toString()
  url.hash = "wechat_redirect"
  return { url: url.href, state }
})

/** Signs a page of this site for WeChat's script, over its URL without the fragment. */
export const signPage = Effect.fn("signPage")(function* (request: RequestOf<"jsConfig">) {
  const settings = yield* requireSettings
  yield* requireOwnPage(request.url)
  const [url = ""] = request.url.split("#")
  const { secret: readSecret } = yield* WeChatSignature
  const secret = yield* Effect.catch(readSecret(settings), refuse)
  const nonceStr = randomBytes(16).toString("hex")
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  const signed = `jsapi_ticket=${secret}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
  const signature = createHash("sha1").update(signed).digest("hex")
  return { appId: settings.appId, timestamp, nonceStr, signature }
})

/** The WeChat account that a code stands for. A code works once, for five minutes. */
const openIdOf = Effect.fnUntraced(function* (settings: WeChatSettings, code: string) {
  const { appId: appid, secret } = settings
  const params = { appid, secret, code, grant_type: "authorization_code" }
  const { openid } = yield* Effect.catch(
    ask(settings, "/sns/oauth2/access_token", params, OpenId),
    (failed) =>
      failed.code !== null && CODE_REFUSED.has(failed.code)
        ? Effect.fail(refusal("wechat.code-refused", { field: "code" }))
        : refuse(failed),
  )
  return openid
})

/** Logs in the member whom the WeChat account belongs to, unless the account asks for a code too. */
export const logInByWeChat = Effect.fn("logInByWeChat")(function* (
  request: RequestOf<"oaLogin">,
  call: Call,
) {
  const settings = yield* requireSettings
  const openId = yield* openIdOf(settings, request.code)
  const rows = yield* sql<{ member_id: string }>(
    "select member_id from wechat_accounts where app_id = $1 and open_id = $2",
    [settings.appId, openId],
  )
  const linked = rows[0] ?? (yield* refusal("wechat.not-linked"))
  if (yield* hasFactor(linked.member_id)) return yield* refusal("wechat.code-required")
  return yield* openSession(yield* requireMember(linked.member_id), call, "wechat")
})

/** Links the WeChat account of a code to the member, instead of an earlier one. */
export const linkWeChat = Effect.fn("linkWeChat")(function* (request: RequestOf<"wechatLink">, call: Call) {
  yield* requireOwnLogin(call.memberId)
  const settings = yield* requireSettings
  const openId = yield* openIdOf(settings, request.code)
  const atMs = yield* Clock.currentTimeMillis
  const linked = transaction(
    Effect.gen(function* () {
      yield* execute("delete from wechat_accounts where app_id = $1 and member_id = $2", [
        settings.appId,
        call.memberId,
      ])
      return yield* execute(
        `insert into wechat_accounts (app_id, open_id, member_id, linked_at_ms) values ($1, $2, $3, $4)
         on conflict (app_id, open_id) do nothing`,
        [settings.appId, openId, call.memberId, atMs],
      )
    }).pipe(
      Effect.flatMap((inserted) =>
        inserted === 0 ? Effect.fail(refusal("wechat.linked-elsewhere")) : Effect.succeed({}),
      ),
    ),
  )
  return yield* linked
})
