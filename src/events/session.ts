/** Who is using the app: what the session machine may be told. Passwords and tokens never pass through here; `secret` is a handle to one. */
import { Schema } from "effect"
import { Id, User } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./event-shape.ts"

const text = Schema.String

/** Where the member wanted to be when login came in between; `memberId` null: whoever logs in. */
export const Intent = Schema.Struct({ memberId: Schema.NullOr(Id), url: text })
export type Intent = typeof Intent.Type

export const SessionEvent = Schema.Union([
  // commands
  event("session.login", { username: text, secret: text, at }),
  event("session.register", { username: text, secret: text, invitationCode: text, at }),
  event("session.askLogout", { at }),
  event("session.confirmLogout", { at }),
  event("session.cancelLogout", { at }),
  event("session.refresh", { at }),
  event("session.keepIntent", { url: text, at }),
  // facts
  event("session.restored", { user: User, intent: Schema.NullOr(Intent), at }),
  event("session.absent", { intent: Schema.NullOr(Intent), at }),
  event("session.authenticated", { user: User, at }),
  event("session.refused", { failure: Failure, at }),
  event("session.refreshed", { user: User, at }),
  event("session.refreshFailed", { failure: Failure, at }),
  /** Some call was told that the token is no longer good, while the member was at `url`. */
  event("session.tokenInvalid", { envelope: Schema.Literals(["errorCode", "code"]), url: text, at }),
  event("session.cleared", { at }),
  /** Another tab of this browser logged out, or logged in. */
  event("session.endedElsewhere", { at }),
  event("session.beganElsewhere", { user: User, at }),
])
export type SessionEvent = typeof SessionEvent.Type

/** What the session machine tells the house. */
export type SessionEmitted =
  | {
      readonly type: "session.began"
      readonly memberId: string
      readonly open: string | null
      /** What the member has just done here to be let in; null where the session was kept, or began in another tab. */
      readonly by: "login" | "registration" | null
    }
  /** The token is no longer good, or there is none where one is needed: the words for it are due. */
  | { readonly type: "session.lapsed"; readonly reason: "session.invalid" | "session.required" }
  | { readonly type: "session.ended"; readonly why: "logout" | "token-invalid" | "elsewhere" }
