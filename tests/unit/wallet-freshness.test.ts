import { foldOf } from "@financial-links/journal"
import { describe, expect, it, vi } from "vitest"
import { streamMachine } from "../../machines/stream.ts"
import { type AnswerState, createFreshness } from "../../src/runtime/hooks/use-wallet.ts"

const at = 1

/** A market that says this of the member and of the network. */
const marketAt = (number: number | null, isOffline: boolean) => {
  const { initial, step } = foldOf(streamMachine, undefined)
  const connected = step(step(initial(), { type: "stream.start", at }), { type: "stream.passIssued", at })
  const counted =
    number === null ? connected : step(connected, { type: "stream.eventsReceived", number, events: [], at })
  return isOffline ? step(counted, { type: "stream.wentOffline", at }) : counted
}

type Snapshot = ReturnType<typeof marketAt>

/** A page with an answer, beside a market that changes. */
const openPage = () => {
  const [onOutdated, onOffline] = [vi.fn(), vi.fn()]
  const { follow } = createFreshness()
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
    onOutdated,
    onOffline,
    answer: (answer: AnswerState) => follow(source, answer, { onOutdated, onOffline }),
    market: (number: number | null, isOffline = false) => {
      current = marketAt(number, isOffline)
      for (const listener of [...listeners]) listener(current)
    },
    listeners: () => listeners.size,
  }
}

describe("the balance of a page", () => {
  const idle = (number: number | null): AnswerState => ({ number, isBusy: false })

  it("is requested again once for each event that it lacks, however often the server answers with an older one", () => {
    const { onOutdated, answer, market } = openPage()
    market(7)
    const answered = (number: number) => answer(idle(number))()
    answered(6)
    answered(6)
    expect(onOutdated).toHaveBeenCalledOnce()
    market(8)
    answered(7)
    answered(8)
    market(9)
    answered(8)
    expect(onOutdated).toHaveBeenCalledTimes(3)
  })

  it("is not asked for while it is current, unknown or under way", () => {
    const { onOutdated, answer, market } = openPage()
    market(7)
    answer(idle(7))()
    answer(idle(8))()
    answer(idle(null))()
    answer({ number: 6, isBusy: true })()
    market(null)
    answer(idle(6))()
    expect(onOutdated).not.toHaveBeenCalled()
  })

  it("that lacks an event is requested once, though the stream knew no event for a time", () => {
    const { onOutdated, answer, market } = openPage()
    for (const number of [7, null, 7]) {
      market(number)
      answer(idle(6))()
    }
    expect(onOutdated).toHaveBeenCalledOnce()
  })

  it("is compared with each later event until the page is left", () => {
    const { onOutdated, answer, market, listeners } = openPage()
    market(7)
    const leave = answer(idle(7))
    for (const number of [7, 7]) market(number)
    expect(onOutdated).not.toHaveBeenCalled()
    for (const number of [8, 8]) market(number)
    expect(onOutdated).toHaveBeenCalledOnce()
    leave()
    expect(listeners()).toBe(0)
  })

  it("is requested when the network is lost, once until it is back", () => {
    const { onOffline, onOutdated, answer, market } = openPage()
    market(7)
    answer(idle(7))
    for (const isOffline of [true, true, false, true]) market(7, isOffline)
    expect([onOffline.mock.calls.length, onOutdated.mock.calls.length]).toEqual([2, 0])
  })
})
