/** The machines of a logged-in member and the effects they are given. Loaded after login, so that the login page does not carry them. */

import type { ActorHost } from "./actor-host.ts"
import { registerMarket } from "./market-actor.ts"
import { registerMemberForms } from "./member-form-actors.ts"
import { registerMoneyActors } from "./money-actors.ts"
import { registerWatchlist } from "./watchlist-actor.ts"

/** Seats every member machine; called anew for each login. */
export const registerMemberActors = (host: ActorHost) => ({
  ...registerMoneyActors(host),
  ...registerMarket(host),
  ...registerMemberForms(host),
  ...registerWatchlist(host),
})

export type MemberActors = ReturnType<typeof registerMemberActors>
