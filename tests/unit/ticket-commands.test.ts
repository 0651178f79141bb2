import { describe, expect, it } from "vitest"
import { createActor, fromCallback, initialTransition, SimulatedClock, transition } from "xstate"
import { orderMachine, orderPhase, orderProblems } from "../../machines/order.ts"
import { streamMachine, streamPhase } from "../../machines/stream.ts"
import type { OrderEvent } from "../../src/events/money.ts"
import { createTicketCommands } from "../../src/runtime/hooks/use-order-ticket.ts"
import type { ReceivedQuote } from "../../src/runtime/stream/quote-store.ts"
import { keyOf, openOrder } from "../support/money-events.ts"

const NOW_MS = 5_000
const at = NOW_MS

/** The ticket of Apple shares, open, and a stream whose prices are live. */
const open = (isKnown = true) => {
  const stream = createActor(
    streamMachine.provide({
      actors: {
        connection: fromCallback(() => undefined),
        watchNetwork: fromCallback(() => undefined),
        rememberPrices: fromCallback(() => undefined),
      },
    }),
    { clock: new SimulatedClock() },
  ).start()
  stream.send({ type: "stream.start", at })
  stream.send({ type: "stream.passIssued", at })
  stream.send({ type: "stream.connected", at })
  stream.send({ type: "stream.framed", kind: "snapshot", frame: 1, roll: 1, at })
  let [snapshot] = initialTransition(orderMachine)
  const handle = {
    getSnapshot: () => snapshot,
    send: (event: OrderEvent) => {
      snapshot = transition(orderMachine, snapshot, event)[0]
    },
  }
  if (isKnown) handle.send(openOrder("v1"))
  const quotes = new Map<string, ReceivedQuote>()
  const price = (of: string, symbol = "AAPL") =>
    void quotes.set(symbol, {
      ...{ symbol, price: of, seq: 7, atMs: 1_000, receivedAtMs: 1_100 },
      ...{ open: of, high: of, low: of, previousClose: of },
    })
  price("25.4000")
  const commands = createTicketCommands({
    ...{ handle, stream, quotes },
    now: () => NOW_MS,
    createKey: () => keyOf(1),
  })
  const fill = () => {
    commands.set("stake", "10,000")
    commands.set("period", "1")
    commands.set("leverage", "5")
  }
  return { stream, handle, price, commands, fill }
}

describe("the commands of a ticket", () => {
  it("change a field, and show its problem when it is left", () => {
    const { handle, commands } = open()
    commands.set("stake", "12")
    expect(handle.getSnapshot().context.draft.stake).toBe("12")
    commands.leave("stake")
    expect(handle.getSnapshot().context.touched).toEqual(["stake"])
  })

  it("review at the price on the screen, whose age the stream vouches for", () => {
    const { handle, commands, fill, price } = open()
    fill()
    price("99.0000", "MSFT")
    commands.review()
    expect(orderPhase(handle.getSnapshot(), false)).toBe("confirming")
    expect(handle.getSnapshot().context.intent?.quote).toEqual({
      price: "25.4000",
      seq: 7,
      receivedAtMs: NOW_MS,
    })
    price("26.0000")
    commands.requote()
    expect(handle.getSnapshot().context.intent?.quote.price).toBe("26.0000")
    commands.back()
    expect(orderPhase(handle.getSnapshot(), false)).toBe("editing")
  })

  it("review nothing and confirm nothing while prices are not live", () => {
    const { handle, stream, commands, fill } = open()
    fill()
    commands.review()
    stream.send({ type: "stream.lost", failure: { reason: "no-answer.network" }, roll: 1, at })
    expect(streamPhase(stream.getSnapshot())).not.toBe("live")
    commands.confirm()
    expect(handle.getSnapshot().context.key).toBeNull()
    expect(orderProblems(handle.getSnapshot()).price).toEqual({ reason: "order.stale-price" })
    commands.requote()
    expect(orderPhase(handle.getSnapshot(), false)).toBe("editing")
    commands.review()
    expect(orderPhase(handle.getSnapshot(), false)).toBe("editing")
  })

  it("review nothing before the product is known", () => {
    const { handle, commands } = open(false)
    commands.review()
    expect(handle.getSnapshot().context).toMatchObject({ terms: null, intent: null })
  })

  it("confirm with a new key", () => {
    const { handle, commands, fill } = open()
    fill()
    commands.review()
    commands.confirm()
    expect(handle.getSnapshot().context.key).toBe(keyOf(1))
    expect(orderPhase(handle.getSnapshot(), true)).toBe("sending")
  })
})
