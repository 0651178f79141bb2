import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createRenderThrottle } from "../src/render-throttle.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

const openThrottle = () => {
  let change = (): void => {}
  const throttle = createRenderThrottle((listener) => {
    change = listener
    return () => {}
  })
  return { throttle, change: () => change() }
}

/** Changes the source every millisecond. */
const flood = (change: () => void, ms: number): void => {
  for (let passed = 0; passed < ms; passed += 1) {
    change()
    vi.advanceTimersByTime(1)
  }
}

describe("the render throttle", () => {
  it("notifies at most ten times a second, and not at all without a change", () => {
    const { throttle, change } = openThrottle()
    const listener = vi.fn()
    throttle.subscribe(listener)
    vi.advanceTimersByTime(1_000)
    expect(listener).not.toHaveBeenCalled()
    flood(change, 1_000)
    expect(listener.mock.calls.length).toBeGreaterThanOrEqual(9)
    expect(listener.mock.calls.length).toBeLessThanOrEqual(11)
  })

  it("notifies at once of a change after a quiet interval", () => {
    const { throttle, change } = openThrottle()
    const listener = vi.fn()
    throttle.subscribe(listener)
    change()
    vi.advanceTimersByTime(1)
    expect(listener).toHaveBeenCalledOnce()
  })

  it("notifies of the last change, also of one made by a listener", () => {
    const { throttle, change } = openThrottle()
    let changes = 0
    let seen = -1
    throttle.subscribe(() => {
      seen = changes
      if (changes < 3) {
        changes += 1
        change()
      }
    })
    change()
    vi.advanceTimersByTime(2_000)
    expect(seen).toBe(3)
  })

  it("does not notify a listener that has unsubscribed", () => {
    const { throttle, change } = openThrottle()
    const listener = vi.fn()
    throttle.subscribe(listener)()
    throttle.subscribe(() => {})
    flood(change, 500)
    expect(listener).not.toHaveBeenCalled()
  })
})
