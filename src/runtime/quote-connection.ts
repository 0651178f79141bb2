/** Hosts the `connection` machine: one for each connection of the quote stream. */
import type { Context } from "effect"
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
import { connectionMachine } from "../../machines/connection.ts"
import type { StreamJob } from "../../machines/market.ts"
import type { MarketEvent } from "../events/market.ts"
import { createObservedActor } from "./actors/observed-actor.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { type QuoteStreamOptions, quoteSocket, requestTicket } from "./effects/quote-stream.ts"
import type { Api } from "./effects/services.ts"
import type { Inspector } from "./inspector.ts"

/**
 * One connection, from ticket to loss, which resumes the member's events after `after`. It ends with
 * `market.lost`; the machine decides when to reconnect. Stopping the actor closes the socket.
 */
export const quoteConnection = (
  services: Context.Context<Api>,
  options: QuoteStreamOptions,
  inspector?: Inspector,
): CallbackActorLogic<EventObject, StreamJob> =>
  fromCallback<EventObject, StreamJob>(({ input, sendBack }) => {
    const { now, roll } = options
    const send = (fact: MarketEvent) => sendBack(fact)
    /** Not part of the machine: it opens the stream of the member. */
    let ticket = ""
    const onTicket = (issued: string) => {
      ticket = issued
      send({ type: "market.ticketed", at: now() })
    }
    const machine = connectionMachine.provide({
      actors: {
        requestTicket: effectActor(services, requestTicket(onTicket, now)),
        socket: quoteSocket(options, () => ticket, send),
      },
    })
    const { actor, start } = createObservedActor({ id: "connection", machine, input }, inspector)
    actor.subscribe({
      complete: () => {
        const { output } = actor.getSnapshot()
        if (output) send({ type: "market.lost", failure: output.failure, roll: roll(), at: now() })
      },
    })
    start()
    return () => actor.stop()
  })
