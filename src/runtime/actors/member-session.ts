/**
 * Registers the member's actors at login, from the member's own streams, and stops them at logout.
 */
import type { AnyStateMachine } from "xstate"
import type { DeviceStorage } from "../api/device-storage.ts"
import { IN_DOUBT } from "../api/stored-session.ts"
import type { ActorStreams, EventListener, RegisteredActor } from "../journal/streams.ts"
import type { ActorHandle, ActorHost } from "./actor-host.ts"
import { type Loadable, markFulfilled } from "./lazy-value.ts"
import type { MemberActors } from "./member-actors.ts"

export interface MemberSessionOptions {
  readonly streams: ActorStreams
  readonly storage: DeviceStorage
  readonly loadMember: () => Promise<{ readonly registerMemberActors: (host: ActorHost) => MemberActors }>
  /** A host that adds each actor it registers to `actors`. */
  readonly hostFor: (actors: RegisteredActor[]) => Promise<ActorHost>
  readonly onEvent: EventListener
  /** `actorsByName.load` returns another promise from now on. */
  readonly onChange: () => void
}

/** One record that the next start reads at once. */
const noteDoubts = (storage: DeviceStorage, id: string, outbox: MemberActors["outbox"]): void => {
  if (outbox.operations().length > 0) storage.write(IN_DOUBT, id)
  else if (storage.read(IN_DOUBT) !== undefined) storage.remove(IN_DOUBT)
}

export const createMemberSession = (options: MemberSessionOptions) => {
  const { streams, storage, loadMember, hostFor, onEvent, onChange } = options
  let actors: RegisteredActor[] = []
  let memberId: string | null = null
  let pending = Promise.withResolvers<MemberActors>()
  let registered: MemberActors | undefined

  const end = (isLeaving: boolean) => {
    if (memberId === null) return
    streams.stop(actors, isLeaving)
    actors = []
    memberId = null
    pending = Promise.withResolvers<MemberActors>()
    registered = undefined
    onChange()
  }
  const begin = async (id: string) => {
    if (memberId === id) return
    end(true)
    memberId = id
    const own: RegisteredActor[] = []
    const { promise, resolve, reject } = pending
    promise.catch(() => {})
    try {
      const [{ registerMemberActors }, host] = await Promise.all([loadMember(), hostFor(own)])
      const memberActors = registerMemberActors(host)
      const { outbox } = memberActors
      outbox.subscribe(() => noteDoubts(storage, id, outbox))
      await streams.start(id, own, onEvent, outbox)
      noteDoubts(storage, id, outbox)
      // logged out, or logged in again, while the streams were read
      if (pending.promise !== promise) return streams.stop(own, false)
      actors = own
      registered = memberActors
      markFulfilled(promise, memberActors)
      resolve(memberActors)
    } catch (cause) {
      reject(cause)
    }
  }
  const actorsByName: Loadable<MemberActors> = { load: () => pending.promise }
  return {
    /** Pending until the login of the next member has restored its streams. */
    actorsByName,
    actors: (): readonly ActorHandle<AnyStateMachine>[] => [
      ...actors.map(({ actor }) => actor),
      ...(registered?.outbox.operations() ?? []),
    ],
    begin,
    end,
    /** Loads the code again after `begin` failed to. */
    retry: () => {
      const id = memberId
      if (id === null) return
      end(false)
      void begin(id)
    },
  }
}
