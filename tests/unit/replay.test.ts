import { describe, expect, it } from "vitest"
import { transition } from "xstate"
import { orderMachine } from "../../machines/order.ts"
import { foldOf, replay } from "../../packages/journal/src/replay.ts"
import type { OrderEvent } from "../../src/events/money.ts"
import { openOrder } from "../support/money-events.ts"

const events: readonly OrderEvent[] = [
  openOrder("v1"),
  { type: "order.change", field: "stake", value: "5000", at: 1 },
  { type: "order.leave", field: "stake", at: 2 },
  { type: "order.review", quote: null, at: 3 },
]

describe("the fold of a machine", () => {
  // foldOf builds one ActorScope by hand, as XState's transition() does for each event: an upgrade of
  // XState that changes what a machine asks of its scope fails here
  it("takes the steps of XState's own pure transition", () => {
    const fold = foldOf(orderMachine, undefined)
    let expected = fold.initial()
    for (const event of events) [expected] = transition(orderMachine, expected, event)
    const folded = replay(fold, fold.initial(), events)
    expect(fold.persist(folded)).toEqual(fold.persist(expected))
    expect(folded.context.draft.stake).toBe("5000")
  })

  it("restores a persisted snapshot and continues from it", () => {
    const fold = foldOf(orderMachine, undefined)
    const folded = replay(fold, fold.initial(), events)
    const restored = fold.restore(JSON.parse(JSON.stringify(fold.persist(folded))))
    const next: OrderEvent = { type: "order.change", field: "stake", value: "7000", at: 4 }
    expect(fold.step(restored, next).context).toEqual(fold.step(folded, next).context)
  })
})
