/** The machines of a logged-in member and the effects they are given. Loaded after login, so that the login page does not carry them. */
import { seatMemberForms } from "./forms.ts"
import type { House } from "./house.ts"
import { seatMarket } from "./market.ts"
import { seatMoney } from "./money.ts"
import { seatWatchlist } from "./watchlist.ts"

/** Seats every member machine; called anew for each login. */
export const seatMember = (house: House) => ({
  ...seatMoney(house),
  ...seatMarket(house),
  ...seatMemberForms(house),
  ...seatWatchlist(house),
})

export type MemberSeats = ReturnType<typeof seatMember>
