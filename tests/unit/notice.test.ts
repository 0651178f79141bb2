import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { stakeOf } from "../../src/domain/cash.ts"
import {
  changesOpenContracts,
  commonResult,
  endingOf,
  isKnownEvent,
  isNotice,
  MemberEvent,
  noticeFigure,
  noticeName,
  ReceivedEvent,
} from "../../src/domain/member-event.ts"
import { sessionStarted } from "../model/events/stream.ts"

const event = (changes: Partial<MemberEvent>): MemberEvent => ({
  ...sessionStarted(1),
  by: "service",
  ...changes,
})

const ended = (
  ending: NonNullable<MemberEvent["contract"]>["ending"],
  net: string | null,
  amount: string,
): MemberEvent =>
  event({
    kind: "order",
    to: ending === "cancelled" ? "cancelled" : "closed_early",
    amount,
    contract: {
      symbol: "AAPL",
      name: "Apple",
      direction: "up",
      stake: "100.00",
      net,
      closingPrice: null,
      ending,
    },
  })

describe("a notice", () => {
  it("is what the service did to money or records, a log-in from a new device, and nothing else", () => {
    expect(isNotice(event({ kind: "order", to: "settled" }))).toBe(true)
    expect(isNotice(event({ kind: "order", to: "opened" }))).toBe(false)
    expect(isNotice(event({ kind: "deposit", to: "credited", by: "member" }))).toBe(false)
    expect(isNotice(event({ kind: "session", to: "started" }))).toBe(true)
    expect(isNotice(event({ kind: "session", to: "started", by: "member" }))).toBe(false)
    expect(isNotice(event({ kind: "session", to: "ended" }))).toBe(false)
  })

  it("says a contract's profit or loss, not what was credited", () => {
    const figure = noticeFigure(ended("take-profit", "20.00", "120.00"))
    expect(figure).toEqual({ value: "20.00", isResult: true })
    expect(noticeFigure(ended("stop-loss", "-20.00", "80.00"))?.value).toBe("-20.00")
    expect(noticeFigure(ended("stopped_out", "-100.00", "0.00"))?.value).toBe("-100.00")
  })

  it("says a refund, a credit and a payment with their sign, and nothing where no money moved", () => {
    const refund = { value: "100.00", isResult: false }
    expect(noticeFigure(ended("cancelled", null, "100.00"))).toEqual(refund)
    const credit = event({ kind: "deposit", to: "credited", amount: "50.00" })
    expect(noticeFigure(credit)).toEqual({ value: "50.00", isResult: false })
    const paid = event({ kind: "withdrawal", to: "paid", paid: "30.00" })
    expect(noticeFigure(paid)).toEqual({ value: "-30.00", isResult: false })
    expect(noticeFigure(event({ kind: "deposit", to: "refused" }))).toBeNull()
  })

  it("has the name of its end", () => {
    expect(noticeName(ended("take-profit", "1.00", "2.00"))).toBe("order.take-profit")
    expect(noticeName(ended(null, null, "0.00"))).toBe("order.closed_early")
    expect(noticeName(event({ kind: "withdrawal", to: "paid" }))).toBe("withdrawal.paid")
    expect(noticeName(event({ kind: "order", to: "settled" }))).toBe("order.settled")
    const close = { ...ended("settled", "1.00", "2.00"), kind: "close", to: "accepted" } as const
    expect(noticeName(close)).toBe("close.accepted")
  })

  it("shares a result with others only if all are of contracts that ended with one", () => {
    const two = [ended("settled", "20.00", "120.00"), ended("stop-loss", "-50.10", "49.90")]
    expect(commonResult(two)).toBe("-30.10")
    expect(commonResult([...two, ended("cancelled", null, "100.00")])).toBeNull()
    expect(commonResult([event({ kind: "deposit", to: "credited" })])).toBeNull()
  })
})

describe("open contracts", () => {
  const over = ended("settled", "20.00", "120.00")
  const running = ended(null, null, "0.00")

  it("change by more than events say where one has opened, or is unknown, or none is there", () => {
    const deposited = event({ kind: "deposit", to: "credited" })
    const unknown: ReceivedEvent = { number: 1, kind: "loan", atMs: 1 }
    expect([[over], [deposited], [over, deposited]].map(changesOpenContracts)).toEqual([false, false, false])
    expect([[], [running], [over, running], [deposited, unknown]].map(changesOpenContracts)).toEqual([
      ...[true, true, true, true],
    ])
  })

  it("have an end that their state names, and none while they run", () => {
    expect((["settled", "stop-loss", "opened", "accepted"] as const).map(endingOf)).toEqual([
      ...["settled", "stop-loss", null, null],
    ])
    expect([stakeOf("120.00", "20.00"), stakeOf("80.00", "-20.00")]).toEqual(["100.00", "100.00"])
  })
})

describe("an event of a newer release", () => {
  const sent = Schema.encodeSync(MemberEvent)(ended("settled", "20.00", "120.00"))
  const withContract = (changes: object) => ({ ...sent, contract: { ...sent.contract, ...changes } })
  const decode = Schema.decodeUnknownSync(ReceivedEvent)
  const read = (received: object) => {
    const event = decode(received)
    return isKnownEvent(event) ? "known" : [event.number, event.kind]
  }

  it("is counted, and not read as anything else, if its kind or the end of its contract is new", () => {
    expect(read(sent)).toBe("known")
    expect(read({ ...sent, kind: "loan" })).toEqual([1, "loan"])
    expect(read({ ...sent, kind: "loan", contract: "another shape" })).toEqual([1, "loan"])
    expect(read(withContract({ ending: "knocked-out" }))).toEqual([1, "order"])
  })

  it("is refused if anything that this build knows has another shape", () => {
    for (const forged of [
      { ...sent, amount: "7 million" },
      { ...sent, subject: undefined },
      withContract({ stake: 7 }),
      withContract({ direction: "sideways" }),
      withContract({ ending: 7 }),
      { kind: "loan", at_ms: 1 },
    ])
      expect(() => decode(forged)).toThrow()
  })
})
