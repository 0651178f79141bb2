import { Schema } from "effect"
import { describe, expect, it, vi } from "vitest"
import { settlementMachine } from "../../machines/settlement.ts"
import { SettlementEvent } from "../../src/events/settlement.ts"
import { createSettlement } from "../../src/runtime/hooks/use-settlement.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/settlement.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"
import { scenariosOf } from "../support/scenarios.ts"

const isSettlementEvent = Schema.is(SettlementEvent)

const openPage = (onActor: Inspector["onActor"] = () => {}) => {
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const { actor, compare } = createSettlement({ pageActors, now: () => 1 }, "contracts")
  const reports = vi.fn()
  actor.onEmit(reports)
  actor.start("p1")
  return { reports, compare, leave: () => pageActors.stopPage("p1") }
}

runInProcess(settlementMachine, cases, (onActor) => {
  const { compare } = openPage(onActor)
  return {
    trigger: (event) => {
      if (isSettlementEvent(event)) compare(event.pending)
    },
  }
})

describe("what is pending on a page", () => {
  it("is reported once for each answer that lacks some of it", () => {
    const { reports, compare } = openPage()
    for (const pending of [[], ["a"], ["a", "b"], ["a", "b"]]) compare(pending)
    expect(reports).not.toHaveBeenCalled()
    compare(["b", "c"])
    expect(reports).toHaveBeenCalledTimes(1)
    compare([])
    compare([])
    expect(reports).toHaveBeenCalledTimes(2)
  })

  it("is watched no longer when the page has unloaded", () => {
    const { reports, compare, leave } = openPage()
    compare(["a"])
    leave()
    compare([])
    expect(reports).not.toHaveBeenCalled()
  })
})

describe("a page with records that may settle", () => {
  const compared = (...pending: readonly string[]): SettlementEvent => ({
    type: "settlement.compared",
    pending,
    at: 1,
  })
  const { begins, scenario } = scenariosOf(settlementMachine)
  const does = [{ emits: "settlement.found" }]

  begins("idle", { context: { pending: [] } })

  scenario("is notified of those that are no longer pending", [
    [compared(), "idle"],
    [compared("a"), "watching", { context: { pending: ["a"] } }],
    [compared("a", "b"), "watching", { context: { pending: ["a", "b"] } }],
    [compared("b", "c"), "watching", { context: { pending: ["b", "c"] }, does }],
    [compared("c", "b"), "watching", { context: { pending: ["c", "b"] } }],
    [compared(), "idle", { context: { pending: [] }, does }],
    [compared(), "idle"],
  ])
})
