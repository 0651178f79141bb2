/**
 * Promises: prices are called live only while frames arrive without a gap, a duplicate or a
 * silence; anything else leads to a fresh snapshot after a growing random delay, so that a thousand
 * apps do not reconnect at once.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import {
  QUOTE_STALE_MS,
  RECONNECT_BASE_MS,
  RECONNECT_MAX_MS,
  STREAM_SILENCE_MS,
} from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { MarketEvent } from "../src/events/market.ts"

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
}

const pauseOf = (attempt: number, roll: number): number =>
  Math.round(roll * Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** Math.min(attempt, 10)))

export const marketMachine = setup({
  types: {
    context: {} as MarketContext,
    events: {} as MarketEvent,
    tags: {} as "live" | "stale" | "connecting" | "offline",
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
     * market.framed …, market.lost.
     */
    stream: fromCallback<EventObject>(unprovided("stream")),
  },
  actions: {
    takeSnapshot: assign(({ event }) =>
      event.type === "market.framed" ? { lastFrame: event.frame, framedAtMs: event.at, failure: null } : {},
    ),
    takeFrame: assign(({ event }) =>
      event.type === "market.framed"
        ? { lastFrame: event.frame, framedAtMs: event.at, attempt: 0, failure: null }
        : {},
    ),
    takeRecalled: assign(({ context, event }) =>
      event.type === "market.recalled" && context.framedAtMs === null ? { framedAtMs: event.knownAtMs } : {},
    ),
    takeSlip: assign(({ context, event }) =>
      event.type === "market.framed"
        ? {
            failure: { reason: "market.gap" },
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    takeLoss: assign(({ context, event }) =>
      event.type === "market.lost"
        ? {
            failure: event.failure,
            attempt: context.attempt + 1,
            pauseMs: pauseOf(context.attempt, event.roll),
          }
        : {},
    ),
    noteSilence: assign(({ context }) => ({
      failure: { reason: "market.silence" },
      attempt: context.attempt + 1,
      pauseMs: 0,
    })),
    forgetFrames: assign({ lastFrame: null }),
    forgetAttempts: assign({ attempt: 0, pauseMs: 0 }),
  },
  guards: {
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
  description: "The connection that prices come over",
  context: { lastFrame: null, framedAtMs: null, attempt: 0, pauseMs: 0, failure: null },
  initial: "off",
  states: {
    off: {
      description: "Prices are not watched",
      on: { "market.start": { target: "on", description: "Prices are watched" } },
    },
    on: {
      description: "Prices are wanted",
      initial: "streaming",
      invoke: [
        { id: "watchNetwork", src: "watchNetwork" },
        { id: "rememberPrices", src: "rememberPrices" },
      ],
      on: {
        "market.recalled": {
          actions: "takeRecalled",
          description: "Prices of an earlier visit are at hand, as old as they are",
        },
        "market.stop": {
          target: "off",
          actions: ["forgetFrames", "forgetAttempts"],
          description: "Prices are no longer watched",
        },
        "market.wentOffline": { target: ".offline", description: "The device has lost its network" },
      },
      states: {
        streaming: {
          description: "A connection is being made or is open",
          initial: "ticketing",
          entry: "forgetFrames",
          invoke: { id: "stream", src: "stream" },
          on: {
            "market.lost": {
              target: "waiting",
              actions: "takeLoss",
              description: "The connection is gone, and why",
            },
          },
          states: {
            ticketing: {
              description: "A one-use ticket is asked for",
              tags: "connecting",
              on: { "market.ticketed": { target: "connecting", description: "The ticket is there" } },
            },
            connecting: {
              description: "The socket is being opened",
              tags: "connecting",
              after: {
                answerTimeout: {
                  target: "#market.on.waiting",
                  actions: "noteSilence",
                  description: "The socket does not open",
                },
              },
              on: { "market.connected": { target: "awaiting", description: "The socket is open" } },
            },
            awaiting: {
              description: "The socket is open and the snapshot has not come yet",
              tags: "connecting",
              after: {
                answerTimeout: {
                  target: "#market.on.waiting",
                  actions: "noteSilence",
                  description: "The snapshot does not come",
                },
              },
              on: {
                "market.framed": [
                  {
                    guard: "isSnapshot",
                    target: "fresh",
                    actions: "takeSnapshot",
                    description: "The snapshot: every price is known",
                  },
                  {
                    target: "#market.on.waiting",
                    actions: "takeSlip",
                    description: "A frame before the snapshot: something was lost",
                  },
                ],
              },
            },
            fresh: {
              description: "Frames come one after the other",
              tags: "live",
              after: { staleAfter: { target: "stale", description: "No frame for three seconds" } },
              on: {
                "market.framed": [
                  {
                    guard: "isNext",
                    target: "fresh",
                    reenter: true,
                    actions: "takeFrame",
                    description: "The frame that was due",
                  },
                  {
                    guard: "isSnapshot",
                    target: "fresh",
                    reenter: true,
                    actions: "takeSnapshot",
                    description: "The server begins anew with a snapshot",
                  },
                  {
                    target: "#market.on.waiting",
                    actions: "takeSlip",
                    description: "A gap, a repetition or a reversal: a fresh snapshot is needed",
                  },
                ],
              },
            },
            stale: {
              description: "No frame for three seconds: prices are marked as old and buying is blocked",
              tags: "stale",
              after: {
                deadAfter: {
                  target: "#market.on.waiting",
                  actions: "noteSilence",
                  description: "The silence lasts: the connection is given up",
                },
              },
              on: {
                "market.framed": [
                  {
                    guard: "isNext",
                    target: "fresh",
                    actions: "takeFrame",
                    description: "The frame that was due, late",
                  },
                  {
                    guard: "isSnapshot",
                    target: "fresh",
                    actions: "takeSnapshot",
                    description: "The server begins anew with a snapshot",
                  },
                  {
                    target: "#market.on.waiting",
                    actions: "takeSlip",
                    description: "A gap, a repetition or a reversal: a fresh snapshot is needed",
                  },
                ],
              },
            },
          },
        },
        waiting: {
          description: "A random pause before the next connection",
          tags: ["stale", "connecting"],
          after: { pause: { target: "streaming", description: "The pause is over" } },
          on: {
            "market.cameOnline": {
              target: "streaming",
              actions: "forgetAttempts",
              description: "The network is back: no need to wait",
            },
          },
        },
        offline: {
          description: "The device has no network",
          tags: ["stale", "offline"],
          on: {
            "market.cameOnline": {
              target: "streaming",
              actions: "forgetAttempts",
              description: "The network is back",
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

/**
 * How far prices can be trusted. `connecting` only before the first price ever; later, old prices
 * are `stale`.
 */
export const marketPhase = (snapshot: MarketSnapshot): MarketPhase => {
  if (snapshot.hasTag("live")) return "live"
  if (snapshot.hasTag("offline")) return "offline"
  return snapshot.context.framedAtMs === null ? "connecting" : "stale"
}
