/**
 * Promises: the browser is requested its permission only when the member wants notices; they are
 * shown as on only when both browser and server have said so.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { PushEvent } from "../src/events/push.ts"

export interface PushContext {
  /** Why the last attempt to turn notices on or off failed. */
  readonly failure: Failure | null
}

export const pushMachine = setup({
  types: {
    context: {} as PushContext,
    events: {} as PushEvent,
    tags: {} as "busy",
  },
  actors: {
    /** push.found. */
    look: fromCallback<EventObject>(unprovided("look")),
    /** push.permitted, push.denied or push.dismissed. */
    ask: fromCallback<EventObject>(unprovided("ask")),
    /** push.subscribed, push.denied or push.failed. */
    subscribe: fromCallback<EventObject>(unprovided("subscribe")),
    /** push.unsubscribed or push.failed. */
    unsubscribe: fromCallback<EventObject>(unprovided("unsubscribe")),
  },
  actions: {
    assignFailure: assign(({ event }) => (event.type === "push.failed" ? { failure: event.failure } : {})),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    isUnsupported: ({ event }) => event.type === "push.found" && event.permission === "unsupported",
    isNotAsked: ({ event }) => event.type === "push.found" && event.permission === "notAsked",
    isDenied: ({ event }) => event.type === "push.found" && event.permission === "denied",
    isSubscribed: ({ event }) => event.type === "push.found" && event.isSubscribed,
    isFailing: ({ event }) => event.type === "push.subscribed" && event.isFailing,
  },
}).createMachine({
  id: "push",
  description: "Whether this device gets notices while the app is closed",
  context: { failure: null },
  initial: "looking",
  states: {
    looking: {
      description: "The browser says what it allows and has",
      invoke: { id: "look", src: "look" },
      on: {
        "push.found": [
          { guard: "isUnsupported", target: "unsupported" },
          { guard: "isNotAsked", target: "notAsked" },
          { guard: "isDenied", target: "denied" },
          {
            guard: "isSubscribed",
            target: "renewing",
            description: "It has a subscription; whether the server sends to it is to be confirmed",
          },
          { target: "off" },
        ],
      },
    },
    unsupported: { description: "This browser cannot show notices while the app is closed" },
    notAsked: {
      description: "The member has not been asked",
      on: {
        "push.turnOn": "asking",
        "push.look": "looking",
      },
    },
    asking: {
      description: "The browser asks the member for permission",
      invoke: { id: "ask", src: "ask" },
      on: {
        "push.permitted": "subscribing",
        "push.denied": "denied",
        "push.dismissed": "notAsked",
      },
    },
    denied: {
      description: "The browser does not allow notices; only its settings can change that",
      on: { "push.look": "looking" },
    },
    subscribing: {
      description: "The browser subscribes, and the server is given the subscription",
      tags: "busy",
      invoke: { id: "subscribe", src: "subscribe" },
      on: {
        "push.subscribed": "on",
        "push.denied": { target: "denied", description: "The browser has withdrawn its permission" },
        "push.failed": {
          target: "off",
          actions: "assignFailure",
          description: "The browser or the server refuses, or does not answer",
        },
      },
    },
    renewing: {
      description: "The server is given the language and the session of the subscription again",
      tags: "busy",
      invoke: { id: "subscribe", src: "subscribe" },
      on: {
        "push.subscribed": [
          { guard: "isFailing", target: "failing", description: "The last notices did not arrive" },
          { target: "on" },
        ],
        "push.denied": { target: "denied", description: "The browser has withdrawn its permission" },
        "push.failed": { target: "unconfirmed", actions: "assignFailure" },
      },
    },
    unconfirmed: {
      description: "The browser has a subscription; whether the server sends to it is unknown",
      on: {
        "push.turnOn": { target: "renewing", actions: "clearFailure" },
        "push.turnOff": { target: "unsubscribing", actions: "clearFailure" },
        "push.look": { target: "looking", actions: "clearFailure" },
      },
    },
    on: {
      description: "This device gets notices",
      on: {
        "push.turnOff": "unsubscribing",
        "push.look": "looking",
      },
    },
    failing: {
      description: "The server sends notices and the push service does not take them",
      on: {
        "push.turnOff": "unsubscribing",
        "push.look": "looking",
      },
    },
    unsubscribing: {
      description: "The subscription is ended, in the browser first",
      tags: "busy",
      invoke: { id: "unsubscribe", src: "unsubscribe" },
      on: {
        "push.unsubscribed": "off",
        "push.failed": {
          target: "unconfirmed",
          actions: "assignFailure",
          description: "The browser keeps its subscription",
        },
      },
    },
    off: {
      description: "The browser allows notices, and none are sent",
      on: {
        "push.turnOn": { target: "subscribing", actions: "clearFailure" },
        "push.look": { target: "looking", actions: "clearFailure" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type PushSnapshot = SnapshotFrom<typeof pushMachine>

/** What the screens show of each state. */
const PHASES = {
  looking: "looking",
  unsupported: "unsupported",
  notAsked: "offered",
  asking: "asking",
  denied: "denied",
  subscribing: "offered",
  renewing: "checking",
  unconfirmed: "unconfirmed",
  on: "on",
  failing: "failing",
  unsubscribing: "on",
  off: "offered",
} as const satisfies Readonly<Record<LeafState<PushSnapshot>, string>>

export type PushPhase = (typeof PHASES)[keyof typeof PHASES]
export const pushPhase = (snapshot: PushSnapshot): PushPhase => viewAt(snapshot, PHASES)

export const isBusy = (snapshot: PushSnapshot): boolean => snapshot.hasTag("busy")
