import { eventReader, foldOf, upcastEvent } from "@financial-links/journal"
import { orderMachine } from "../../machines/order.ts"
import { standard } from "../../src/events/declaration.ts"
import { OrderEvent, orderStream } from "../../src/events/money.ts"
import { openOrder } from "../support/money-events.ts"
import { bench } from "./harness.ts"

const EVENTS = 100_000

/** What a journal holds most of: a ticket being filled in, key by key. */
const typed = (index: number): OrderEvent =>
  index === 0
    ? openOrder("bench")
    : index % 8 === 7
      ? { type: "order.leave", field: "stake", at: index }
      : { type: "order.change", field: "stake", value: String(index % 10_000), at: index }

bench("replay of 100 000 events by pure transition", () => {
  const lines = Array.from({ length: EVENTS }, (_, index) => JSON.stringify(typed(index)))
  const events = Array.from({ length: EVENTS }, (_, index) => typed(index))
  const journal = `[${lines.join(",")}]`
  const fold = foldOf(orderMachine, undefined)
  return {
    floorIs: "JSON.parse of the same journal",
    floor: () => {
      const parsed: unknown = JSON.parse(journal)
      if (!Array.isArray(parsed) || parsed.length !== EVENTS)
        throw new Error("the journal was not read whole")
    },
    subject: () => {
      const state = events.reduce(fold.step, fold.initial())
      if (state.context.draft.stake !== events.findLast((event) => event.type === "order.change")?.value)
        throw new Error("the replay ended elsewhere")
    },
    reach: { subjectAtMost: 350 },
  }
})

/** The same as releases before version 2 stored it; every sixteenth event carries a whole product. */
const storedEarlier = (index: number): unknown => {
  if (index % 16 !== 0) return typed(index)
  const product = {
    ...{ id: "p1", symbol: "AAPL", name: "Apple", min_stake: "1000.00", max_stake: "500000.00" },
    ...{ leverages: [1, 2, 5], periods: [1, 7, 30], commission_ppm: 1_000, stop_out_bps: 10_000 },
    ...{ sold_out: false, is_open: true },
  }
  const facts = { product, available: "20000.00", separators: { decimal: ".", group: "," }, at: index }
  return index === 0
    ? { type: "order.open", visit: "bench", direction: "up", ...facts }
    : { type: "order.informed", ...facts }
}

bench("replay of 100 000 events with upcasting", () => {
  const stored = Array.from({ length: EVENTS }, (_, index) => storedEarlier(index))
  const read = eventReader(standard(OrderEvent), orderStream.upcasters)
  const current = read(stored)
  const fold = foldOf(orderMachine, undefined)
  return {
    floorIs: "the fold of the same events, without upcasting",
    floor: () => {
      current.reduce(fold.step, fold.initial())
    },
    subject: () => {
      for (const event of stored) upcastEvent(orderStream.upcasters, event)
      current.reduce(fold.step, fold.initial())
    },
    reach: { ratioAtMost: 1.1, subjectAtMost: 350 },
  }
})

bench("snapshot and 500 events", () => {
  const fold = foldOf(orderMachine, undefined)
  const events = Array.from({ length: 500 }, (_, index) => typed(index))
  const stored = JSON.stringify(fold.persist(events.reduce(fold.step, fold.initial())))
  return {
    floorIs: "JSON.parse of the snapshot",
    floor: () => {
      JSON.parse(stored)
    },
    subject: () => {
      events.reduce(fold.step, fold.restore(JSON.parse(stored)))
    },
    reach: { subjectAtMost: 30 },
  }
})
