/**
 * Promises: prices are called live only while frames arrive without a gap, a duplicate or a
 * silence; anything else leads to a fresh snapshot after a growing random delay, so that a thousand
 * apps do not reconnect at once. A socket that answers no heartbeat is given up.
 */
import {
  assign,
  type EventObject,
  emit,
  enqueueActions,
  fromCallback,
  type SnapshotFrom,
  sendTo,
  setup,
} from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  QUOTE_STALE_MS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  STREAM_HEARTBEAT_MS,
  STREAM_HEARTBEATS_LOST,
  STREAM_SILENCE_MS,
} from "../src/domain/limits.ts"
import { changesOpenContracts, isKnownEvent, type ReceivedEvent } from "../src/domain/member-event.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type {
  MemberChanged,
  MemberContractsChanged,
  MemberEventUnknown,
  MemberRead,
  SendHeartbeat,
  SiteReported,
  StreamEvent,
} from "../src/events/stream.ts"

export interface StreamContext {
  /** Number of the last frame; null before the first snapshot of a connection. */
  readonly lastFrame: number | null
  /** When it arrived, by the app's clock. */
  readonly framedAtMs: number | null
  /** The number of lost connections since prices were last live. */
  readonly attempt: number
  /** The delay before the next connection. */
  readonly pauseMs: number
  readonly failure: Failure | null
  /**
   * The number of the member's last event. Null before the first message about them, which counts as
   * a change too: what was requested before the connection was open may be older.
   */
  readonly number: number | null
  /** Heartbeats are counted, not timed: a background tab has few timers but receives every answer. */
  readonly unanswered: number
}

/** Whether the events follow the last one without a gap. */
const isContinued = (known: number | null, number: number, events: readonly ReceivedEvent[]): boolean =>
  known !== null &&
  events.length > 0 &&
  known + events.length === number &&
  events.every((event, index) => event.number === known + index + 1)

export interface ConnectionJob {
  /** The member's last event that is known; the events resume after it. Null: none is. */
  readonly after: number | null
}

const pauseOf = (attempt: number, roll: number): number =>
  Math.round(roll * Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** Math.min(attempt, 10)))

export const streamMachine = setup({
  types: {
    context: {} as StreamContext,
    events: {} as StreamEvent,
    emitted: {} as MemberChanged | MemberContractsChanged | MemberEventUnknown | MemberRead | SiteReported,
    tags: {} as "offline",
  },
  actors: {
    /** Reports the device's network: stream.wentOffline, stream.cameOnline. */
    watchNetwork: fromCallback<EventObject>(unprovided("watchNetwork")),
    /**
     * Provides first prices before the stream does, and stores the last ones for the next visit:
     * stream.recalled.
     */
    rememberPrices: fromCallback<EventObject>(unprovided("rememberPrices")),
    /**
     * Gets a pass, opens the socket and applies its messages: stream.passIssued, stream.connected,
     * stream.answered, stream.framed, stream.eventsReceived, stream.eventsRead, stream.siteReported,
     * stream.lost. Stopping the actor closes the socket.
     */
    connection: fromCallback<SendHeartbeat, ConnectionJob>(unprovided("connection")),
  },
  actions: {
    assignSnapshot: assign(({ event }) =>
      event.type === "stream.framed" ? { lastFrame: event.frame, framedAtMs: event.at, failure: null } : {},
    ),
    assignFrame: assign(({ event }) =>
      event.type === "stream.framed"
        ? { lastFrame: event.frame, framedAtMs: event.at, attempt: 0, failure: null }
        : {},
    ),
    assignCached: assign(({ context, event }) =>
      event.type === "stream.recalled" && context.framedAtMs === null ? { framedAtMs: event.knownAtMs } : {},
    ),
    assignGap: assign(({ context, event }) =>
      event.type === "stream.framed"
        ? {
            failure: { reason: "stream.gap" },
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    assignLoss: assign(({ context, event }) =>
      event.type === "stream.lost"
        ? {
            failure: event.failure,
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    assignSilence: assign(({ context }) => ({
      failure: { reason: "stream.silence" },
      attempt: context.attempt + 1,
      pauseMs: 0,
    })),
    assignNumber: assign(({ event }) =>
      event.type === "stream.eventsReceived" ? { number: event.number } : {},
    ),
    announceChange: enqueueActions(({ event, enqueue }) => {
      if (event.type !== "stream.eventsReceived") return
      const known = event.events.filter(isKnownEvent)
      enqueue.emit({ type: "member.changed", events: known })
      if (changesOpenContracts(event.events)) enqueue.emit({ type: "member.contractsChanged" })
      if (known.length < event.events.length) enqueue.emit({ type: "member.eventUnknown" })
    }),
    announceRead: emit(({ event }) => ({
      type: "member.read",
      version: event.type === "stream.eventsRead" ? event.version : 0,
    })),
    assignEventGap: assign(({ context }) => ({
      failure: { reason: "stream.event-gap" },
      attempt: context.attempt + 1,
      pauseMs: pauseOf(context.attempt, 1),
    })),
    announceSite: enqueueActions(({ event, enqueue }) => {
      if (event.type === "stream.siteReported")
        enqueue.emit({ type: event.isOpen ? "site.opened" : "site.closed" })
    }),
    forgetConnection: assign({ lastFrame: null, unanswered: 0 }),
    sendHeartbeat: sendTo("connection", { type: "connection.sendHeartbeat" }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    clearUnanswered: assign({ unanswered: 0 }),
    resetAttempts: assign({ attempt: 0, pauseMs: 0 }),
  },
  guards: {
    hasNoAnswer: ({ context }) => context.unanswered === STREAM_HEARTBEATS_LOST,
    isOtherStart: ({ context, event }) =>
      event.type === "stream.eventsReceived" && event.events.length === 0 && event.number !== context.number,
    isContinued: ({ context, event }) =>
      event.type === "stream.eventsReceived" && isContinued(context.number, event.number, event.events),
    hasSkipped: ({ context, event }) =>
      event.type === "stream.eventsReceived" && event.number > (context.number ?? 0),
    isSnapshot: ({ event }) => event.type === "stream.framed" && event.kind === "snapshot",
    isNext: ({ context, event }) =>
      event.type === "stream.framed" &&
      event.kind === "frame" &&
      context.lastFrame !== null &&
      event.frame === context.lastFrame + 1,
  },
  delays: {
    staleAfter: QUOTE_STALE_MS,
    deadAfter: STREAM_SILENCE_MS - QUOTE_STALE_MS,
    answerTimeout: STREAM_SILENCE_MS,
    heartbeat: STREAM_HEARTBEAT_MS,
    pause: ({ context }) => context.pauseMs,
  },
}).createMachine({
  id: "stream",
  description: "The socket that brings prices, the member's events and the site's state",
  context: {
    lastFrame: null,
    framedAtMs: null,
    attempt: 0,
    pauseMs: 0,
    failure: null,
    number: null,
    unanswered: 0,
  },
  initial: "off",
  states: {
    off: {
      description: "Prices are not watched",
      on: { "stream.start": { target: "on", description: "Prices are watched" } },
    },
    on: {
      description: "Prices are watched",
      initial: "streaming",
      invoke: [
        { id: "watchNetwork", src: "watchNetwork" },
        { id: "rememberPrices", src: "rememberPrices" },
      ],
      on: {
        "stream.recalled": {
          actions: "assignCached",
          description: "Cached prices are available, with their time",
        },
        "stream.stop": {
          target: "off",
          actions: ["forgetConnection", "resetAttempts"],
          description: "Prices are no longer watched",
        },
        "stream.eventsReceived": [
          {
            guard: "isOtherStart",
            actions: ["assignNumber", "announceChange"],
            description: "The server says how many events the member has",
          },
          {
            guard: "isContinued",
            actions: ["assignNumber", "announceChange"],
            description: "The member's next events arrive, known to this build or not",
          },
          {
            guard: "hasSkipped",
            target: ".waiting",
            actions: "assignEventGap",
            description: "Events are missing or out of order; the next connection resumes after the last one",
          },
        ],
        "stream.eventsRead": {
          actions: "announceRead",
          description: "The member has read notices, here or on another device",
        },
        "stream.siteReported": {
          actions: "announceSite",
          description: "The server reports whether the site is open",
        },
        "stream.wentOffline": { target: ".offline", description: "The device has lost its network" },
      },
      states: {
        streaming: {
          description: "A connection is being made or is open",
          initial: "requestingPass",
          entry: "forgetConnection",
          invoke: {
            id: "connection",
            src: "connection",
            input: ({ context }): ConnectionJob => ({ after: context.number }),
          },
          on: {
            "stream.lost": {
              target: "waiting",
              actions: "assignLoss",
              description: "The connection is lost with a reason",
            },
          },
          states: {
            requestingPass: {
              description: "A pass for one connection is being requested",
              on: { "stream.passIssued": "opening" },
            },
            opening: {
              description: "The socket is being opened",
              after: {
                answerTimeout: {
                  target: "#stream.on.waiting",
                  actions: "assignSilence",
                  description: "The socket does not open in time",
                },
              },
              on: { "stream.connected": "open" },
            },
            open: {
              description: "The socket is open",
              type: "parallel",
              states: {
                prices: {
                  description: "Whether prices are live",
                  initial: "awaiting",
                  states: {
                    awaiting: {
                      description: "The socket is open; the snapshot is awaited",
                      after: {
                        answerTimeout: {
                          target: "#stream.on.waiting",
                          actions: "assignSilence",
                          description: "The snapshot does not arrive in time",
                        },
                      },
                      on: {
                        "stream.framed": [
                          {
                            guard: "isSnapshot",
                            target: "fresh",
                            actions: "assignSnapshot",
                            description: "The snapshot arrives with every price",
                          },
                          {
                            target: "#stream.on.waiting",
                            actions: "assignGap",
                            description: "A frame arrives before the snapshot",
                          },
                        ],
                      },
                    },
                    fresh: {
                      description: "Frames arrive in sequence",
                      after: { staleAfter: { target: "stale", description: "No frame for three seconds" } },
                      on: {
                        "stream.framed": [
                          {
                            guard: "isNext",
                            target: "fresh",
                            reenter: true,
                            actions: "assignFrame",
                            description: "The next frame arrives",
                          },
                          {
                            guard: "isSnapshot",
                            target: "fresh",
                            reenter: true,
                            actions: "assignSnapshot",
                            description: "The server sends a new snapshot",
                          },
                          {
                            target: "#stream.on.waiting",
                            actions: "assignGap",
                            description:
                              "A frame is missing, repeated or out of order; a new snapshot is needed",
                          },
                        ],
                      },
                    },
                    stale: {
                      description:
                        "No frame for three seconds: prices are marked as old and buying is blocked",
                      after: {
                        deadAfter: {
                          target: "#stream.on.waiting",
                          actions: "assignSilence",
                          description: "No frame for longer; the connection is dropped",
                        },
                      },
                      on: {
                        "stream.framed": [
                          {
                            guard: "isNext",
                            target: "fresh",
                            actions: "assignFrame",
                            description: "The next frame arrives late",
                          },
                          {
                            guard: "isSnapshot",
                            target: "fresh",
                            actions: "assignSnapshot",
                            description: "The server sends a new snapshot",
                          },
                          {
                            target: "#stream.on.waiting",
                            actions: "assignGap",
                            description:
                              "A frame is missing, repeated or out of order; a new snapshot is needed",
                          },
                        ],
                      },
                    },
                  },
                },
                heartbeat: {
                  description: "Whether the server answers",
                  initial: "beating",
                  on: { "stream.answered": { actions: "clearUnanswered" } },
                  states: {
                    beating: {
                      description: "A heartbeat is sent at each interval",
                      after: {
                        heartbeat: [
                          {
                            guard: "hasNoAnswer",
                            target: "#stream.on.waiting",
                            actions: "assignSilence",
                            description: "The last heartbeats were not answered",
                          },
                          {
                            target: "beating",
                            reenter: true,
                            actions: ["sendHeartbeat", "countUnanswered"],
                            description: "A heartbeat is due",
                          },
                        ],
                      },
                    },
                  },
                },
              },
            },
          },
        },
        waiting: {
          description: "A random pause before the next connection",
          after: { pause: { target: "streaming", description: "The pause is over" } },
          on: {
            "stream.cameOnline": {
              target: "streaming",
              actions: "resetAttempts",
              description: "The network returns; the pause ends early",
            },
          },
        },
        offline: {
          description: "The device has no network",
          tags: "offline",
          on: {
            "stream.cameOnline": {
              target: "streaming",
              actions: "resetAttempts",
              description: "The network returns",
            },
          },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type StreamSnapshot = SnapshotFrom<typeof streamMachine>
export type StreamPhase = "connecting" | "live" | "stale" | "offline"

/** Whether prices are live in each state; `old` ones may also be missing. */
const PRICES = {
  off: "old",
  "on.streaming.requestingPass": "old",
  "on.streaming.opening": "old",
  "on.streaming.open.prices.awaiting": "old",
  "on.streaming.open.prices.fresh": "live",
  "on.streaming.open.prices.stale": "old",
  "on.streaming.open.heartbeat.beating": undefined,
  "on.waiting": "old",
  "on.offline": "offline",
} as const satisfies Readonly<Record<LeafState<StreamSnapshot>, string | undefined>>

/**
 * How far prices can be trusted. `connecting` only before the first price ever; later, old prices
 * are `stale`.
 */
export const streamPhase = (snapshot: StreamSnapshot): StreamPhase => {
  const prices = viewAt(snapshot, PRICES)
  if (prices !== "old") return prices
  return snapshot.context.framedAtMs === null ? "connecting" : "stale"
}

/** Why a connection is dropped whose messages do not fit together. */
const MISFITS = ["stream.gap", "stream.event-gap", "stream.foreign-events", "no-answer.malformed"]

/** Whether the last connection was dropped for forged, foreign, repeated or missing messages. */
export const isRefused = ({ context }: StreamSnapshot): boolean =>
  context.failure !== null && MISFITS.includes(context.failure.reason)

/** True until prices are watched. */
export const isStreamOff = (snapshot: StreamSnapshot): boolean => snapshot.matches("off")
