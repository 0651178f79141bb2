import { sessionMachine } from "../../../machines/session.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { memberOf } from "../../support/member.ts"

const at = 1
const ada = memberOf("ada")

/** One member on this device, and another who logs in in a second tab. */
export const cases = casesFor(sessionMachine, {
  events: [
    { type: "session.absent", intent: { memberId: null, url: "/wallet" }, at },
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
    { type: "session.tokenInvalid", envelope: "errorCode", url: "/wallet", at },
    { type: "session.tokenInvalid", envelope: "code", url: "/wallet", at },
    { type: "session.cleared", at },
    { type: "session.endedElsewhere", at },
    { type: "session.beganElsewhere", user: memberOf("bob"), at },
  ],
  tells: ({ context }) => context.user?.id,
})
