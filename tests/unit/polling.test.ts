import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { isSomeSettled, startPolling } from "../../src/runtime/hooks/use-polling.ts"

const INTERVAL_MS = 1_000
const EVERY_MS = 300

/** A screen that is looked at every 300 ms, of something that is requested every second. */
const poll = (limit: number | null = null) => {
  const screen = { hidden: false, isDue: false }
  vi.stubGlobal("document", screen)
  const refresh = vi.fn()
  const isDue = () => screen.isDue
  const stop = startPolling({ intervalMs: INTERVAL_MS, everyMs: EVERY_MS, isDue, limit }, refresh)
  /** How often it is requested in this time. */
  const askedIn = (ms: number) => {
    refresh.mockClear()
    vi.advanceTimersByTime(ms)
    return refresh.mock.calls.length
  }
  return { screen, stop, askedIn }
}

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("what is pending", () => {
  it("is requested after each interval until it is no longer pending", () => {
    const { askedIn, stop } = poll()
    expect([askedIn(INTERVAL_MS - 1), askedIn(1), askedIn(2 * INTERVAL_MS)]).toEqual([0, 1, 2])
    stop()
    expect(askedIn(10 * INTERVAL_MS)).toBe(0)
  })

  it("is requested at each look while a change is due, and at no interval", () => {
    const { screen, askedIn } = poll()
    screen.isDue = true
    expect(askedIn(5 * EVERY_MS)).toBe(5)
    screen.isDue = false
    expect([askedIn(EVERY_MS), askedIn(INTERVAL_MS - 1), askedIn(1)]).toEqual([0, 0, 1])
  })

  it("is not asked for while the document is hidden, and once when it is visible again", () => {
    const { screen, askedIn } = poll()
    screen.hidden = true
    expect(askedIn(5 * EVERY_MS)).toBe(0)
    screen.hidden = false
    expect([askedIn(EVERY_MS), askedIn(INTERVAL_MS)]).toEqual([1, 1])
    screen.hidden = true
    askedIn(EVERY_MS)
    Object.assign(screen, { hidden: false, isDue: true })
    expect(askedIn(EVERY_MS)).toBe(1)
  })

  it("that may never change is requested a limited number of times", () => {
    const { screen, askedIn } = poll(2)
    expect(askedIn(5 * INTERVAL_MS)).toBe(2)
    screen.isDue = true
    expect(askedIn(5 * INTERVAL_MS)).toBe(0)
  })
})

it("is settled where an answer lacks some of what was pending", () => {
  const pending = [[], ["a"], ["a", "b"], ["b", "a"], ["b", "c"], ["c"], [], []]
  const found = pending.map((ids, index) => isSomeSettled(pending[index - 1] ?? [], ids))
  expect(found).toEqual([false, false, false, false, true, true, true, false])
})
