/** The machines of a logged-in member and the effects they are given. Loaded after login, so that the login page does not carry them. */

import type { House } from "./actor-host.ts"
import { seatMarket } from "./market-actor.ts"
import { seatMemberForms } from "./member-form-actors.ts"
import { seatMoney } from "./money-actors.ts"
import { seatWatchlist } from "./watchlist-actor.ts"

/** Seats every member machine; called anew for each login. */
export const seatMember = (house: House) => ({
  ...seatMoney(house),
  ...seatMarket(house),
  ...seatMemberForms(house),
  ...seatWatchlist(house),
})

export type MemberSeats = ReturnType<typeof seatMember>
