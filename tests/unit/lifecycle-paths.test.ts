import { Schema } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { isAppOpen, isLookDue, lifecycleMachine } from "../../machines/lifecycle.ts"
import { VISITOR_LOOKS_MS } from "../../src/domain/limits.ts"
import { LifecycleEvent } from "../../src/events/lifecycle.ts"
import { createHostedActor } from "../../src/runtime/actor-host.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { cases } from "../model/events/lifecycle.ts"
import { runInProcess } from "../model/harness/run-in-process.ts"

const isLifecycleEvent = Schema.is(LifecycleEvent)

const openApp = (onActor: Inspector["onActor"] = () => {}) => {
  const lifecycle = createHostedActor("lifecycle", lifecycleMachine, undefined, {
    ...noopInspector,
    onActor,
  })
  const greeted = vi.fn()
  lifecycle.onEmit(({ by }) => greeted(by))
  lifecycle.start(lifecycle.getSnapshot(), () => {})
  return { lifecycle, greeted }
}

// the event loop's turns stay real: the paths wait for them
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

runInProcess(lifecycleMachine, cases, (onActor) => {
  const { lifecycle } = openApp(onActor)
  return {
    trigger: (event) => {
      if (isLifecycleEvent(event)) lifecycle.send(event)
      else vi.advanceTimersByTime(VISITOR_LOOKS_MS)
    },
  }
})

describe("the app", () => {
  it("greets who logs in or registers once, on the next page", () => {
    const { lifecycle, greeted } = openApp()
    const show = () => lifecycle.send({ type: "lifecycle.pageShown" })
    for (const by of ["login", null, "registration", "login"] as const) {
      lifecycle.send({ type: "lifecycle.sessionBegan", by })
      show()
      show()
    }
    expect(greeted.mock.calls).toEqual([["login"], ["registration"], ["login"]])
    for (const by of ["login", null] as const) lifecycle.send({ type: "lifecycle.sessionBegan", by })
    show()
    expect(greeted).toHaveBeenCalledTimes(3)
  })

  it("is to look at the site at first and once in an interval, and opens once", () => {
    const { lifecycle } = openApp()
    const isDue = () => isLookDue(lifecycle.getSnapshot())
    expect([isDue(), isAppOpen(lifecycle.getSnapshot())]).toEqual([true, false])
    lifecycle.send({ type: "lifecycle.open" })
    lifecycle.send({ type: "lifecycle.siteAsked" })
    vi.advanceTimersByTime(VISITOR_LOOKS_MS - 1)
    expect([isDue(), isAppOpen(lifecycle.getSnapshot())]).toEqual([false, true])
    vi.advanceTimersByTime(1)
    expect(isDue()).toBe(true)
  })
})
