/**
 * A second set of seats, for a window onto an earlier moment: made by the same functions as the live ones, so that every screen finds what it needs, but with
 * nobody in them. They show the snapshots that they are given, hear of no effect, and refuse whatever they are sent.
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

/** A machine of the house, and how it is journaled if it is. */
export interface Resident {
  readonly id: string
  readonly machine: AnyStateMachine
  readonly stream: StreamDeclaration | undefined
  readonly pure: Fold<AnyStateMachine>
}

export interface Moment {
  /** The order of everything that happened has one place for each moment. */
  readonly place: number
  readonly atMs: number
  /** What a seat shows; undefined where nothing is known of it: then it shows its beginning. */
  readonly snapshotOf: (id: string) => AnyMachineSnapshot | undefined
  readonly answers: Answers
}

export interface Past {
  /** Every machine of a visitor and of a member. */
  readonly residents: readonly Resident[]
  /** Has every seat show a moment. What is given back is the house of that moment; the same one while no other answers are to be shown. */
  readonly show: (moment: Moment) => System
}

const nothing = (): void => {}

interface PastSeat {
  readonly show: (moment: Moment) => void
}

/** Makes seats that only show. */
const createSeater = () => {
  const residents: Resident[] = []
  const shown: PastSeat[] = []
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
    residents.push({ id, machine, stream, pure: foldOf<AnyStateMachine>(machine, input) })
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
  const show = (moment: Moment) => {
    for (const each of shown) each.show(moment)
  }
  return { seat, residents, show }
}

/** The device lends the past nothing, and keeps nothing of it. */
const emptyStorage: DeviceStorage = createStorage(() => {
  throw new Error("the past is not kept")
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
  flush: () => Promise.reject(new Error("the past is not written")),
}
const nobody: Caller = { baseUrl: "", token: () => null, userId: () => null, locale: () => "en" }
const nothingKnown = { recall: () => Effect.succeed(undefined), keep: () => Effect.void }
const never = new Promise<never>(nothing)

/** A promise that React reads without waiting for it. */
const settled = <Value>(value: Value): Promise<Value> =>
  Object.assign(Promise.resolve(value), { status: "fulfilled" as const, value })

const queriesAt = (answers: Answers, place: number): Queries => {
  type Cache = { [E in CallName]?: Map<string, Query<CallAnswer<E>>> }
  const cache: Cache = {}
  return {
    query: (endpoint, request) => {
      const question = JSON.stringify(request)
      const known = cache[endpoint] ?? new Map()
      cache[endpoint] = known
      const made = known.get(question)
      if (made) return made
      const state = answers.stateAt(endpoint, request, place)
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
  (answers: Answers, place: number): Call =>
  <E extends CallName>(endpoint: E, request: CallRequest<E>) =>
    answers.at(endpoint, request, place) ?? Effect.never

/** Brings the code of every machine, and makes the house of the past. */
export const createPast = async (): Promise<Past> => {
  const [{ openBackroom }, { seatMember }, { provideServices }] = await Promise.all([
    import("./api-layer.ts"),
    import("./member-actors.ts"),
    import("./provide-services.ts"),
  ])
  const seater = createSeater()
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
  const boot: BootSeats = seatBoot(seater.seat, () => Promise.resolve(room), {
    storage: emptyStorage,
    history: noHistory,
    loadPage: () => never,
    languages: [],
    saidOn: false,
    now,
  })
  const seats: MemberSeats = seatMember({ services: room.services, caller: nobody, seat: seater.seat })
  const member = settled(seats)
  const backroomAt = ({ answers, place }: Moment): Backroom => {
    const call = callAt(answers, place)
    const services = provideServices({
      call,
      storage: emptyStorage,
      secrets,
      lastKnown: nothingKnown,
      flush: Effect.never,
    })
    return { ...room, call, services, queries: queriesAt(answers, place), leave: nothing }
  }
  const systemAt = (moment: Moment): System => {
    const backroom = settled(backroomAt(moment))
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
    residents: seater.residents,
    show: (moment) => {
      nowMs = moment.atMs
      const count = moment.answers.countAt(moment.place)
      if (known?.count !== count) known = { system: systemAt(moment), count }
      seater.show(moment)
      return known.system
    },
  }
}
