/** The comings and goings of members: for each login its own seats, filled from that member's streams and from nobody else's. */
import type { House } from "./actor-host.ts"
import type { Streams, Tap, Tenant } from "./journaled-actor.ts"
import type { MemberSeats } from "./member-actors.ts"

export interface MembersParts {
  readonly streams: Streams
  readonly loadMember: () => Promise<{ readonly seatMember: (house: House) => MemberSeats }>
  readonly houseOf: (tenants: Tenant[]) => Promise<House>
  readonly tap: Tap
  readonly tellChange: () => void
}

export const createMembers = ({ streams, loadMember, houseOf, tap, tellChange }: MembersParts) => {
  let tenants: Tenant[] = []
  let current: string | null = null
  let waiting = Promise.withResolvers<MemberSeats>()

  const end = (isLeaving: boolean) => {
    if (current === null) return
    streams.empty(tenants, isLeaving)
    tenants = []
    current = null
    waiting = Promise.withResolvers<MemberSeats>()
    tellChange()
  }
  const begin = async (memberId: string) => {
    if (current === memberId) return
    end(true)
    current = memberId
    const own: Tenant[] = []
    const { promise, resolve, reject } = waiting
    promise.catch(() => {})
    try {
      const [{ seatMember }, house] = await Promise.all([loadMember(), houseOf(own)])
      const seats = seatMember(house)
      await streams.fill(memberId, own, tap)
      if (waiting.promise !== promise) return streams.empty(own, false)
      tenants = own
      resolve(seats)
    } catch (cause) {
      reject(cause)
    }
  }
  return {
    /** Resolves with the seats of whoever is logged in, or logs in next. */
    promise: () => waiting.promise,
    tenants: (): readonly Tenant[] => tenants,
    begin,
    end,
    /** After `begin` has failed (its code could not be had): tries again. */
    retry: () => {
      const memberId = current
      if (memberId === null) return
      end(false)
      void begin(memberId)
    },
  }
}
