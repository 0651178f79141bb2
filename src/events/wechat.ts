/** Events of the WeChat machine. The code that WeChat returns is never part of them; `code` is a handle. */

import { Schema } from "effect"
import { User } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { event } from "./declaration.ts"

/** What the way through WeChat is for: a visitor logs in, or a member links the account. */
export const WeChatPurpose = Schema.Literals(["login", "link"])
export type WeChatPurpose = typeof WeChatPurpose.Type

export const WeChatEvent = Schema.Union([
  // commands
  event("wechat.begin", { purpose: WeChatPurpose }),
  /** The session is known: a member or a visitor returned from WeChat. */
  event("wechat.identify", { isMember: Schema.Boolean }),
  /** The session began or ended: nothing of the last way is shown any more. */
  event("wechat.forget", {}),
  // facts
  event("wechat.notReturned", {}),
  event("wechat.returned", { purpose: WeChatPurpose, code: Schema.String }),
  event("wechat.addressed", { url: Schema.String }),
  event("wechat.loggedIn", { user: User }),
  event("wechat.linked", {}),
  event("wechat.failed", { failure: Failure }),
])
export type WeChatEvent = typeof WeChatEvent.Type

export type WeChatEmitted =
  /** The browser goes to WeChat's log-in page. */
  | { readonly type: "wechat.left"; readonly url: string }
  /** The session of this member is stored. */
  | { readonly type: "wechat.sessionStored"; readonly user: User }
