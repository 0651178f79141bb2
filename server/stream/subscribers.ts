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

const none: ReadonlySet<Subscriber> = new Set()

/** The open connections by member, so that no work for one member passes over all of them. */
export const makeSubscribers = () => {
  const byMember = new Map<string, Set<Subscriber>>()
  const hosts = makeCounts()
  let size = 0
  return {
    byMember: byMember as ReadonlyMap<string, ReadonlySet<Subscriber>>,
    of: (memberId: string): ReadonlySet<Subscriber> => byMember.get(memberId) ?? none,
    size: () => size,
    /** Connections of a remote host. */
    ofHost: (host: string): number => (host === "" ? 0 : hosts.of(host)),
    *all() {
      for (const own of byMember.values()) yield* own
    },
    add: (subscriber: Subscriber): void => {
      const own = byMember.get(subscriber.memberId)
      if (own === undefined) byMember.set(subscriber.memberId, new Set([subscriber]))
      else own.add(subscriber)
      hosts.change(subscriber.host, 1)
      size += 1
    },
    remove: (subscriber: Subscriber): void => {
      const own = byMember.get(subscriber.memberId)
      if (own?.delete(subscriber) !== true) return
      hosts.change(subscriber.host, -1)
      size -= 1
      if (own.size === 0) byMember.delete(subscriber.memberId)
    },
  }
}
