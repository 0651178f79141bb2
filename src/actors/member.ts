/** The machines of a logged-in member and the effects they are given. Loaded after login, so that the login page does not carry them. */
import type { House } from "./house.ts"

/** Seats every member machine; called anew for each login. */
export const seatMember = (_house: House) => ({})

export type MemberSeats = ReturnType<typeof seatMember>
