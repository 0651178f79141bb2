import { casesFor, stateName } from "@financial-links/paths"
import type { SessionContext } from "../../../machines/session.ts"
import { sessionMachine } from "../../../machines/session.ts"
import type { SessionEvent } from "../../../src/events/session.ts"
import { urlOf } from "../../../src/navigation/routes.ts"
import { memberOf } from "../../support/member.ts"
import { undriven } from "../undriven.ts"

const at = 1
const ada = memberOf("ada")

/** A new member, and a member who logs in in another tab. */
const [bob, eve] = [memberOf("bob"), memberOf("eve")]
export const WALLET = urlOf("wallet")
export const AGREEMENTS = urlOf("agreement")

const before: readonly SessionEvent[] = [
  { type: "session.notRestored", intent: null, at },
  { type: "session.restored", user: ada, intent: null, at },
]
const visitors: readonly SessionEvent[] = [
  { type: "session.login", username: "ada", secret: "handle-1", at },
  { type: "session.register", username: "bob", secret: "handle-1", invitationCode: "AB12CD", at },
  { type: "session.keepIntent", url: WALLET, at },
  { type: "session.beganElsewhere", user: ada, at },
  { type: "session.tokenRejected", envelope: "code", url: AGREEMENTS, at },
]

const answersTo = ({ credentials }: SessionContext): readonly SessionEvent[] => [
  { type: "session.authenticated", user: credentials?.invitationCode ? bob : ada, at },
  { type: "session.refused", failure: { reason: "login.wrong-credentials" }, at },
]

const members = ({ user }: SessionContext): readonly SessionEvent[] => [
  { type: "session.askLogout", at },
  { type: "session.refresh", at },
  { type: "session.tokenRejected", envelope: "code", url: WALLET, at },
  { type: "session.endedElsewhere", at },
  ...(user?.id === eve.id ? [] : [{ type: "session.beganElsewhere" as const, user: eve, at }]),
]

/** One member on this device, and another who logs in in a second tab. */
export const cases = casesFor(sessionMachine, {
  events: [
    { type: "session.notRestored", intent: { memberId: null, url: "/wallet" }, at },
    { type: "session.restored", user: ada, intent: { memberId: "ada", url: "/wallet" }, at },
    { type: "session.login", username: "ada", secret: "handle-1", at },
    { type: "session.register", username: "ada", secret: "handle-1", invitationCode: "AB12CD", at },
    { type: "session.authenticated", user: ada, at },
    { type: "session.refused", failure: { reason: "login.wrong-credentials" }, at },
    { type: "session.keepIntent", url: "/wallet", at },
    { type: "session.refresh", at },
    { type: "session.refreshed", user: memberOf("ada", { level: 2 }), at },
    { type: "session.refreshFailed", failure: { reason: "no-answer.network" }, at },
    { type: "session.askLogout", at },
    { type: "session.cancelLogout", at },
    { type: "session.confirmLogout", at },
    { type: "session.tokenRejected", envelope: "errorCode", url: "/wallet", at },
    { type: "session.tokenRejected", envelope: "code", url: "/wallet", at },
    { type: "session.cleared", at },
    { type: "session.endedElsewhere", at },
    { type: "session.beganElsewhere", user: memberOf("bob"), at },
  ],
  tells: ({ context }) => context.user?.id,
  /** A device, its other tabs and the answers of the server. */
  walk: {
    events: ({ context, value }): readonly SessionEvent[] => {
      switch (stateName(value)) {
        case "restoring":
          return before
        case "anonymous":
          return visitors
        case "authenticating":
          return answersTo(context)
        case "authenticated.active":
          return members(context)
        case "authenticated.refreshing":
          return [
            { type: "session.refreshed", user: context.user ?? ada, at },
            { type: "session.refreshFailed", failure: { reason: "no-answer.malformed" }, at },
            { type: "session.askLogout", at },
          ]
        default:
          return [
            { type: "session.confirmLogout", at },
            { type: "session.cancelLogout", at },
            { type: "session.cleared", at },
          ]
      }
    },
    tells: ({ context }) => [context.user?.id, context.credentials?.invitationCode],
    unreachable: undriven.session,
  },
})
