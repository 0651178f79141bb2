import { describe, expect, it } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { type Credentials, sessionMachine, sessionPhase } from "../../machines/session.ts"
import { TOKEN_INVALID_REDIRECT_MS } from "../../src/domain/limits.ts"
import type { Intent, SessionEmitted, SessionEvent } from "../../src/events/session.ts"
import { memberOf } from "../support/member.ts"
import { puppet } from "../support/parts.ts"

const at = 1
const ada = memberOf("ada")
const bob = memberOf("bob")
const loginAs = (username: string): SessionEvent => ({
  type: "session.login",
  username,
  secret: "handle-1",
  at,
})

const host = (intent: Intent | null = null) => {
  const clock = new SimulatedClock()
  const parts = {
    loadSession: puppet<SessionEvent>(),
    authenticate: puppet<SessionEvent, Credentials>(),
    refreshUser: puppet<SessionEvent>(),
    clearSession: puppet<SessionEvent, { readonly notifyServer: boolean }>(),
    watchSession: puppet<SessionEvent>(),
  }
  const stored: (Intent | null)[] = []
  const emitted: SessionEmitted[] = []
  const machine = sessionMachine.provide({
    actors: {
      loadSession: parts.loadSession.logic,
      authenticate: parts.authenticate.logic,
      refreshUser: parts.refreshUser.logic,
      clearSession: parts.clearSession.logic,
      watchSession: parts.watchSession.logic,
    },
    actions: { storeIntent: (_, params) => stored.push(params.intent) },
  })
  const actor = createActor(machine, { clock })
  actor.on("*", (event) => emitted.push(event))
  actor.start()
  return { clock, actor, stored, emitted, intent, ...parts }
}

const visitor = (intent: Intent | null = null) => {
  const made = host(intent)
  made.loadSession.tell({ type: "session.notRestored", intent, at })
  return made
}
const member = () => {
  const made = host()
  made.loadSession.tell({ type: "session.restored", user: ada, intent: null, at })
  return made
}

describe("the session machine", () => {
  it("answers a log-in in every state: refused, not taken, or needless", () => {
    const answers = ({ emitted }: ReturnType<typeof host>) =>
      emitted.flatMap((each) => (each.type === "session.answered" ? [each.failure?.reason] : []))
    const restoring = host()
    restoring.actor.send(loginAs("ada"))
    expect(answers(restoring)).toEqual(["no-answer.abort"])
    const refused = visitor()
    refused.actor.send(loginAs("ada"))
    refused.authenticate.tell({ type: "session.refused", failure: { reason: "login.wrong-credentials" }, at })
    expect(answers(refused)).toEqual(["login.wrong-credentials"])
    const turnedAway = visitor()
    turnedAway.actor.send({ type: "session.tokenRejected", envelope: "code", url: "/", at })
    const loggedIn = member()
    const ending = member()
    ending.actor.send({ type: "session.tokenRejected", envelope: "errorCode", url: "/", at })
    for (const each of [turnedAway, loggedIn, ending])
      each.actor.send({ type: "session.register", username: "a", secret: "h", invitationCode: "AB12CD", at })
    expect([turnedAway, loggedIn, ending].map(answers)).toEqual([
      ["no-answer.abort"],
      [undefined],
      ["no-answer.abort"],
    ])
  })

  it("begins as a visitor where nothing was kept, as the member where something was", () => {
    expect(visitor().actor.getSnapshot().value).toBe("anonymous")
    const { actor, emitted } = member()
    expect(actor.getSnapshot().matches("authenticated")).toBe(true)
    expect(emitted).toEqual([{ type: "session.began", memberId: "ada", open: null, by: null }])
  })

  it("hands over a handle, never a password, and keeps neither once it is over", () => {
    const { actor, authenticate } = visitor()
    actor.send(loginAs("ada"))
    expect(authenticate.started).toEqual([{ username: "ada", secret: "handle-1", invitationCode: null }])
    expect(sessionPhase(actor.getSnapshot())).toBe("changing")
    authenticate.tell({ type: "session.authenticated", user: ada, at })
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain("handle-1")
  })

  it("stays a visitor with the reason when login is refused", () => {
    const { actor, authenticate } = visitor()
    actor.send(loginAs("ada"))
    authenticate.tell({
      type: "session.refused",
      failure: { reason: "login.wrong-credentials" },
      at,
    })
    expect(actor.getSnapshot().value).toBe("anonymous")
    expect(actor.getSnapshot().context.failure).toEqual({ reason: "login.wrong-credentials" })
    actor.send(loginAs("ada"))
    expect(actor.getSnapshot().context.failure).toBeNull()
  })

  it("emits whether a login or a registration began the session, and neither for another tab", () => {
    const { actor, authenticate, clearSession, watchSession, emitted } = visitor()
    const cameBy = () => emitted.findLast(({ type }) => type === "session.began")
    actor.send(loginAs("ada"))
    authenticate.tell({ type: "session.refused", failure: { reason: "login.wrong-credentials" }, at })
    const entry = { username: "bob", secret: "handle-2", invitationCode: "AB12CD" }
    actor.send({ type: "session.register", ...entry, at })
    authenticate.tell({ type: "session.authenticated", user: bob, at })
    expect(cameBy()).toMatchObject({ memberId: "bob", by: "registration" })
    watchSession.tell({ type: "session.beganElsewhere", user: ada, at })
    expect(cameBy()).toMatchObject({ memberId: "ada", by: null })
    actor.send({ type: "session.askLogout", at })
    actor.send({ type: "session.confirmLogout", at })
    clearSession.tell({ type: "session.cleared", at })
    actor.send(loginAs("bob"))
    authenticate.tell({ type: "session.refused", failure: { reason: "login.wrong-credentials" }, at })
    watchSession.tell({ type: "session.beganElsewhere", user: bob, at })
    expect(cameBy()).toMatchObject({ memberId: "bob", by: null })
  })

  it("asks before it logs out, and tells the server", () => {
    const { actor, clearSession, emitted } = member()
    actor.send({ type: "session.askLogout", at })
    actor.send({ type: "session.cancelLogout", at })
    expect(actor.getSnapshot().matches({ authenticated: "active" })).toBe(true)
    actor.send({ type: "session.askLogout", at })
    actor.send({ type: "session.confirmLogout", at })
    expect(clearSession.started).toEqual([{ notifyServer: true }])
    clearSession.tell({ type: "session.cleared", at })
    expect(actor.getSnapshot().value).toBe("anonymous")
    expect(actor.getSnapshot().context.user).toBeNull()
    expect(emitted.at(-1)).toEqual({ type: "session.ended", why: "logout" })
  })

  it("clears at once when the token is refused, and goes to login 500 ms later in the code envelope only", () => {
    for (const [envelope, delayMs] of [
      ["code", TOKEN_INVALID_REDIRECT_MS],
      ["errorCode", 0],
    ] as const) {
      const { actor, clearSession, clock, emitted } = member()
      actor.send({ type: "session.tokenRejected", envelope, url: "/pages/wallet/index", at })
      expect(clearSession.started).toEqual([{ notifyServer: false }])
      clearSession.tell({ type: "session.cleared", at })
      if (delayMs > 0) {
        clock.increment(delayMs - 1)
        expect(emitted.at(-1)).toEqual({ type: "session.lapsed", reason: "session.invalid" })
        clock.increment(1)
      }
      expect(emitted.at(-1)).toEqual({ type: "session.ended", why: "token-invalid" })
      expect(actor.getSnapshot().context.intent).toEqual({ memberId: "ada", url: "/pages/wallet/index" })
    }
  })

  it("turns a visitor away whose call needed a member: at once, or 500 ms after the words in the `code` envelope", () => {
    const at500 = visitor()
    at500.actor.send({ type: "session.tokenRejected", envelope: "code", url: "/pages/wallet/index", at })
    const words = { type: "session.lapsed", reason: "session.required" }
    const ended = { type: "session.ended", why: "token-invalid" }
    const intent = { memberId: null, url: "/pages/wallet/index" }
    at500.clock.increment(TOKEN_INVALID_REDIRECT_MS - 1)
    expect([at500.emitted, at500.stored]).toEqual([[words], [intent]])
    at500.clock.increment(1)
    expect(at500.emitted).toEqual([words, ended])
    expect(at500.actor.getSnapshot()).toMatchObject({ value: "anonymous", context: { intent } })

    const atOnce = visitor()
    atOnce.actor.send({
      type: "session.tokenRejected",
      envelope: "errorCode",
      url: "/pages/wallet/index",
      at,
    })
    expect(atOnce.emitted).toEqual([ended])
    expect(atOnce.actor.getSnapshot().value).toBe("anonymous")
    expect([at500.clearSession.started, atOnce.clearSession.started]).toEqual([[], []])
  })

  it("keeps where the member was for that member only", () => {
    for (const [user, open] of [
      [ada, "/pages/wallet/index"],
      [bob, null],
    ] as const) {
      const { actor, authenticate, emitted } = visitor({ memberId: "ada", url: "/pages/wallet/index" })
      actor.send(loginAs(user.username))
      authenticate.tell({ type: "session.authenticated", user, at })
      expect(emitted.at(-1)).toEqual({ type: "session.began", memberId: user.id, open, by: "login" })
      expect(actor.getSnapshot().context.intent).toBeNull()
    }
  })

  it("opens after login what a visitor asked for, and stores it meanwhile", () => {
    const { actor, authenticate, emitted, stored } = visitor()
    actor.send({ type: "session.keepIntent", url: "/pages/bank/bank-list", at })
    expect(stored.at(-1)).toEqual({ memberId: null, url: "/pages/bank/bank-list" })
    actor.send(loginAs("bob"))
    authenticate.tell({ type: "session.authenticated", user: bob, at })
    expect(emitted.at(-1)).toMatchObject({ open: "/pages/bank/bank-list" })
    expect(stored.at(-1)).toBeNull()
  })

  it("follows another tab: logout, login, and login as another member", () => {
    const { actor, watchSession, emitted } = member()
    watchSession.tell({ type: "session.beganElsewhere", user: ada, at })
    expect(emitted).toHaveLength(1)
    watchSession.tell({ type: "session.beganElsewhere", user: bob, at })
    expect(emitted.slice(1)).toEqual([
      { type: "session.ended", why: "elsewhere" },
      { type: "session.began", memberId: "bob", open: null, by: null },
    ])
    watchSession.tell({ type: "session.endedElsewhere", at })
    expect(actor.getSnapshot().value).toBe("anonymous")
    watchSession.tell({ type: "session.beganElsewhere", user: ada, at })
    expect(actor.getSnapshot().context.user).toEqual(ada)
  })

  it("keeps the known record when a refresh fails, and may be left while it refreshes", () => {
    const { actor, refreshUser } = member()
    actor.send({ type: "session.refresh", at })
    refreshUser.tell({
      type: "session.refreshFailed",
      failure: { reason: "no-answer.network" },
      at,
    })
    expect(actor.getSnapshot().context).toMatchObject({ user: ada, failure: { reason: "no-answer.network" } })
    actor.send({ type: "session.refresh", at })
    refreshUser.tell({ type: "session.refreshed", user: { ...ada, level: 2 }, at })
    expect(actor.getSnapshot().context).toMatchObject({ user: { level: 2 }, failure: null })
  })
})
