/** The programs of the session machine. The token is stored on the device and nowhere else. */
import { Clock, Effect, Option, Schema } from "effect"
import type { AnswerOf } from "../../contract/endpoints.ts"
import { User } from "../../domain/entities.ts"
import type { FormValues } from "../../domain/validate.ts"
import type { FormEvent } from "../../events/form.ts"
import { Intent, type SessionEvent } from "../../events/session.ts"
import { dropSubscription } from "./browser-push.ts"
import { failureOf } from "./call.ts"
import { Api, Secrets, Storage } from "./services.ts"
import { INTENT, SESSION_NAMES, TEMPORARY_TOKEN, TOKEN, USER } from "./stored-session.ts"

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

/** Submits the form: form.accepted or form.refused. Never retries by itself. */
export const submitVisitorForm = Effect.fnUntraced(function* (submission: VisitorSubmission) {
  const result = yield* Effect.result(sendForm(submission))
  const at = yield* Clock.currentTimeMillis
  const fact: FormEvent =
    result._tag === "Success"
      ? { type: "form.accepted", at }
      : { type: "form.refused", failure: failureOf(result.failure), at }
  return fact
})

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
  const user = yield* (yield* Api).call("userInfo", {}, { key: "session.refresh" })
  yield* storeUser(user)
  return user
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
  const kept = decodeIntent(yield* storage.read(INTENT))
  const intent = kept._tag === "Some" ? kept.value : null
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

/**
 * Logs in, or registers with an invitation code, and stores the tokens. The password is taken from
 * its handle, once.
 */
export const authenticate = Effect.fnUntraced(
  function* (credentials: Credentials) {
    const { username, secret, invitationCode } = credentials
    const api = yield* Api
    const password = (yield* (yield* Secrets).take(secret)) ?? ""
    const options = { key: "session.authenticate", loading: true }
    const session = yield* invitationCode === null
      ? api.call("login", { username, password }, options)
      : api.call(
          "register",
          {
            username,
            password,
            invitationCode,
            termsAtMs: yield* termsDateOf(credentials),
          },
          options,
        )
    yield* storeSession(session)
    const at = yield* Clock.currentTimeMillis
    return { type: "session.authenticated", user: session.user, at } as const
  },
  Effect.catch((error) =>
    Effect.map(Clock.currentTimeMillis, (at) => ({
      type: "session.refused" as const,
      failure: failureOf(error),
      at,
    })),
  ),
)

/** Refetches and stores the member's record. */
export const refreshUser = Effect.fnUntraced(
  function* () {
    const user = yield* (yield* Api).call("userInfo", {}, { key: "session.refresh" })
    yield* storeUser(user)
    const at = yield* Clock.currentTimeMillis
    return { type: "session.refreshed", user, at } as const
  },
  Effect.catch((error) =>
    Effect.map(Clock.currentTimeMillis, (at) => ({
      type: "session.refreshFailed" as const,
      failure: failureOf(error),
      at,
    })),
  ),
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
