import { casesFor } from "@financial-links/paths"
import { wechatMachine } from "../../../machines/wechat.ts"
import type { WeChatEvent } from "../../../src/events/wechat.ts"
import { memberOf } from "../../support/member.ts"

const atStart: readonly WeChatEvent[] = [
  { type: "wechat.notReturned" },
  { type: "wechat.returned", purpose: "login", code: "handle" },
  { type: "wechat.returned", purpose: "link", code: "handle" },
  { type: "wechat.failed", failure: { reason: "wechat.code-refused" } },
]

const later: readonly WeChatEvent[] = [
  { type: "wechat.identify", isMember: false },
  { type: "wechat.identify", isMember: true },
  { type: "wechat.begin", purpose: "login" },
  { type: "wechat.begin", purpose: "link" },
  { type: "wechat.addressed", url: "https://open.weixin.qq.com/" },
  { type: "wechat.loggedIn", user: memberOf("ada") },
  { type: "wechat.linked" },
  { type: "wechat.failed", failure: { reason: "no-answer.network" } },
  { type: "wechat.forget" },
]

/** Both purposes, for a visitor and for a member, and each failure. */
export const cases = casesFor(wechatMachine, {
  events: ({ value }): readonly WeChatEvent[] => (value === "beginning" ? atStart : later),
})
