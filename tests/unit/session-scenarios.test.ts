import { describe } from "vitest"
import { selectFailure, selectUser, sessionMachine, sessionPhase } from "../../machines/session.ts"
import { TOKEN_INVALID_REDIRECT_MS } from "../../src/domain/limits.ts"
import type { Intent, SessionEvent } from "../../src/events/session.ts"
import { memberOf } from "../support/member.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: sessionPhase,
  phases: {
    anonymous: "visitor",
    "authenticated.active": "member",
    "authenticated.confirmingLogout": "confirmingLogout",
    "authenticated.refreshing": "member",
    authenticating: "changing",
    "ending.loggingOut": "changing",
    "ending.pausing": "changing",
    "ending.revoked": "changing",
    "ending.revokedByCode": "changing",
    restoring: "changing",
    turnedAway: "visitor",
  },
}

const at = 1
const ada = memberOf("ada")
const bob = memberOf("bob")
const url = "/pages/wallet/index"
type Word = "askLogout" | "confirmLogout" | "cancelLogout" | "refresh" | "cleared" | "endedElsewhere"
const say = (word: Word): SessionEvent => ({ type: `session.${word}`, at })
const login: SessionEvent = { type: "session.login", username: "ada", secret: "h1", at }
const register: SessionEvent = {
  type: "session.register",
  username: "ada",
  secret: "h1",
  invitationCode: "AB12CD",
  termsAtMs: 7,
  at,
}
const authenticated: SessionEvent = { type: "session.authenticated", user: ada, at }
const failure = { reason: "login.wrong-credentials" }
const rejected = (envelope: "code" | "errorCode"): SessionEvent => ({
  type: "session.tokenRejected",
  envelope,
  url,
  at,
})
const elsewhere = (user: typeof ada): SessionEvent => ({ type: "session.beganElsewhere", user, at })
const restored: SessionEvent = { type: "session.restored", user: ada, intent: null, at }
const notRestored = (intent: Intent | null = null): SessionEvent => ({
  type: "session.notRestored",
  intent,
  at,
})

const answered = (reason: string | null) => ({
  emits: "session.answered",
  failure: reason === null ? null : { reason },
})
const ignored = answered("no-answer.abort")
const ended = (why: string) => ({ emits: "session.ended", why })
const began = (memberId: string, by: string | null, open: string | null = null) => ({
  emits: "session.began",
  memberId,
  open,
  by,
})
const stores = (intent: Intent | null) => ["run storeIntent", { intent }] as const
const clears = (notifyServer: boolean) => ["start clearSession", { notifyServer }] as const
const forAnyone = { memberId: null, url }

const { begins, scenario } = scenariosOf(sessionMachine, {
  ...seen,
  shows: (snapshot) => ({ user: selectUser(snapshot), failure: selectFailure(snapshot) }),
})
const credentials = { username: "ada", secret: "h1", invitationCode: null }
const asMember = (user: typeof ada) => ({ context: { user, failure: null }, shows: { user, failure: null } })
const asVisitor = { context: { user: null }, shows: { user: null } } as const

describe("a visitor", () => {
  begins("restoring", {
    context: { user: null, intent: null, failure: null, credentials: null },
    shows: { user: null, failure: null },
    does: ["start watchSession", "start loadSession"],
  })

  scenario("cannot log in before the device has said who is logged in", [
    [login, "restoring", { does: [ignored] }],
    [register, "restoring", { does: [ignored] }],
    [notRestored(forAnyone), "anonymous", { context: { intent: forAnyone }, does: ["stop loadSession"] }],
  ])

  scenario(
    "logs in, after a refusal with the reason",
    [
      [login, "authenticating", { context: { credentials }, does: [["start authenticate", credentials]] }],
      [register, "authenticating"],
      [
        { type: "session.refused", failure, at },
        "anonymous",
        {
          context: { failure, credentials: null },
          shows: { failure },
          does: ["stop authenticate", answered(failure.reason)],
        },
      ],
      [
        login,
        "authenticating",
        {
          context: { failure: null, credentials },
          shows: { failure: null },
          does: [["start authenticate", credentials]],
        },
      ],
      [
        authenticated,
        "authenticated.active",
        {
          ...asMember(ada),
          context: { user: ada, credentials: null, intent: null },
          does: [stores(null), "stop authenticate", began("ada", "login", url)],
        },
      ],
    ],
    [notRestored(forAnyone)],
  )

  scenario(
    "registers with the terms that were agreed to",
    [
      [
        register,
        "authenticating",
        {
          context: { credentials: { ...credentials, invitationCode: "AB12CD", termsAtMs: 7 } },
          does: [["start authenticate", { ...credentials, invitationCode: "AB12CD", termsAtMs: 7 }]],
        },
      ],
      [
        authenticated,
        "authenticated.active",
        {
          ...asMember(ada),
          context: { user: ada, credentials: null },
          does: [stores(null), "stop authenticate", began("ada", "registration")],
        },
      ],
    ],
    [notRestored()],
  )

  scenario(
    "who asks for a page of members is led there by the next log-in, also in another tab",
    [
      [
        { type: "session.keepIntent", url, at },
        "anonymous",
        { context: { intent: forAnyone }, does: [stores(forAnyone)] },
      ],
      [
        elsewhere(bob),
        "authenticated.active",
        {
          ...asMember(bob),
          context: { user: bob, intent: null },
          does: [stores(null), began("bob", null, url)],
        },
      ],
    ],
    [notRestored()],
  )
  scenario(
    "is not led to a page that another member was at",
    [
      [
        elsewhere(bob),
        "authenticated.active",
        { ...asMember(bob), context: { user: bob, intent: null }, does: [stores(null), began("bob", null)] },
      ],
    ],
    [notRestored({ memberId: "ada", url })],
  )

  scenario(
    "whose call needs a member is turned away at once, or once the message was shown",
    [
      [rejected("errorCode"), "anonymous", { does: [ended("token-invalid")] }],
      [
        rejected("code"),
        "turnedAway",
        {
          context: { intent: forAnyone },
          does: [stores(forAnyone), { emits: "session.lapsed", reason: "session.required" }],
        },
      ],
      [login, "turnedAway", { does: [ignored] }],
      [register, "turnedAway", { does: [ignored] }],
      [TOKEN_INVALID_REDIRECT_MS - 1, "turnedAway"],
      [1, "anonymous", { does: [ended("token-invalid")] }],
    ],
    [notRestored()],
  )
  scenario(
    "who was turned away may log in in another tab",
    [
      [
        elsewhere(ada),
        "authenticated.active",
        {
          ...asMember(ada),
          context: { user: ada, intent: null },
          does: [stores(null), began("ada", null, url)],
        },
      ],
    ],
    [notRestored(), rejected("code")],
  )
})

describe("a member", () => {
  scenario("is led to the page that was kept before the app was closed", [
    [
      { type: "session.restored", user: ada, intent: { memberId: "ada", url }, at },
      "authenticated.active",
      { ...asMember(ada), does: [stores(null), "stop loadSession", began("ada", null, url)] },
    ],
    [login, "authenticated.active", { does: [answered(null)] }],
    [register, "authenticated.active", { does: [answered(null)] }],
    [elsewhere(ada), "authenticated.active"],
  ])

  scenario(
    "has the record loaded again, and keeps the former one where that fails",
    [
      [say("refresh"), "authenticated.refreshing", { does: ["start refreshUser"] }],
      [
        { type: "session.refreshFailed", failure, at },
        "authenticated.active",
        { context: { failure }, shows: { failure }, does: ["stop refreshUser"] },
      ],
      [
        say("refresh"),
        "authenticated.refreshing",
        { context: { failure: null }, shows: { failure: null }, does: ["start refreshUser"] },
      ],
      [
        { type: "session.refreshed", user: { ...ada, level: 2 }, at },
        "authenticated.active",
        {
          context: { user: { ...ada, level: 2 } },
          shows: { user: { ...ada, level: 2 } },
          does: ["stop refreshUser"],
        },
      ],
      [say("refresh"), "authenticated.refreshing", { does: ["start refreshUser"] }],
      [say("askLogout"), "authenticated.confirmingLogout", { does: ["stop refreshUser"] }],
    ],
    [restored],
  )

  scenario(
    "logs out once that is confirmed",
    [
      [say("confirmLogout"), "authenticated.active"],
      [say("askLogout"), "authenticated.confirmingLogout"],
      [say("cancelLogout"), "authenticated.active"],
      [say("askLogout"), "authenticated.confirmingLogout"],
      [say("confirmLogout"), "ending.loggingOut", { does: [stores(null), clears(true)] }],
      [login, "ending.loggingOut", { does: [ignored] }],
      [register, "ending.loggingOut", { does: [ignored] }],
      [rejected("code"), "ending.loggingOut"],
      [say("cleared"), "anonymous", { ...asVisitor, does: ["stop clearSession", ended("logout")] }],
    ],
    [restored],
  )

  const mine = { memberId: "ada", url }
  scenario(
    "whose token is rejected is logged out at once",
    [
      [
        rejected("errorCode"),
        "ending.revoked",
        { context: { intent: mine }, does: [stores(mine), clears(false)] },
      ],
      [say("cleared"), "anonymous", { ...asVisitor, does: ["stop clearSession", ended("token-invalid")] }],
    ],
    [restored],
  )
  scenario(
    "whose token is rejected in the other envelope is logged out after the message",
    [
      [
        rejected("code"),
        "ending.revokedByCode",
        {
          context: { intent: mine },
          does: [stores(mine), { emits: "session.lapsed", reason: "session.invalid" }, clears(false)],
        },
      ],
      [say("cleared"), "ending.pausing", { does: ["stop clearSession"] }],
      [TOKEN_INVALID_REDIRECT_MS - 1, "ending.pausing"],
      [1, "anonymous", { ...asVisitor, does: [ended("token-invalid")] }],
    ],
    [restored],
  )

  scenario(
    "who logs out in another tab is logged out here",
    [[say("endedElsewhere"), "anonymous", { ...asVisitor, does: [ended("elsewhere")] }]],
    [restored],
  )
  scenario(
    "gives way to another member who logs in in another tab",
    [
      [
        elsewhere(bob),
        "authenticated.active",
        { ...asMember(bob), does: [stores(null), ended("elsewhere"), began("bob", null)] },
      ],
    ],
    [restored],
  )
})
