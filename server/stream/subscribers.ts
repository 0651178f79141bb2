import type { Duplex } from "node:stream"
import type { WebSocket } from "ws"
import { makeCounts } from "../fair-pool.ts"

/** An open connection of a member, and what was sent on it. */
export interface Subscriber {
  readonly memberId: string
  /** Empty where its address identifies no client. */
  readonly host: string
  readonly socket: WebSocket
  readonly connection: Duplex
  isAlive: boolean
  resyncedAtMs: number
  answeredAtMs: number
  /** The last of the member's events that was sent, or that the client resumes after. */
  number: number | null
  /** How often the member has marked events as read, as it was last sent; null before the first time. */
  readVersion: number | null
  /** Whether a message about the member was sent on this connection. */
  isStarted: boolean
  /** The site's state as it was last sent; null before the first time. */
  isSiteOpen: boolean | null
}

/** Open sockets: of all members, of one, of a remote host. Further ones are closed. */
export const SOCKETS_MAX = { all: 10_000, ofMember: 20, ofHost: 2_000 } as const

/** Whose connection it is. */
type Owned = Pick<Subscriber, "memberId" | "host">

/** The open connections by member, so that no work for one member passes over all of them. */
export const makeSubscribers = <Own extends Owned = Subscriber>() => {
  const byMember = new Map<string, Set<Own>>()
  const none: ReadonlySet<Own> = new Set()
  const hosts = makeCounts()
  let size = 0
  const of = (memberId: string): ReadonlySet<Own> => byMember.get(memberId) ?? none
  const hasRoom = ({ memberId, host }: Own): boolean =>
    size < SOCKETS_MAX.all &&
    of(memberId).size < SOCKETS_MAX.ofMember &&
    (host === "" || hosts.of(host) < SOCKETS_MAX.ofHost)
  return {
    byMember: byMember as ReadonlyMap<string, ReadonlySet<Own>>,
    of,
    size: () => size,
    *all() {
      for (const own of byMember.values()) yield* own
    },
    /** False where the shares of its member, its host or all are used up. */
    add: (subscriber: Own): boolean => {
      if (!hasRoom(subscriber)) return false
      byMember.set(subscriber.memberId, new Set(of(subscriber.memberId)).add(subscriber))
      hosts.change(subscriber.host, 1)
      size += 1
      return true
    },
    remove: (subscriber: Own): void => {
      const own = byMember.get(subscriber.memberId)
      if (own?.delete(subscriber) !== true) return
      hosts.change(subscriber.host, -1)
      size -= 1
      if (own.size === 0) byMember.delete(subscriber.memberId)
    },
  }
}
