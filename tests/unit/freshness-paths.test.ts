import { Schema } from "effect"
import { describe, expect, it, vi } from "vitest"
import { freshnessMachine } from "../../machines/freshness.ts"
import { marketMachine } from "../../machines/market.ts"
import { foldOf } from "../../packages/journal/src/replay.ts"
import { BALANCE_FRESH_MS } from "../../src/domain/limits.ts"
import { FreshnessEvent } from "../../src/events/freshness.ts"
import { type AnswerState, createFreshness } from "../../src/runtime/freshness.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/freshness.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"
import { scenariosOf } from "../support/scenarios.ts"

const at = 1
const isFreshnessEvent = Schema.is(FreshnessEvent)

/** A market that says this of the member and of the network. */
const marketAt = (number: number | null, isOffline: boolean) => {
  const { initial, step } = foldOf(marketMachine, undefined)
  const connected = step(step(initial(), { type: "market.start", at }), { type: "market.ticketed", at })
  const counted =
    number === null ? connected : step(connected, { type: "market.eventsReceived", number, events: [], at })
  return isOffline ? step(counted, { type: "market.wentOffline", at }) : counted
}

type Snapshot = ReturnType<typeof marketAt>

/** A page with an answer, beside a market that changes. */
const openPage = (onActor: Inspector["onActor"] = () => {}, now = () => at) => {
  const reports = vi.fn()
  const { actor, follow, show } = createFreshness(
    { pageActors: createPageActors({ ...noopInspector, onActor }), now },
    "wallet",
  )
  const received = vi.fn()
  actor.onEmit(({ type }) => reports(type))
  actor.subscribe(received)
  actor.start("p1")
  let current = marketAt(null, false)
  const listeners = new Set<(snapshot: Snapshot) => void>()
  const source = {
    getSnapshot: () => current,
    subscribe: (listener: unknown) => {
      if (typeof listener !== "function") throw new Error("an observer is not expected")
      const notify = (snapshot: Snapshot) => void listener(snapshot)
      listeners.add(notify)
      return { unsubscribe: () => listeners.delete(notify) }
    },
  }
  return {
    reports,
    received,
    show,
    answer: (answer: AnswerState) => follow(source, answer),
    market: (number: number | null, isOffline = false) => {
      current = marketAt(number, isOffline)
      for (const listener of [...listeners]) listener(current)
    },
    listeners: () => listeners.size,
  }
}

runInProcess(freshnessMachine, cases, (onActor) => {
  let time = at
  const page = openPage(onActor, () => time)
  let isOffline = false
  let known: number | null = null
  let stop = () => {}
  return {
    trigger: (event) => {
      if (!isFreshnessEvent(event)) return
      if (event.type === "freshness.shown") {
        time = event.at
        page.show(event.answeredAtMs)
        time = at
        return
      }
      if (event.type === "freshness.compared") {
        stop()
        known = event.number
        page.market(known, isOffline)
        stop = page.answer({ number: event.answered, isBusy: false })
        return
      }
      stop()
      isOffline = event.type === "freshness.wentOffline"
      page.market(known, isOffline)
      stop = page.answer({ number: null, isBusy: false })
    },
  }
})

describe("the balance of a page", () => {
  const idle = (number: number | null): AnswerState => ({ number, isBusy: false })

  it("is asked for anew once for each event that it lacks, however often the server answers with an older one", () => {
    const { reports, answer, market } = openPage()
    market(7)
    const answered = (number: number) => answer(idle(number))()
    answered(6)
    answered(6)
    expect(reports.mock.calls).toEqual([["freshness.renew"]])
    market(8)
    answered(7)
    answered(8)
    market(9)
    answered(8)
    expect(reports).toHaveBeenCalledTimes(3)
  })

  it("is not asked for while it is current, unknown or under way", () => {
    const { reports, answer, market } = openPage()
    market(7)
    answer(idle(7))()
    answer(idle(8))()
    answer(idle(null))()
    answer({ number: 6, isBusy: true })()
    market(null)
    answer(idle(6))()
    expect(reports).not.toHaveBeenCalled()
  })

  it("that lacks an event is asked for once, though the stream knew no event for a time", () => {
    const { reports, answer, market } = openPage()
    for (const number of [7, null, 7]) {
      market(number)
      answer(idle(6))()
    }
    expect(reports.mock.calls).toEqual([["freshness.renew"]])
  })

  it("is compared with each later event, not with each frame of prices, until the page is left", () => {
    const { reports, received, answer, market, listeners } = openPage()
    market(7)
    const leave = answer(idle(7))
    const before = received.mock.calls.length
    for (const number of [7, 7]) market(number)
    expect(received).toHaveBeenCalledTimes(before)
    for (const number of [8, 8]) market(number)
    expect(reports.mock.calls).toEqual([["freshness.renew"]])
    leave()
    expect(listeners()).toBe(0)
  })

  it("is asked for when its page is shown and it is of a while ago", () => {
    const { reports, received, show } = openPage(undefined, () => BALANCE_FRESH_MS)
    const before = received.mock.calls.length
    show(undefined)
    expect(received).toHaveBeenCalledTimes(before)
    show(0)
    expect(reports).not.toHaveBeenCalled()
    show(-1)
    expect(reports.mock.calls).toEqual([["freshness.refresh"]])
  })

  it("is asked for when the network is lost, once until it is back", () => {
    const { reports, answer, market } = openPage()
    market(7)
    answer(idle(7))
    for (const isOffline of [true, true, false, true]) market(7, isOffline)
    expect(reports.mock.calls).toEqual([["freshness.refresh"], ["freshness.refresh"]])
  })
})

describe("an answer", () => {
  const compared = (answered: number, number: number): FreshnessEvent => ({
    type: "freshness.compared",
    answered,
    number,
    at,
  })
  const shown = (ageMs: number): FreshnessEvent => ({
    type: "freshness.shown",
    answeredAtMs: 10,
    at: 10 + ageMs,
  })
  const say = (type: "freshness.wentOffline" | "freshness.cameOnline"): FreshnessEvent => ({ type, at })
  const { begins, scenario } = scenariosOf(freshnessMachine)
  const does = [{ emits: "freshness.refresh" }]
  const anew = [{ emits: "freshness.renew" }]
  const online = (answer: string) => `answer.${answer} network.online`

  begins(online("current"), { context: { asked: 0 } })

  scenario("is asked for anew once for each event that it lacks", [
    [compared(7, 7), online("current")],
    [compared(8, 7), online("current")],
    [compared(6, 7), online("outdated"), { context: { asked: 7 }, does: anew }],
    [compared(6, 7), online("outdated")],
    [compared(5, 6), online("outdated")],
    [compared(7, 8), online("outdated"), { context: { asked: 8 }, does: anew }],
    [compared(8, 8), online("current")],
    [compared(8, 9), online("outdated"), { context: { asked: 9 }, does: anew }],
    [compared(11, 10), online("current")],
    [compared(11, 12), online("outdated"), { context: { asked: 12 }, does: anew }],
    [compared(13, 13), online("current")],
  ])

  scenario("is asked for when its page is shown and it is of a while ago", [
    [shown(BALANCE_FRESH_MS), online("current")],
    [shown(BALANCE_FRESH_MS + 1), online("current"), { does }],
  ])

  scenario("is asked for when the network is lost, not when it returns", [
    [say("freshness.cameOnline"), online("current")],
    [say("freshness.wentOffline"), "answer.current network.offline", { does }],
    [say("freshness.wentOffline"), "answer.current network.offline"],
    [say("freshness.cameOnline"), online("current")],
  ])
})
