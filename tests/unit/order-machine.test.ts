import { describe, expect, it } from "vitest"
import { initialTransition } from "xstate"
import { orderMachine, orderPreview, orderProblems } from "../../machines/order.ts"
import { upcastSnapshot } from "../../packages/journal/src/upcast.ts"
import type { DraftField } from "../../src/domain/ticket.ts"
import { type OrderEvent, orderStream } from "../../src/events/money.ts"
import { fold, pathOf } from "../support/explore.ts"
import { at, keyOf, openOrder, orderWords, product, quote } from "../support/money-events.ts"
import { intentAt } from "../support/order-events.ts"

const stateAfter = (...events: readonly OrderEvent[]) =>
  fold(orderMachine, initialTransition(orderMachine)[0], events)

const type = (field: DraftField, value: string): OrderEvent => ({ type: "order.change", field, value, at })
const review: OrderEvent = { type: "order.review", quote, at }
const filled = orderWords.before.slice(0, -1)
const confirm = orderWords.send(keyOf(1))
const recorded: OrderEvent = { type: "order.recorded", key: keyOf(1), at }
const refused = (reason: string, field?: string): OrderEvent => ({
  type: "order.refused",
  key: keyOf(1),
  failure: { reason, ...(field && { field }), message: "No." },
  at,
})

describe("the order ticket", () => {
  it("fixes every figure when it is reviewed", () => {
    const { value, context } = stateAfter(...filled, review)
    expect(value).toBe("confirming")
    expect(context.intent).toEqual({
      ...intentAt(quote),
    })
  })

  it.each<[string, string, DraftField, string]>([
    ["nothing", "", "stake", "field.required"],
    ["too much text", "1".repeat(141), "stake", "field.too-long"],
    ["wrong characters", "ten", "stake", "field.not-an-amount"],
    ["an exponent", "1e5", "stake", "field.exponent"],
    ["three decimals", "1000.123", "stake", "field.decimals"],
    ["a negative amount", "-1000", "stake", "field.negative"],
    ["zero", "0", "stake", "field.zero"],
    ["more than can be", "99999999999999", "stake", "field.too-large"],
    ["less than the minimum", "999.99", "stake", "field.below-minimum"],
    ["more than the maximum", "500000.01", "stake", "field.above-maximum"],
    ["more than the balance", "20000.01", "stake", "field.above-balance"],
    ["a period that is not offered", "2", "period", "field.choose"],
    ["a leverage that is not offered", "3", "leverage", "field.choose"],
    ["no direction", "", "direction", "field.choose"],
    ["a tolerance of three decimals", "0.001", "slippage", "field.decimals"],
    ["a tolerance over ten per cent", "10.01", "slippage", "order.slippage-range"],
    ["a take-profit on the wrong side", "25.4", "takeProfit", "order.take-profit-side"],
    ["a stop-loss on the wrong side", "25.5", "stopLoss", "order.stop-loss-side"],
    ["a price in words", "much", "takeProfit", "field.not-an-amount"],
  ])("says of %s what is wrong, next to the field, and keeps it", (_what, text, field, reason) => {
    const snapshot = stateAfter(...filled, type(field, text), review)
    expect(pathOf(snapshot.value)).toBe("editing.tried")
    expect(orderProblems(snapshot)[field]?.reason).toBe(reason)
    expect(snapshot.context.focus).toEqual({ field, count: 1 })
    expect(snapshot.context.draft[field]).toBe(text)
  })

  it.each([
    ["sold out", { ...product, soldOut: true }, "order.sold-out"],
    ["closed", { ...product, isOpen: false }, "order.market-closed"],
  ])("does not let a product that is %s be ordered", (_what, changed, reason) => {
    const informed: OrderEvent = {
      type: "order.informed",
      terms: changed,
      available: "20000.00",
      separators: { decimal: ".", group: "," },
      at,
    }
    const snapshot = stateAfter(...filled, informed, review)
    expect(pathOf(snapshot.value)).toBe("editing.tried")
    expect(orderProblems(snapshot)).toEqual({ product: { reason } })
    expect(snapshot.context.focus?.field).toBe("product")
  })

  it("blocks buying while prices are stale, in review and in confirmation", () => {
    const reviewed = stateAfter(...filled, { type: "order.review", quote: null, at })
    expect(orderProblems(reviewed).price?.reason).toBe("order.stale-price")
    const confirmed = stateAfter(...filled, review, {
      type: "order.confirm",
      key: keyOf(1),
      isLive: false,
      at,
    })
    expect(confirmed.value).toBe("confirming")
    expect(orderProblems(confirmed).price?.reason).toBe("order.stale-price")
  })

  it("shows a problem only once its field was left or the ticket reviewed", () => {
    const open = [openOrder("v1"), type("stake", "-1")] as const
    expect(orderProblems(stateAfter(...open))).toEqual({})
    const left = stateAfter(...open, { type: "order.leave", field: "stake", at })
    expect(orderProblems(left)).toEqual({ stake: { reason: "field.negative" } })
    const passed = stateAfter(openOrder("v1"), { type: "order.leave", field: "stake", at })
    expect(orderProblems(passed)).toEqual({})
    const edited = stateAfter(openOrder("v1"), review, type("stake", "-1"))
    expect(Object.keys(orderProblems(edited))).toContain("period")
    const back = stateAfter(...filled, review, { type: "order.back", at }, type("stake", ""))
    expect(orderProblems(back)).toEqual({ stake: { reason: "field.required" } })
    expect(orderProblems(fold(orderMachine, back, [openOrder("v2")]))).toEqual({})
  })

  it("reads its snapshots of the releases in which it was a flag that the ticket was reviewed", () => {
    const stored = (value: unknown, reviewed: boolean) =>
      upcastSnapshot(orderStream, 3, { value, context: { draft: {}, reviewed } })
    const context = { draft: {} }
    expect(stored({ editing: "drafting" }, true)).toEqual({ value: { editing: "tried" }, context })
    expect(stored({ editing: "drafting" }, false)).toEqual({ value: { editing: "untried" }, context })
    expect(stored({ editing: "refused" }, true)).toEqual({ value: { editing: "refused" }, context })
    expect(stored("confirming", true)).toEqual({ value: "confirming", context })
  })

  it.each([
    ["order.insufficient-balance", undefined, "stake"],
    ["order.slippage", undefined, "price"],
    ["field.invalid", "leverage", "leverage"],
    ["order.sold-out", "product_id", "product"],
    ["something.new", undefined, "product"],
  ] as const)("puts the refusal %s next to its field and loses nothing", (reason, field, shown) => {
    const snapshot = stateAfter(...filled, review, confirm, recorded, refused(reason, field))
    expect(pathOf(snapshot.value)).toBe("editing.refused")
    expect(orderProblems(snapshot)[shown]?.reason).toBe(reason)
    expect(snapshot.context.focus?.field).toBe(shown)
    expect(snapshot.context.draft.stake).toBe("10,000")
    const changed = fold(orderMachine, snapshot, [type(shown === "leverage" ? "leverage" : "stake", "1")])
    expect(pathOf(changed.value)).toBe("editing.tried")
    expect(orderProblems(changed)[shown]?.reason).not.toBe(reason)
  })

  it("continues when the same page is shown again, and starts over on another visit", () => {
    const accepted: OrderEvent = { type: "order.accepted", key: keyOf(1), id: "o1", at }
    const done = stateAfter(...filled, review, confirm, recorded, accepted)
    expect(done.value).toBe("accepted")
    expect(done.context.orderId).toBe("o1")
    expect(fold(orderMachine, done, [openOrder("v1")]).value).toBe("accepted")
    const anew = fold(orderMachine, done, [openOrder("v2")])
    expect(pathOf(anew.value)).toBe("editing.untried")
    expect(anew.context.draft.stake).toBe("")
  })

  it("gives the figures of the ticket before it is reviewed", () => {
    expect(orderPreview(stateAfter(...filled), quote)?.stake).toBe("10000.00")
    expect(orderPreview(stateAfter(openOrder("v1")), quote)).toBeNull()
  })
})
