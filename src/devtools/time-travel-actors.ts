/**
 * Read-only actors for time travel. The factories of the live actors create them, so every screen
 * finds the actors that it needs. They show given snapshots, run no effects and ignore events.
 */
import { type Fold, foldOf } from "@financial-links/journal"
import { Effect } from "effect"
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  fromCallback,
  type InputFrom,
  type SnapshotFrom,
} from "xstate"
import type { AnswerOf, EndpointId, RequestOf } from "../contract/endpoints.ts"
import { createListeners } from "../domain/listeners.ts"
import type { StreamDeclaration } from "../events/declaration.ts"
import type { HistoryPort } from "../navigation/history.ts"
import {
  type ActorHandle,
  createHostedActor,
  type RegisterActor,
  type RegisterFamily,
} from "../runtime/actors/actor-host.ts"
import { type BootActors, registerBootActors } from "../runtime/actors/boot-actors.ts"
import { loadedValue } from "../runtime/actors/lazy-value.ts"
import type { MemberActors } from "../runtime/actors/member-actors.ts"
import type { PageActor, PageActors, PageLifecycles } from "../runtime/actors/page-actors.ts"
import { createResolvedOperations } from "../runtime/actors/resolved-operations.ts"
import type { Runtime } from "../runtime/actors/runtime.ts"
import { createTicker } from "../runtime/actors/ticker.ts"
import type { Caller } from "../runtime/api/api-client.ts"
import type { ApiLayer } from "../runtime/api/api-layer.ts"
import { createStorage, type DeviceStorage } from "../runtime/api/device-storage.ts"
import type { Call, Queries, Query } from "../runtime/api/query-cache.ts"
import { createStorageStatus } from "../runtime/journal/storage-status.ts"
import type { ActorStreams } from "../runtime/journal/streams.ts"
import { createQuoteStore } from "../runtime/stream/quote-store.ts"
import type { AnswerHistory } from "./answer-history.ts"

/** A machine of the app, and its stream if it is journaled. */
export interface MachineEntry {
  readonly id: string
  readonly machine: AnyStateMachine
  readonly stream: StreamDeclaration | undefined
  readonly pure: Fold<AnyStateMachine>
}

export interface Checkpoint {
  /** Position in the event log. */
  readonly position: number
  readonly atMs: number
  /**
   * The snapshot of a top-level actor or of an actor of a page; undefined: it shows its initial
   * snapshot.
   */
  readonly snapshotOf: (id: string, page?: string) => AnyMachineSnapshot | undefined
  readonly answers: AnswerHistory
}

export interface TimeTravelActors {
  /** All machines, those of members included. */
  readonly machines: readonly MachineEntry[]
  /** Shows a checkpoint in every actor. Returns the same runtime until the known answers differ. */
  readonly show: (checkpoint: Checkpoint) => Runtime
}

const nothing = (): void => {}

interface ReadOnlyActor {
  readonly show: (checkpoint: Checkpoint) => void
}

/** Registers actors that only show snapshots. */
const createReadOnlyHost = () => {
  const machines: MachineEntry[] = []
  const shown: ReadOnlyActor[] = []
  const register: RegisterActor = <M extends AnyStateMachine>(
    id: string,
    machine: M,
    input: InputFrom<M>,
    stream?: StreamDeclaration,
  ): ActorHandle<M> => {
    const pure = foldOf(machine, input)
    const first = pure.initial()
    const listeners = createListeners<[SnapshotFrom<M>]>()
    let current = first
    const isOwn = (snapshot: AnyMachineSnapshot): snapshot is SnapshotFrom<M> =>
      snapshot.machine.config === machine.config
    machines.push({ id, machine, stream, pure: foldOf<AnyStateMachine>(machine, input) })
    shown.push({
      show: ({ snapshotOf }) => {
        const then = snapshotOf(id)
        const next = then !== undefined && isOwn(then) ? then : first
        if (next === current) return
        current = next
        listeners.notify(next)
      },
    })
    return {
      id,
      machine,
      getSnapshot: () => current,
      subscribe: (listener) => {
        const notify =
          typeof listener === "function" ? listener : (next: SnapshotFrom<M>) => listener.next?.(next)
        return { unsubscribe: listeners.subscribe(notify) }
      },
      send: nothing,
      isFollowing: () => true,
      onEmit: () => ({ unsubscribe: nothing }),
    }
  }
  const registerFamily: RegisterFamily = (prefix, machine, input, stream) => {
    machines.push({ id: prefix, machine, stream, pure: foldOf<AnyStateMachine>(machine, input) })
    return (id) => createHostedActor(id, machine, input)
  }
  const show = (checkpoint: Checkpoint) => {
    for (const each of shown) each.show(checkpoint)
  }
  return { register, registerFamily, machines, show }
}

/** Rejects every access: time travel reads and writes nothing on the device. */
const emptyStorage: DeviceStorage = createStorage(() => {
  throw new Error("time travel has no storage")
}, Date.now)
const noHistory: HistoryPort = {
  url: () => "/",
  state: () => null,
  push: nothing,
  replace: nothing,
  rewrite: nothing,
  go: nothing,
  onPop: () => nothing,
}
const noPages: PageLifecycles = {
  isDelayed: () => false,
  isOutdated: () => false,
  subscribe: () => nothing,
  recover: nothing,
}
const noStreams: ActorStreams = {
  start: () => Promise.resolve(),
  open: nothing,
  retire: () => Promise.resolve(),
  reassign: nothing,
  stop: nothing,
  flush: () => Promise.reject(new Error("time travel has no journal")),
}
const anonymous: Caller = { baseUrl: "", token: () => null, userId: () => null, locale: () => "en" }
const nothingKnown = { recall: () => Effect.succeed(undefined), keep: () => Effect.void }
const never = new Promise<never>(nothing)

const queriesAt = (answers: AnswerHistory, position: number): Queries => {
  type Cache = { [E in EndpointId]?: Map<string, Query<AnswerOf<E>>> }
  const cache: Cache = {}
  return {
    query: (endpoint, request) => {
      const key = JSON.stringify(request)
      const known = cache[endpoint] ?? new Map()
      cache[endpoint] = known
      const cached = known.get(key)
      if (cached) return cached
      const state = answers.stateAt(endpoint, request, position)
      const query = {
        getState: () => state,
        subscribe: () => nothing,
        refresh: nothing,
        renew: nothing,
      }
      known.set(key, query)
      return query
    },
    prefetch: () => Promise.resolve(),
    refresh: nothing,
    clear: nothing,
  }
}

const callAt =
  (answers: AnswerHistory, position: number): Call =>
  <E extends EndpointId>(endpoint: E, request: RequestOf<E>) =>
    answers.at(endpoint, request, position) ?? Effect.never

/** The actors of pages: each shows its snapshot of the checkpoint that is shown. */
const createReadOnlyPageActors = () => {
  const listeners = createListeners()
  let shown: Checkpoint | null = null
  const create = <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>): PageActor<M> => {
    const first = foldOf<AnyStateMachine>(machine, input).initial()
    const isOwn = (snapshot: AnyMachineSnapshot): snapshot is SnapshotFrom<M> =>
      snapshot.machine.config === machine.config
    let page: string | undefined
    let known: { readonly of: Checkpoint | null; readonly snapshot: AnyMachineSnapshot } | null = null
    const current = (): AnyMachineSnapshot => {
      if (known?.of === shown) return known.snapshot
      const then = page === undefined ? undefined : shown?.snapshotOf(id, page)
      known = { of: shown, snapshot: then ?? first }
      return known.snapshot
    }
    return {
      getSnapshot: () => {
        const snapshot = current()
        if (!isOwn(snapshot)) throw new Error(`${id} shows the snapshot of another machine`)
        return snapshot
      },
      subscribe: (listener) => {
        const notify = () => {
          const snapshot = current()
          if (!isOwn(snapshot)) return
          if (typeof listener === "function") listener(snapshot)
          else listener.next?.(snapshot)
        }
        return { unsubscribe: listeners.subscribe(notify) }
      },
      send: nothing,
      onEmit: () => ({ unsubscribe: nothing }),
      start: (ofPage) => {
        page = ofPage
        known = null
        listeners.notify()
      },
      stop: nothing,
    }
  }
  const pageActors: PageActors = { create, stopPage: nothing }
  return {
    pageActors,
    show: (checkpoint: Checkpoint) => {
      shown = checkpoint
      listeners.notify()
    },
  }
}

const emptySources = () => ({
  quotes: createQuoteStore(),
  resolvedOperations: createResolvedOperations(),
})

const secrets = { keep: () => "", take: () => undefined }

/** Loads what turns the API layer into one that answers from what was known at a checkpoint. */
const loadApiLayerAt = async () => {
  const [{ provideServices }, { rowsOf }] = await Promise.all([
    import("../runtime/api/services.ts"),
    import("../runtime/api/load-list.ts"),
  ])
  return (live: ApiLayer, { answers, position }: Checkpoint): ApiLayer => {
    const call = callAt(answers, position)
    const services = provideServices({
      call,
      storage: emptyStorage,
      secrets,
      offlineCache: nothingKnown,
      marketTrust: { learnReceipt: nothing },
      flush: Effect.never,
    })
    const queries = queriesAt(answers, position)
    const listRows: ApiLayer["listRows"] = (name) => rowsOf(name, answers.ofEndpoint(name, position))
    return { ...live, call, services, queries, listRows, endSession: nothing }
  }
}

/** Loads the code of all machines and creates their read-only actors. */
export const createTimeTravelActors = async (): Promise<TimeTravelActors> => {
  const [{ openApiLayer }, { registerMemberActors }, apiLayerAt] = await Promise.all([
    import("../runtime/api/api-layer.ts"),
    import("../runtime/actors/member-actors.ts"),
    loadApiLayerAt(),
  ])
  const host = createReadOnlyHost()
  const pages = createReadOnlyPageActors()
  let nowMs = 0
  const now = () => nowMs
  const hooks = { onTokenInvalid: nothing, onLoading: nothing }
  const live = openApiLayer({
    caller: anonymous,
    hooks,
    storage: emptyStorage,
    secrets,
    streams: noStreams,
    openOfflineCacheStore: () => never,
    openMarketTrustStore: () => never,
    now,
  })
  const boot: BootActors = registerBootActors(host.register, () => Promise.resolve(live), {
    storage: emptyStorage,
    history: noHistory,
    pages: fromCallback(nothing),
    languages: [],
    isSiteOn: false,
    secrets,
    now,
  })
  const actors: MemberActors = registerMemberActors({
    services: live.services,
    caller: anonymous,
    ...emptySources(),
    registerActor: host.register,
    registerFamily: host.registerFamily,
    streams: noStreams,
    now,
  })
  const member = loadedValue(actors)
  const isLoggedIn = () => boot.session.getSnapshot().context.user !== null
  const runtimeAt = (checkpoint: Checkpoint): Runtime => {
    const apiLayer = loadedValue(apiLayerAt(live, checkpoint))
    return {
      boot,
      member: { load: () => (isLoggedIn() ? member.load() : never) },
      retryMember: nothing,
      onMemberChange: (listener) => {
        const subscription = boot.session.subscribe(listener)
        return () => subscription.unsubscribe()
      },
      apiLayer,
      ...emptySources(),
      storageStatus: createStorageStatus(),
      pageActors: pages.pageActors,
      pageLifecycles: noPages,
      seconds: createTicker(1_000),
      secrets,
      now,
      createKey: () => "past",
      onEvent: () => nothing,
      eventCount: () => 0,
      actors: () => [],
    }
  }
  let known: { readonly runtime: Runtime; readonly count: number; readonly of: AnswerHistory } | null = null
  return {
    machines: host.machines,
    show: (checkpoint) => {
      nowMs = checkpoint.atMs
      const count = checkpoint.answers.countAt(checkpoint.position)
      if (known?.count !== count || known.of !== checkpoint.answers)
        known = { runtime: runtimeAt(checkpoint), count, of: checkpoint.answers }
      host.show(checkpoint)
      pages.show(checkpoint)
      return known.runtime
    },
  }
}
