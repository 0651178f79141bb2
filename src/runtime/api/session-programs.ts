/** The programs of the session machine. The token is stored on the device and nowhere else. */
import { Clock, Effect, Option, Schema } from "effect"
import type { AnswerOf } from "../../contract/endpoints.ts"
import { User } from "../../domain/entities.ts"
import type { FormValues } from "../../domain/validate.ts"
import type { FormEvent } from "../../events/form.ts"
import { Intent, type SessionEvent } from "../../events/session.ts"
import type { WeChatEvent, WeChatPurpose } from "../../events/wechat.ts"
import { ENTRY_PATH, urlOf } from "../../navigation/routes.ts"
import { dropSubscription } from "./browser-push.ts"
import { Api, eventOf, failureOf, Secrets, Storage } from "./services.ts"
import { INTENT, SESSION_NAMES, TEMPORARY_TOKEN, TOKEN, USER } from "./stored-session.ts"
import { WECHAT_WAY, WECHAT_WAY_EXPIRY_SECONDS } from "./wechat-return.ts"

export interface VisitorSubmission {
  readonly formId: "forgotten" | "resetByCode"
  readonly values: FormValues
  readonly handles: Readonly<Record<string, string>>
}

const sendForm = Effect.fnUntraced(function* ({ formId, values, handles }: VisitorSubmission) {
  const api = yield* Api
  const secrets = yield* Secrets
  const username = (values.username ?? "").trim()
  if (formId === "forgotten")
    return yield* api.call("passwordForgotten", { username, contact: (values.contact ?? "").trim() })
  const code = (yield* secrets.take(handles.code ?? "")) ?? ""
  const newPassword = (yield* secrets.take(handles.newPassword ?? "")) ?? ""
  return yield* api.call("passwordReset", { username, code: code.trim(), newPassword: newPassword })
})

/** Submits the form: form.accepted or form.refused. */
export const submitVisitorForm = (submission: VisitorSubmission) =>
  eventOf(
    sendForm(submission),
    (_, at): FormEvent => ({ type: "form.accepted", at }),
    (failure, at): FormEvent => ({ type: "form.refused", failure, at }),
  )

const decodeIntent = Schema.decodeUnknownOption(Intent)

const forgetAll = Effect.gen(function* () {
  const storage = yield* Storage
  for (const name of SESSION_NAMES) yield* storage.remove(name)
  dropSubscription()
})

/** The member of the stored token; null without token or record. */
const keptUser = Effect.gen(function* () {
  const storage = yield* Storage
  const token = yield* storage.read(TOKEN)
  return typeof token === "string" ? yield* readStoredUser : null
})

/**
 * Asks the server for the member if only the token is stored. A token that the server refuses is
 * deleted.
 */
const userOfToken = Effect.gen(function* () {
  const storage = yield* Storage
  if (typeof (yield* storage.read(TOKEN)) !== "string") return null
  return yield* currentUser
}).pipe(
  Effect.catchTag("TokenInvalid", () => Effect.as(forgetAll, null)),
  Effect.catch(() => Effect.succeed(null)),
)

/** Restores the stored session. A value that does not fit its schema counts as absent. */
export const loadSession = Effect.fnUntraced(function* (): Effect.fn.Return<
  SessionEvent,
  never,
  Storage | Api
> {
  const storage = yield* Storage
  const at = yield* Clock.currentTimeMillis
  const stored = decodeIntent(yield* storage.read(INTENT))
  const intent = stored._tag === "Some" ? stored.value : null
  const user = (yield* keptUser) ?? (yield* userOfToken)
  return user === null
    ? { type: "session.notRestored", intent, at }
    : { type: "session.restored", user, intent, at }
})

/** Reads the stored session again after another tab has changed it. */
export const reloadSession = Effect.fnUntraced(function* (): Effect.fn.Return<SessionEvent, never, Storage> {
  const user = yield* keptUser
  const at = yield* Clock.currentTimeMillis
  return user === null ? { type: "session.endedElsewhere", at } : { type: "session.beganElsewhere", user, at }
})

export interface Credentials {
  readonly username: string
  readonly secret: string
  readonly code?: string
  readonly passkey?: true
  readonly invitationCode: string | null
  readonly termsAtMs?: number
}

/** The date of the terms; asked for if the page could not show it yet. */
const termsDateOf = Effect.fnUntraced(function* ({ termsAtMs }: Credentials) {
  return termsAtMs ?? (yield* (yield* Api).call("systemConfig", {})).login.termsAtMs
})

/** Stores the record and the tokens of a session that the server opened. */
export const storeSession = Effect.fnUntraced(function* (session: AnswerOf<"login">) {
  const storage = yield* Storage
  yield* storeUser(session.user)
  yield* storage.write(TEMPORARY_TOKEN, session.temporaryToken)
  // last: other tabs read the rest as soon as the token changes
  yield* storage.write(TOKEN, session.token)
})

const sessionOf = Effect.fnUntraced(function* (credentials: Credentials) {
  const { username, secret, invitationCode } = credentials
  const api = yield* Api
  const secrets = yield* Secrets
  const password = (yield* secrets.take(secret)) ?? ""
  const code = credentials.code === undefined ? undefined : yield* secrets.take(credentials.code)
  const options = { key: "session.authenticate", loading: true }
  const session = yield* credentials.passkey
    ? api.call("passkeyLogin", { assertion: password }, options)
    : invitationCode === null
      ? api.call("login", { username, password, ...(code !== undefined && { factorCode: code }) }, options)
      : api.call(
          "register",
          { username, password, invitationCode, termsAtMs: yield* termsDateOf(credentials) },
          options,
        )
  yield* storeSession(session)
  return session.user
})

/**
 * Logs in, or registers with an invitation code, and stores the tokens. The password, or the assertion of
 * a passkey, is taken from its handle, once.
 */
export const authenticate = (credentials: Credentials) =>
  eventOf(
    sessionOf(credentials),
    (user, at): SessionEvent => ({ type: "session.authenticated", user, at }),
    (failure, at): SessionEvent => ({ type: "session.refused", failure, at }),
  )

const currentUser = Effect.gen(function* () {
  const user = yield* (yield* Api).call("userInfo", {}, { key: "session.refresh" })
  yield* storeUser(user)
  return user
})

/** Refetches and stores the member's record. */
export const refreshUser = () =>
  eventOf(
    currentUser,
    (user, at): SessionEvent => ({ type: "session.refreshed", user, at }),
    (failure, at): SessionEvent => ({ type: "session.refreshFailed", failure, at }),
  )

/**
 * Deletes tokens and record. With `notifyServer` it logs out on the server first; a failure of that does
 * not keep the member logged in here.
 */
export const clearSession = Effect.fnUntraced(function* ({
  notifyServer,
}: {
  readonly notifyServer: boolean
}) {
  if (notifyServer) yield* Effect.ignore((yield* Api).call("logout", {}, { key: "session.logout" }))
  yield* forgetAll
  return { type: "session.cleared", at: yield* Clock.currentTimeMillis } as const
})

// The member's record on the device, stored with its wire names.

const decodeUser = Schema.decodeUnknownOption(User)
const encodeUser = Schema.encodeSync(User)

/** Null if there is none, or if it does not fit. */
const readStoredUser = Effect.gen(function* () {
  const storage = yield* Storage
  return Option.getOrNull(decodeUser(yield* storage.read(USER)))
})

export const storeUser = Effect.fnUntraced(function* (user: User) {
  const storage = yield* Storage
  yield* storage.write(USER, encodeUser(user))
})

// The calls of the WeChat machine.

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
