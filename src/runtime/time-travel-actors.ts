/**
 * Read-only actors for time travel. The factories of the live actors create them, so every screen
 * finds the actors that it needs. They show given snapshots, run no effects and ignore events.
 */
import { Effect } from "effect"
import type { AnyMachineSnapshot, AnyStateMachine, InputFrom, SnapshotFrom } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import { type Fold, foldOf } from "../journal/replay.ts"
import type { HistoryPort } from "../navigation/history.ts"
import type { Seat } from "./actor-handle.ts"
import type { SeatMachine } from "./actor-host.ts"
import type { Answers } from "./answer-history.ts"
import type { Backroom } from "./api-layer.ts"
import { type BootSeats, seatBoot } from "./boot-actors.ts"
import type { Caller } from "./effects/api-client.ts"
import type { CallAnswer, CallName, CallRequest } from "./effects/call.ts"
import { createStorage, type DeviceStorage } from "./effects/device-storage.ts"
import type { Streams } from "./journaled-actor.ts"
import type { MemberSeats } from "./member-actors.ts"
import type { Call, Queries, Query } from "./query-cache.ts"
import type { System } from "./runtime.ts"

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
  /** The snapshot of an actor; undefined: it shows its initial snapshot. */
  readonly snapshotOf: (id: string) => AnyMachineSnapshot | undefined
  readonly answers: Answers
}

export interface TimeTravelActors {
  /** All machines, those of members included. */
  readonly machines: readonly MachineEntry[]
  /** Shows a checkpoint in every actor. Returns the same system until the known answers differ. */
  readonly show: (checkpoint: Checkpoint) => System
}

const nothing = (): void => {}

interface ReadOnlyActor {
  readonly show: (checkpoint: Checkpoint) => void
}

/** Registers actors that only show snapshots. */
const createReadOnlyHost = () => {
  const machines: MachineEntry[] = []
  const shown: ReadOnlyActor[] = []
  const seat: SeatMachine = <M extends AnyStateMachine>(
    id: string,
    machine: M,
    input: InputFrom<M>,
    stream?: StreamDeclaration,
  ): Seat<M> => {
    const pure = foldOf(machine, input)
    const first = pure.initial()
    const listeners = new Set<(snapshot: SnapshotFrom<M>) => void>()
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
        for (const listener of [...listeners]) listener(next)
      },
    })
    return {
      id,
      machine,
      getSnapshot: () => current,
      subscribe: (listener) => {
        const hear =
          typeof listener === "function" ? listener : (next: SnapshotFrom<M>) => listener.next?.(next)
        listeners.add(hear)
        return { unsubscribe: () => listeners.delete(hear) }
      },
      send: nothing,
      isFollowing: () => true,
      onEmit: () => ({ unsubscribe: nothing }),
    }
  }
  const show = (checkpoint: Checkpoint) => {
    for (const each of shown) each.show(checkpoint)
  }
  return { seat, machines, show }
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
  go: nothing,
  onPop: () => nothing,
}
const noStreams: Streams = {
  fill: () => Promise.resolve(),
  restart: nothing,
  empty: nothing,
  flush: () => Promise.reject(new Error("time travel has no journal")),
}
const nobody: Caller = { baseUrl: "", token: () => null, userId: () => null, locale: () => "en" }
const nothingKnown = { recall: () => Effect.succeed(undefined), keep: () => Effect.void }
const never = new Promise<never>(nothing)

/** A promise that React's `use` reads without suspending. */
const settled = <Value>(value: Value): Promise<Value> =>
  Object.assign(Promise.resolve(value), { status: "fulfilled" as const, value })

const queriesAt = (answers: Answers, position: number): Queries => {
  type Cache = { [E in CallName]?: Map<string, Query<CallAnswer<E>>> }
  const cache: Cache = {}
  return {
    query: (endpoint, request) => {
      const question = JSON.stringify(request)
      const known = cache[endpoint] ?? new Map()
      cache[endpoint] = known
      const made = known.get(question)
      if (made) return made
      const state = answers.stateAt(endpoint, request, position)
      const query = {
        getState: () => state,
        subscribe: () => nothing,
        refresh: nothing,
        renew: nothing,
      }
      known.set(question, query)
      return query
    },
    ahead: () => Promise.resolve(),
    refresh: nothing,
    clear: nothing,
  }
}

const callAt =
  (answers: Answers, position: number): Call =>
  <E extends CallName>(endpoint: E, request: CallRequest<E>) =>
    answers.at(endpoint, request, position) ?? Effect.never

/** Loads the code of all machines and creates their read-only actors. */
export const createTimeTravelActors = async (): Promise<TimeTravelActors> => {
  const [{ openBackroom }, { seatMember }, { provideServices }] = await Promise.all([
    import("./api-layer.ts"),
    import("./member-actors.ts"),
    import("./provide-services.ts"),
  ])
  const host = createReadOnlyHost()
  let nowMs = 0
  const now = () => nowMs
  const secrets = { keep: () => "", take: () => undefined }
  const hooks = { onTokenInvalid: nothing, onLoading: nothing }
  const room = openBackroom({
    caller: nobody,
    hooks,
    storage: emptyStorage,
    secrets,
    streams: noStreams,
    openLastKnown: () => never,
    now,
  })
  const boot: BootSeats = seatBoot(host.seat, () => Promise.resolve(room), {
    storage: emptyStorage,
    history: noHistory,
    loadPage: () => never,
    languages: [],
    saidOn: false,
    now,
  })
  const seats: MemberSeats = seatMember({ services: room.services, caller: nobody, seat: host.seat })
  const member = settled(seats)
  const backroomAt = ({ answers, position }: Checkpoint): Backroom => {
    const call = callAt(answers, position)
    const services = provideServices({
      call,
      storage: emptyStorage,
      secrets,
      lastKnown: nothingKnown,
      flush: Effect.never,
    })
    return { ...room, call, services, queries: queriesAt(answers, position), leave: nothing }
  }
  const systemAt = (checkpoint: Checkpoint): System => {
    const backroom = settled(backroomAt(checkpoint))
    return {
      boot,
      member: () => (boot.session.getSnapshot().context.user === null ? never : member),
      retryMember: nothing,
      onMemberChange: (listener) => {
        const heard = boot.session.subscribe(listener)
        return () => heard.unsubscribe()
      },
      backroom: () => backroom,
      secrets,
      now,
      mint: () => "past",
      onEvent: () => nothing,
      heard: () => 0,
      seats: () => [],
    }
  }
  let known: { readonly system: System; readonly count: number } | null = null
  return {
    machines: host.machines,
    show: (checkpoint) => {
      nowMs = checkpoint.atMs
      const count = checkpoint.answers.countAt(checkpoint.position)
      if (known?.count !== count) known = { system: systemAt(checkpoint), count }
      host.show(checkpoint)
      return known.system
    },
  }
}
