/**
 * Promises: prices are called live only while frames arrive without a gap, a duplicate or a
 * silence; anything else leads to a fresh snapshot after a growing random delay, so that a thousand
 * apps do not reconnect at once.
 */
import {
  assign,
  type EventObject,
  emit,
  enqueueActions,
  fromCallback,
  type SnapshotFrom,
  setup,
} from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  QUOTE_STALE_MS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  STREAM_SILENCE_MS,
} from "../src/domain/limits.ts"
import { changesOpenContracts, isKnownEvent, type ReceivedEvent } from "../src/domain/member-event.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type {
  MarketEvent,
  MemberChanged,
  MemberContractsChanged,
  MemberEventUnknown,
  MemberRead,
  SiteReported,
} from "../src/events/market.ts"

export interface MarketContext {
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
}

/** Whether the events follow the last one without a gap. */
const isContinued = (known: number | null, number: number, events: readonly ReceivedEvent[]): boolean =>
  known !== null &&
  events.length > 0 &&
  known + events.length === number &&
  events.every((event, index) => event.number === known + index + 1)

/** Input of the stream: the member's last event that is known. */
export interface StreamJob {
  readonly after: number | null
}

const pauseOf = (attempt: number, roll: number): number =>
  Math.round(roll * Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** Math.min(attempt, 10)))

export const marketMachine = setup({
  types: {
    context: {} as MarketContext,
    events: {} as MarketEvent,
    emitted: {} as MemberChanged | MemberContractsChanged | MemberEventUnknown | MemberRead | SiteReported,
  },
  actors: {
    /** Reports the device's network: market.wentOffline, market.cameOnline. */
    watchNetwork: fromCallback<EventObject>(unprovided("watchNetwork")),
    /**
     * Provides first prices before the stream does, and stores the last ones for the next visit:
     * market.recalled.
     */
    rememberPrices: fromCallback<EventObject>(unprovided("rememberPrices")),
    /**
     * Gets a ticket, opens the socket and applies its messages: market.ticketed, market.connected,
     * market.framed, market.eventsReceived, market.eventsRead and market.siteReported …, market.lost.
     */
    stream: fromCallback<EventObject, StreamJob>(unprovided("stream")),
  },
  actions: {
    assignSnapshot: assign(({ event }) =>
      event.type === "market.framed" ? { lastFrame: event.frame, framedAtMs: event.at, failure: null } : {},
    ),
    assignFrame: assign(({ event }) =>
      event.type === "market.framed"
        ? { lastFrame: event.frame, framedAtMs: event.at, attempt: 0, failure: null }
        : {},
    ),
    assignCached: assign(({ context, event }) =>
      event.type === "market.recalled" && context.framedAtMs === null ? { framedAtMs: event.knownAtMs } : {},
    ),
    assignGap: assign(({ context, event }) =>
      event.type === "market.framed"
        ? {
            failure: { reason: "market.gap" },
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    assignLoss: assign(({ context, event }) =>
      event.type === "market.lost"
        ? {
            failure: event.failure,
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    assignSilence: assign(({ context }) => ({
      failure: { reason: "market.silence" },
      attempt: context.attempt + 1,
      pauseMs: 0,
    })),
    assignNumber: assign(({ event }) =>
      event.type === "market.eventsReceived" ? { number: event.number } : {},
    ),
    announceChange: enqueueActions(({ event, enqueue }) => {
      if (event.type !== "market.eventsReceived") return
      const known = event.events.filter(isKnownEvent)
      enqueue.emit({ type: "member.changed", events: known })
      if (changesOpenContracts(event.events)) enqueue.emit({ type: "member.contractsChanged" })
      if (known.length < event.events.length) enqueue.emit({ type: "member.eventUnknown" })
    }),
    announceRead: emit(({ event }) => ({
      type: "member.read",
      version: event.type === "market.eventsRead" ? event.version : 0,
    })),
    assignEventGap: assign(({ context }) => ({
      failure: { reason: "market.event-gap" },
      attempt: context.attempt + 1,
      pauseMs: pauseOf(context.attempt, 1),
    })),
    announceSite: enqueueActions(({ event, enqueue }) => {
      if (event.type === "market.siteReported")
        enqueue.emit({ type: event.isOpen ? "site.opened" : "site.closed" })
    }),
    clearLastFrame: assign({ lastFrame: null }),
    resetAttempts: assign({ attempt: 0, pauseMs: 0 }),
  },
  guards: {
    isOtherStart: ({ context, event }) =>
      event.type === "market.eventsReceived" && event.events.length === 0 && event.number !== context.number,
    isContinued: ({ context, event }) =>
      event.type === "market.eventsReceived" && isContinued(context.number, event.number, event.events),
    hasSkipped: ({ context, event }) =>
      event.type === "market.eventsReceived" && event.number > (context.number ?? 0),
    isSnapshot: ({ event }) => event.type === "market.framed" && event.kind === "snapshot",
    isNext: ({ context, event }) =>
      event.type === "market.framed" &&
      event.kind === "frame" &&
      context.lastFrame !== null &&
      event.frame === context.lastFrame + 1,
  },
  delays: {
    staleAfter: QUOTE_STALE_MS,
    deadAfter: STREAM_SILENCE_MS - QUOTE_STALE_MS,
    answerTimeout: STREAM_SILENCE_MS,
    pause: ({ context }) => context.pauseMs,
  },
}).createMachine({
  id: "market",
  description: "The price stream",
  context: { lastFrame: null, framedAtMs: null, attempt: 0, pauseMs: 0, failure: null, number: null },
  initial: "off",
  states: {
    off: {
      description: "Prices are not watched",
      on: { "market.start": { target: "on", description: "Prices are watched" } },
    },
    on: {
      description: "Prices are watched",
      initial: "streaming",
      invoke: [
        { id: "watchNetwork", src: "watchNetwork" },
        { id: "rememberPrices", src: "rememberPrices" },
      ],
      on: {
        "market.recalled": {
          actions: "assignCached",
          description: "Cached prices are available, with their time",
        },
        "market.stop": {
          target: "off",
          actions: ["clearLastFrame", "resetAttempts"],
          description: "Prices are no longer watched",
        },
        "market.eventsReceived": [
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
        "market.eventsRead": {
          actions: "announceRead",
          description: "The member has read notices, here or on another device",
        },
        "market.siteReported": {
          actions: "announceSite",
          description: "The server reports whether the site is open",
        },
        "market.wentOffline": { target: ".offline", description: "The device has lost its network" },
      },
      states: {
        streaming: {
          description: "A connection is being made or is open",
          initial: "ticketing",
          entry: "clearLastFrame",
          invoke: {
            id: "stream",
            src: "stream",
            input: ({ context }): StreamJob => ({ after: context.number }),
          },
          on: {
            "market.lost": {
              target: "waiting",
              actions: "assignLoss",
              description: "The connection is lost with a reason",
            },
          },
          states: {
            ticketing: {
              description: "A one-use ticket is being requested",
              on: { "market.ticketed": { target: "connecting", description: "The ticket arrives" } },
            },
            connecting: {
              description: "The socket is being opened",
              after: {
                answerTimeout: {
                  target: "#market.on.waiting",
                  actions: "assignSilence",
                  description: "The socket does not open in time",
                },
              },
              on: { "market.connected": { target: "awaiting", description: "The socket is open" } },
            },
            awaiting: {
              description: "The socket is open; the snapshot is awaited",
              after: {
                answerTimeout: {
                  target: "#market.on.waiting",
                  actions: "assignSilence",
                  description: "The snapshot does not arrive in time",
                },
              },
              on: {
                "market.framed": [
                  {
                    guard: "isSnapshot",
                    target: "fresh",
                    actions: "assignSnapshot",
                    description: "The snapshot arrives with every price",
                  },
                  {
                    target: "#market.on.waiting",
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
                "market.framed": [
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
                    target: "#market.on.waiting",
                    actions: "assignGap",
                    description: "A frame is missing, repeated or out of order; a new snapshot is needed",
                  },
                ],
              },
            },
            stale: {
              description: "No frame for three seconds: prices are marked as old and buying is blocked",
              after: {
                deadAfter: {
                  target: "#market.on.waiting",
                  actions: "assignSilence",
                  description: "No frame for longer; the connection is dropped",
                },
              },
              on: {
                "market.framed": [
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
                    target: "#market.on.waiting",
                    actions: "assignGap",
                    description: "A frame is missing, repeated or out of order; a new snapshot is needed",
                  },
                ],
              },
            },
          },
        },
        waiting: {
          description: "A random pause before the next connection",
          after: { pause: { target: "streaming", description: "The pause is over" } },
          on: {
            "market.cameOnline": {
              target: "streaming",
              actions: "resetAttempts",
              description: "The network returns; the pause ends early",
            },
          },
        },
        offline: {
          description: "The device has no network",
          on: {
            "market.cameOnline": {
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
export type MarketSnapshot = SnapshotFrom<typeof marketMachine>
export type MarketPhase = "connecting" | "live" | "stale" | "offline"

/** Whether prices are live in each state; `old` ones may also be missing. */
const PRICES = {
  off: "old",
  "on.streaming.ticketing": "old",
  "on.streaming.connecting": "old",
  "on.streaming.awaiting": "old",
  "on.streaming.fresh": "live",
  "on.streaming.stale": "old",
  "on.waiting": "old",
  "on.offline": "offline",
} as const satisfies Readonly<Record<LeafState<MarketSnapshot>, string>>

/**
 * How far prices can be trusted. `connecting` only before the first price ever; later, old prices
 * are `stale`.
 */
export const marketPhase = (snapshot: MarketSnapshot): MarketPhase => {
  const prices = viewAt(snapshot, PRICES)
  if (prices !== "old") return prices
  return snapshot.context.framedAtMs === null ? "connecting" : "stale"
}

/** Why a connection is dropped whose messages do not fit together. */
const MISFITS = ["market.gap", "market.event-gap", "market.foreign-events", "no-answer.malformed"]

/** Whether the last connection was dropped for forged, foreign, repeated or missing messages. */
export const isRefused = ({ context }: MarketSnapshot): boolean =>
  context.failure !== null && MISFITS.includes(context.failure.reason)

/** True until prices are watched. */
export const isMarketOff = (snapshot: MarketSnapshot): boolean => snapshot.matches("off")
