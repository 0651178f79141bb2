/**
 * Promises: one connection of the quote stream, from ticket to loss; its socket is closed in every
 * case. A socket that answers no heartbeat is given up. It ends with a reason, and the market decides
 * when to reconnect.
 */
import { assign, type EventObject, fromCallback, sendTo, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { STREAM_HEARTBEAT_MS, STREAM_HEARTBEATS_LOST } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { ConnectionEvent, SendHeartbeat } from "../src/events/connection.ts"

export interface ConnectionInput {
  /** The member's last event that is known; the stream resumes after it. Null: none is. */
  readonly after: number | null
}

export interface ConnectionContext extends ConnectionInput {
  /** Why the connection ends; the network, unless a message or the server says otherwise. */
  readonly failure: Failure
  /** Heartbeats are counted, not timed: a background tab has few timers but receives every answer. */
  readonly unanswered: number
}

export const connectionMachine = setup({
  types: {
    context: {} as ConnectionContext,
    input: {} as ConnectionInput,
    events: {} as ConnectionEvent,
    output: {} as { readonly failure: Failure },
  },
  actors: {
    /** connection.ticketed or connection.refused. */
    requestTicket: fromCallback<EventObject>(unprovided("requestTicket")),
    /**
     * Opens the socket and applies its messages: connection.opened, connection.answered,
     * connection.broke. Stopping the actor closes it.
     */
    socket: fromCallback<SendHeartbeat, ConnectionInput>(unprovided("socket")),
  },
  actions: {
    sendHeartbeat: sendTo("socket", { type: "socket.sendHeartbeat" }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    clearUnanswered: assign({ unanswered: 0 }),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
  },
  guards: {
    isSilent: ({ context }) => context.unanswered === STREAM_HEARTBEATS_LOST,
  },
  delays: {
    heartbeat: STREAM_HEARTBEAT_MS,
  },
}).createMachine({
  id: "connection",
  description: "One connection of the quote stream",
  context: ({ input }) => ({ ...input, failure: { reason: "no-answer.network" }, unanswered: 0 }),
  output: ({ context }) => ({ failure: context.failure }),
  initial: "ticketing",
  states: {
    ticketing: {
      description: "A one-use ticket is being requested",
      invoke: { id: "requestTicket", src: "requestTicket" },
      on: {
        "connection.ticketed": { target: "connected", description: "The ticket arrives" },
        "connection.refused": {
          target: "lost",
          actions: "assignFailure",
          description: "The server refuses, or does not answer",
        },
      },
    },
    connected: {
      description: "There is a socket",
      invoke: { id: "socket", src: "socket", input: ({ context }) => ({ after: context.after }) },
      on: {
        "connection.broke": {
          target: "lost",
          actions: "assignFailure",
          description: "The socket closes, or sends what cannot be read",
        },
      },
      initial: "opening",
      states: {
        opening: {
          description: "The socket is being opened",
          on: { "connection.opened": { target: "open", description: "The socket is open" } },
        },
        open: {
          description: "The socket is open and sends heartbeats",
          on: {
            "connection.answered": { actions: "clearUnanswered", description: "The server is alive" },
          },
          after: {
            heartbeat: [
              { guard: "isSilent", target: "#connection.lost", description: "The server answers no more" },
              {
                target: "open",
                reenter: true,
                actions: ["sendHeartbeat", "countUnanswered"],
                description: "A heartbeat is due",
              },
            ],
          },
        },
      },
    },
    lost: { type: "final", description: "The connection is over" },
  },
})
