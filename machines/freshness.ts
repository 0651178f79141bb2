/**
 * Promises: an answer is asked for again when the stream has brought a later event of the member
 * than it includes, once for each event: a server that goes on answering with an older one is not
 * asked without end. It is also asked for when its page is shown after a while, and when the network
 * is lost, so that it is marked as the last known one.
 */
import { assign, emit, setup } from "xstate"
import { BALANCE_FRESH_MS } from "../src/domain/limits.ts"
import type { FreshnessEvent, FreshnessReport } from "../src/events/freshness.ts"

export interface FreshnessContext {
  /** The event for which the answer was last asked for. */
  readonly asked: number
}

export const freshnessMachine = setup({
  types: {
    context: {} as FreshnessContext,
    events: {} as FreshnessEvent,
    emitted: {} as FreshnessReport,
  },
  actions: {
    assignAsked: assign(({ event }) => (event.type === "freshness.compared" ? { asked: event.number } : {})),
    askAnew: emit({ type: "freshness.renew" as const }),
    ask: emit({ type: "freshness.refresh" as const }),
  },
  guards: {
    isOlder: ({ event }) => event.type === "freshness.compared" && event.answered < event.number,
    isOlderThanLater: ({ context, event }) =>
      event.type === "freshness.compared" && event.answered < event.number && event.number > context.asked,
    isAged: ({ event }) =>
      event.type === "freshness.shown" && event.at - event.answeredAtMs > BALANCE_FRESH_MS,
    isCurrent: ({ event }) => event.type === "freshness.compared" && event.answered >= event.number,
  },
}).createMachine({
  id: "freshness",
  description: "Whether an answer is as new as what the stream says",
  context: { asked: 0 },
  type: "parallel",
  states: {
    answer: {
      description: "The answer and the member's events",
      on: {
        "freshness.shown": {
          guard: "isAged",
          actions: "ask",
          description: "The page is shown, and its answer is of a while ago",
        },
      },
      initial: "current",
      states: {
        current: {
          description: "The answer includes every event that is known",
          on: {
            "freshness.compared": {
              guard: "isOlder",
              target: "outdated",
              actions: ["assignAsked", "askAnew"],
              description: "The stream has brought a later event",
            },
          },
        },
        outdated: {
          description: "The answer lacks an event and was asked for anew",
          on: {
            "freshness.compared": [
              {
                guard: "isOlderThanLater",
                target: "outdated",
                actions: ["assignAsked", "askAnew"],
                description: "The stream has brought yet another event",
              },
              { guard: "isCurrent", target: "current", description: "The answer includes it" },
            ],
          },
        },
      },
    },
    network: {
      description: "Whether the device has a network",
      initial: "online",
      states: {
        online: {
          description: "The stream is connected, or connects",
          on: {
            "freshness.wentOffline": {
              target: "offline",
              actions: "ask",
              description: "The network is lost: the failure marks the answer as the last known one",
            },
          },
        },
        offline: {
          description: "There is no network",
          on: { "freshness.cameOnline": { target: "online", description: "The network returns" } },
        },
      },
    },
  },
})
