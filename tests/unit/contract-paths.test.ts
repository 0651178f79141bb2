/** The states of a contract: every transition, and the same end as the settlement decides. */
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { contractMachine } from "../../machines/contract.ts"
import { type Contract, type Decision, planSettlement } from "../../src/domain/settlement-plan.ts"
import { decodeProof } from "../../src/domain/tick-log/settlement-proof.ts"
import { ContractEvent } from "../../src/events/contract.ts"
import { playContract, type ReplayStop, replayOf } from "../../src/runtime/hooks/contract-replay.ts"
import { cases } from "../model/events/contract.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"
import { accepted, answered, journal, published } from "../support/proved-contracts.ts"

const decodeEvent = Schema.decodeUnknownSync(ContractEvent)

runInProcess(contractMachine, cases, (onActor, path) => {
  const input = cases.inputs?.find((each) => each === path.input) ?? expect.fail("no input")
  const actor = createActor(contractMachine, { input })
  onActor({ machine: contractMachine, actor, input })
  actor.start()
  return { trigger: (event) => actor.send(decodeEvent(event)) }
})

const price = fc.bigInt({ min: 180_000n, max: 330_000n })
const level = fc.option(price)
const act = fc.record({ takeProfit: level, stopLoss: level, atMs: fc.integer({ min: 1_000, max: 40_000 }) })
const contracts: fc.Arbitrary<Contract> = fc.record({
  id: fc.constant("o1"),
  symbol: fc.constant("AAPL"),
  terms: fc.record({
    stakeKobo: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    leverage: fc.integer({ min: 1, max: 20 }),
    direction: fc.constantFrom("up" as const, "down" as const),
    commissionPpm: fc.integer({ min: 0, max: 5_000 }),
    stopOutBps: fc.integer({ min: 1_000, max: 10_000 }),
  }),
  quotedPrice: price,
  slippageBps: fc.option(fc.integer({ min: 0, max: 5_000 })),
  takeProfit: level,
  stopLoss: level,
  acceptedAtMs: fc.integer({ min: 0, max: 5_000 }),
  amendments: fc.array(act, { maxLength: 3 }).map((acts) => acts.toSorted((a, b) => a.atMs - b.atMs)),
  closeRequestedAtMs: fc.option(fc.integer({ min: 0, max: 40_000 })),
  periodDays: fc.constant(1),
  dayMs: fc.integer({ min: 1_000, max: 50_000 }),
  openTimeoutMs: fc.integer({ min: 500, max: 5_000 }),
  rulesVersion: fc.constantFrom(2 as const, null),
  opened: fc.constant(null),
})
const paths = fc.array(fc.record({ price, gapMs: fc.constantFrom(1_000, 1_000, 500, 7_000) }), {
  maxLength: 40,
})

const ENDS = {
  settled: "settled",
  stoppedOut: "stopped_out",
  closedEarly: "closed_early",
  takeProfit: "closed_early",
  stopLoss: "closed_early",
} as const

/** What a machine's last state says, in the words of the settlement. */
const verdictOf = (stops: readonly ReplayStop[]) => {
  const { value, context } = stops.at(-1)?.snapshot ?? expect.fail("no position")
  if (value === "accepted") return null
  if (value === "cancelled") return { kind: "cancelled", reason: context.cancelReason }
  if (typeof value !== "string") return { kind: "opened", entry: context.entry?.seq }
  return { kind: "ended", state: ENDS[value], entry: context.entry?.seq, exit: context.last?.seq }
}

const decided = (decision: Decision | undefined) => {
  if (decision === undefined) return null
  if (decision.kind === "opened") return { kind: "opened", entry: decision.opened.entry.seq }
  if (decision.kind === "cancelled") return { kind: "cancelled", reason: decision.reason }
  const { state, exit } = decision.ending
  return { kind: "ended", state, entry: decision.opened?.entry.seq, exit: exit.seq }
}

describe("the machine of a contract", () => {
  it("comes to the verdict of the settlement, whatever the prices and the member do", () => {
    const rules = { dayMs: 1, orderOpenTimeoutMs: 1 }
    const seen = new Set<unknown>()
    fc.assert(
      fc.property(contracts, paths, fc.nat({ max: 60_000 }), (contract, path, laterMs) => {
        let atMs = 0
        const ticks = path.map((step, index) => {
          atMs += step.gapMs
          return { seq: index + 1, atMs, price: step.price }
        })
        const completeUntilMs = atMs + laterMs
        const [decision] = planSettlement([contract], () => ({ ticks, completeUntilMs }), rules)
        const stops = playContract(contract, { ticks, gaps: [] }, completeUntilMs, rules)
        expect(verdictOf(stops)).toEqual(decided(decision))
        seen.add(stops.at(-1)?.snapshot.value)
      }),
      { numRuns: 600, seed: 45 },
    )
    expect([...seen].filter((value) => typeof value === "string").toSorted()).toEqual(
      ["accepted", "cancelled", ...Object.keys(ENDS)].toSorted(),
    )
  })

  it("is replayed over the ticks that a proof opens, with a position where it opens none", () => {
    const order = published(accepted(), journal)
    const stops = replayOf(order, decodeProof(answered(order).proof ?? "") ?? expect.fail("no proof"))
    const gaps = stops.flatMap((stop) => (stop.kind === "gap" ? [stop.gap] : []))
    expect(gaps.map(({ before, after }) => [before.seq, after.seq])).toEqual([[256, 1_025]])
    expect(stops.map(({ snapshot }) => snapshot.value).slice(0, 2)).toEqual(["accepted", { open: "running" }])
    expect(verdictOf(stops)).toMatchObject({ state: order.state, entry: order.entrySeq, exit: order.exitSeq })
  })
})
