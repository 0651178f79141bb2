/** The comings and goings of members: for each login its own memberActors, filled from that member's streams and from nobody else's. */
import type { ActorHost } from "./actor-host.ts"
import type { ActorStreams, EventListener, JournaledActor } from "./journaled-actor.ts"
import type { MemberActors } from "./member-actors.ts"

export interface MemberSessionOptions {
  readonly streams: ActorStreams
  readonly loadMember: () => Promise<{ readonly registerMemberActors: (host: ActorHost) => MemberActors }>
  readonly hostFor: (actors: JournaledActor[]) => Promise<ActorHost>
  readonly onEvent: EventListener
  readonly onChange: () => void
}

export const createMemberSession = ({
  streams,
  loadMember,
  hostFor: hostOf,
  onEvent: tap,
  onChange: tellChange,
}: MemberSessionOptions) => {
  let actors: JournaledActor[] = []
  let current: string | null = null
  let waiting = Promise.withResolvers<MemberActors>()

  const end = (isLeaving: boolean) => {
    if (current === null) return
    streams.stop(actors, isLeaving)
    actors = []
    current = null
    waiting = Promise.withResolvers<MemberActors>()
    tellChange()
  }
  const begin = async (memberId: string) => {
    if (current === memberId) return
    end(true)
    current = memberId
    const own: JournaledActor[] = []
    const { promise, resolve, reject } = waiting
    promise.catch(() => {})
    try {
      const [{ registerMemberActors }, host] = await Promise.all([loadMember(), hostOf(own)])
      const memberActors = registerMemberActors(host)
      await streams.start(memberId, own, tap)
      if (waiting.promise !== promise) return streams.stop(own, false)
      actors = own
      resolve(memberActors)
    } catch (cause) {
      reject(cause)
    }
  }
  return {
    /** Resolves with the memberActors of whoever is logged in, or logs in next. */
    promise: () => waiting.promise,
    actors: (): readonly JournaledActor[] => actors,
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
