/** The calls of the WeChat machine. */
import { Effect } from "effect"
import type { WeChatEvent, WeChatPurpose } from "../../events/wechat.ts"
import { ENTRY_PATH, urlOf } from "../../navigation/routes.ts"
import { failureOf } from "./call.ts"
import { Api, Secrets, Storage } from "./services.ts"
import { storeSession } from "./session-programs.ts"
import { WECHAT_WAY, WECHAT_WAY_EXPIRY_SECONDS } from "./wechat-return.ts"

const options = { key: "wechat", loading: true }

const failed = (error: Parameters<typeof failureOf>[0]): Effect.Effect<WeChatEvent> =>
  Effect.succeed({ type: "wechat.failed", failure: failureOf(error) })

/** WeChat returns to the login page or to the account page of this origin. */
const returnAddress = (purpose: WeChatPurpose): string =>
  new URL(purpose === "login" ? ENTRY_PATH : urlOf("my"), location.origin).href

/** Asks for the address of WeChat's page, and stores what a returned code is compared with. */
export const askWeChatAddress = Effect.fnUntraced(function* ({
  purpose,
}: {
  readonly purpose: WeChatPurpose
}) {
  const { url, state } = yield* (yield* Api).call("codeUrl", { url: returnAddress(purpose) }, options)
  yield* (yield* Storage).write(WECHAT_WAY, { state, purpose }, WECHAT_WAY_EXPIRY_SECONDS)
  return { type: "wechat.addressed", url } as const
}, Effect.catch(failed))

const codeOf = Effect.fnUntraced(function* (handle: string) {
  return (yield* (yield* Secrets).take(handle)) ?? ""
})

/** Logs in by the code and stores the session. */
export const logInByWeChat = Effect.fnUntraced(function* ({ code }: { readonly code: string }) {
  const session = yield* (yield* Api).call("oaLogin", { code: yield* codeOf(code) }, options)
  yield* storeSession(session)
  return { type: "wechat.loggedIn", user: session.user } as const
}, Effect.catch(failed))

/** Links the account of the code to the member. */
export const linkWeChat = Effect.fnUntraced(function* ({ code }: { readonly code: string }) {
  yield* (yield* Api).call("wechatLink", { code: yield* codeOf(code) }, options)
  return { type: "wechat.linked" } as const
}, Effect.catch(failed))
