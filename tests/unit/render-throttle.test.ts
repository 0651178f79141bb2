import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createRenderThrottle } from "../../src/devtools/render-throttle.ts"

const FRAME_MS = 16

/** How long the browser draws what a listener has changed. */
let drawnAfterMs = 0

/** A browser whose frames come every 16 ms. */
beforeEach(() => {
  drawnAfterMs = 0
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, FRAME_MS))
  vi.stubGlobal(
    "MessageChannel",
    class {
      readonly port1 = { onmessage: (): void => {}, close: (): void => {} }
      readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage(), drawnAfterMs) }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const openThrottle = () => {
  let touch = (): void => {}
  const throttle = createRenderThrottle((listener) => {
    touch = listener
    return () => {}
  })
  return { throttle, touch: () => touch() }
}

/** Something happens every millisecond. */
const flood = (touch: () => void, ms: number): void => {
  for (let passed = 0; passed < ms; passed += 1) {
    touch()
    vi.advanceTimersByTime(1)
  }
}

describe("the throttle", () => {
  it("beats a few times a second however much happens, and not at all where nothing does", () => {
    const { throttle, touch } = openThrottle()
    const heard = vi.fn()
    throttle.subscribe(heard)
    vi.advanceTimersByTime(1_000)
    expect(heard).not.toHaveBeenCalled()
    flood(touch, 1_000)
    expect(heard.mock.calls.length).toBeGreaterThanOrEqual(6)
    expect(heard.mock.calls.length).toBeLessThanOrEqual(10)
  })

  it("tells of what happened last, also where that was in the midst of a beat", () => {
    const { throttle, touch } = openThrottle()
    let happened = 0
    let known = -1
    throttle.subscribe(() => {
      known = happened
      // while this part is being drawn
      if (happened < 3) {
        happened += 1
        touch()
      }
    })
    touch()
    vi.advanceTimersByTime(2_000)
    expect(known).toBe(3)
  })

  it("tells its listeners in frames of their own", () => {
    const { throttle, touch } = openThrottle()
    const atMs: number[] = []
    for (let listener = 0; listener < 3; listener += 1) throttle.subscribe(() => atMs.push(performance.now()))
    touch()
    vi.advanceTimersByTime(1_000)
    expect(atMs).toHaveLength(3)
    expect(new Set(atMs).size).toBe(3)
  })

  it("rests the longer the slower the device is", () => {
    const { throttle, touch } = openThrottle()
    const heard = vi.fn()
    throttle.subscribe(heard)
    drawnAfterMs = 50
    flood(touch, 3_000)
    expect(heard.mock.calls.length).toBeGreaterThanOrEqual(4)
    expect(heard.mock.calls.length).toBeLessThanOrEqual(6)
  })
})
