/** What a member does with an order ticket, as events of its machine. */

import type { orderMachine } from "../../machines/order.ts"
import { type streamMachine, streamPhase } from "../../machines/stream.ts"
import type { DisplayedQuote, DraftField } from "../domain/ticket.ts"
import type { ActorHandle } from "./actor-host.ts"
import type { QuoteStore } from "./effects/quote-store.ts"
import type { Runtime } from "./runtime.ts"

export type OrderHandle = ActorHandle<typeof orderMachine>

interface TicketPorts extends Pick<Runtime, "now" | "createKey"> {
  readonly handle: Pick<OrderHandle, "getSnapshot" | "send">
  readonly stream: Pick<ActorHandle<typeof streamMachine>, "getSnapshot">
  readonly quotes: Pick<QuoteStore, "get">
}

/** A review and a confirmation are bound to the price on the screen, and to whether prices are live. */
export const createTicketCommands = ({ handle, stream, quotes, now, createKey }: TicketPorts) => {
  const isLive = () => streamPhase(stream.getSnapshot()) === "live"
  /** The price on the screen; null unless prices are live. The stream vouches for its age. */
  const displayed = (): DisplayedQuote | null => {
    const quote = quotes.get(handle.getSnapshot().context.terms?.symbol ?? "")
    return quote && isLive() ? { price: quote.price, seq: quote.seq, receivedAtMs: now() } : null
  }
  return {
    set: (field: DraftField, value: string) => handle.send({ type: "order.change", field, value, at: now() }),
    leave: (field: DraftField) => handle.send({ type: "order.leave", field, at: now() }),
    review: () => handle.send({ type: "order.review", quote: displayed(), at: now() }),
    requote: () => handle.send({ type: "order.requote", quote: displayed(), at: now() }),
    back: () => handle.send({ type: "order.back", at: now() }),
    confirm: () => handle.send({ type: "order.confirm", key: createKey(), isLive: isLive(), at: now() }),
  }
}
