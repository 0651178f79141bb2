/**
 * Events of the session machine. Passwords and tokens are never part of them; `secret` and `code` are handles.
 */

import { Schema } from "effect"
import { Id, User } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

const text = Schema.String

/** The page to return to after login; `memberId` null matches any member. */
export const Intent = Schema.Struct({ memberId: Schema.NullOr(Id), url: text })
export type Intent = typeof Intent.Type

export const SessionEvent = Schema.Union([
  // commands
  event("session.login", {
    username: text,
    secret: text,
    code: Schema.optionalKey(text),
    passkey: Schema.optionalKey(Schema.Literal(true)),
    at,
  }),
  event("session.register", {
    username: text,
    secret: text,
    invitationCode: text,
    termsAtMs: Schema.optionalKey(at),
    at,
  }),
  event("session.askLogout", { at }),
  event("session.confirmLogout", { at }),
  event("session.cancelLogout", { at }),
  event("session.refresh", { at }),
  event("session.keepIntent", { url: text, at }),
  // facts
  event("session.restored", { user: User, intent: Schema.NullOr(Intent), at }),
  event("session.notRestored", { intent: Schema.NullOr(Intent), at }),
  event("session.authenticated", { user: User, at }),
  event("session.refused", { failure: Failure, at }),
  event("session.refreshed", { user: User, at }),
  event("session.refreshFailed", { failure: Failure, at }),
  /** A call was answered with an invalid token while the member was at `url`. */
  event("session.tokenRejected", { envelope: Schema.Literals(["errorCode", "code"]), url: text, at }),
  event("session.cleared", { at }),
  /** Another tab of this browser, or the way through WeChat, logged in or out. */
  event("session.endedElsewhere", { at }),
  event("session.beganElsewhere", { user: User, at }),
])
export type SessionEvent = typeof SessionEvent.Type

/** Events that the session machine emits. */
export type SessionEmitted =
  | {
      readonly type: "session.began"
      readonly memberId: string
      readonly open: string | null
      /** How the session began in this tab; null if it was stored or began in another tab. */
      readonly by: "login" | "registration" | null
    }
  /** A log-in or a registration was refused or could not be taken, or was needless (null). */
  | { readonly type: "session.answered"; readonly failure: Failure | null }
  /** The token is invalid or missing: the member is informed. */
  | { readonly type: "session.lapsed"; readonly reason: "session.invalid" | "session.required" }
  | { readonly type: "session.ended"; readonly why: "logout" | "token-invalid" | "elsewhere" }
