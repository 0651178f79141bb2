import { orderMachine } from "../../machines/order.ts"
import type { OrderEvent } from "../../src/events/money.ts"
import { foldOf } from "../../src/journal/replay.ts"
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
    reach: { subjectAtMost: 1_000 },
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
