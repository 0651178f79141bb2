import { describe } from "vitest"
import { selectWeChatFailure, wechatMachine, wechatPhase } from "../../machines/wechat.ts"
import type { WeChatEvent, WeChatPurpose } from "../../src/events/wechat.ts"
import { memberOf } from "../support/member.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: wechatPhase,
  phases: {
    asking: "busy",
    beginning: "ready",
    idle: "ready",
    linked: "linked",
    linking: "busy",
    loggingIn: "busy",
    returned: "ready",
  },
}

const begin = (purpose: WeChatPurpose): WeChatEvent => ({ type: "wechat.begin", purpose })
const returned = (purpose: WeChatPurpose): WeChatEvent => ({ type: "wechat.returned", purpose, code: "h1" })
const identify = (isMember: boolean): WeChatEvent => ({ type: "wechat.identify", isMember })
const failure = { reason: "wechat.not-linked" }
const failed: WeChatEvent = { type: "wechat.failed", failure }
const forget: WeChatEvent = { type: "wechat.forget" }
const addressed: WeChatEvent = { type: "wechat.addressed", url: "https://open.weixin.qq.com/" }
const user = memberOf("ada")

describe("the way through WeChat", () => {
  const { begins, scenario } = scenariosOf(wechatMachine, {
    ...seen,
    shows: (snapshot) => ({ failure: selectWeChatFailure(snapshot) }),
  })
  const failing = { context: { failure }, shows: { failure } } as const

  begins("beginning", {
    context: { purpose: null, code: null, failure: null },
    shows: { failure: null },
    does: ["start readReturn"],
  })

  scenario("leads to WeChat's page, and says why it does not", [
    [begin("login"), "beginning"],
    [{ type: "wechat.notReturned" }, "idle", { does: ["stop readReturn"] }],
    [
      begin("link"),
      "asking",
      { context: { purpose: "link" }, does: [["start askAddress", { purpose: "link" }]] },
    ],
    [failed, "idle", { ...failing, does: ["stop askAddress"] }],
    [
      begin("login"),
      "asking",
      {
        context: { purpose: "login", failure: null },
        shows: { failure: null },
        does: [["start askAddress", { purpose: "login" }]],
      },
    ],
    [
      addressed,
      "idle",
      { does: ["stop askAddress", { emits: "wechat.left", url: "https://open.weixin.qq.com/" }] },
    ],
  ])

  scenario("says why a code in the address is refused, until the session changes", [
    [failed, "idle", { context: { failure }, shows: { failure }, does: ["stop readReturn"] }],
    [forget, "idle", { context: { failure: null }, shows: { failure: null } }],
  ])

  for (const [purpose, isMember, state, actor] of [
    ["login", false, "loggingIn", "logIn"],
    ["link", true, "linking", "link"],
  ] as const) {
    scenario(`uses a code for the ${purpose} that it was asked for, once`, [
      [returned(purpose), "returned", { context: { purpose, code: "h1" }, does: ["stop readReturn"] }],
      [begin("login"), "returned"],
      [identify(isMember), state, { does: [[`start ${actor}`, { code: "h1" }]] }],
      [failed, "idle", { context: { code: null, failure }, shows: failing.shows, does: [`stop ${actor}`] }],
    ])
    scenario(
      `drops a code for the ${purpose} in another session`,
      [[identify(!isMember), "idle", { context: { code: null } }]],
      [returned(purpose)],
    )
  }

  scenario(
    "stores the session of the visitor who logs in",
    [
      [
        { type: "wechat.loggedIn", user },
        "idle",
        { context: { code: null }, does: ["stop logIn", { emits: "wechat.sessionStored", user }] },
      ],
    ],
    [returned("login"), identify(false)],
  )
  scenario(
    "says that the member's account is linked, until another is or the session changes",
    [
      [{ type: "wechat.linked" }, "linked", { context: { code: null }, does: ["stop link"] }],
      [begin("link"), "asking", { does: [["start askAddress", { purpose: "link" }]] }],
      [forget, "idle", { does: ["stop askAddress"] }],
    ],
    [returned("link"), identify(true)],
  )
  scenario(
    "leads from a linked account to WeChat's page for the purpose that is begun",
    [
      [
        begin("login"),
        "asking",
        { context: { purpose: "login" }, does: [["start askAddress", { purpose: "login" }]] },
      ],
    ],
    [returned("link"), identify(true), { type: "wechat.linked" }],
  )
})
