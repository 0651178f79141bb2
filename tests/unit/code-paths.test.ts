import { describe, expect, it, vi } from "vitest"
import { codeMachine, codePhase } from "../../machines/code.ts"
import { FAILED_AT_ONCE_MS } from "../../src/domain/limits.ts"
import { createCode } from "../../src/runtime/hooks/use-code.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { cases } from "../model/events/code.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

/** Code that comes when the test says so. */
const openCode = (onActor: Inspector["onActor"] = () => {}) => {
  let loading = Promise.withResolvers<void>()
  const load = vi.fn(() => {
    loading = Promise.withResolvers<void>()
    return loading.promise
  })
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const code = createCode({ pageActors, now: () => 1 }, "chart", load)
  code.start("p1")
  return {
    code,
    load,
    retry: () => code.send({ type: "code.retry", at: 1 }),
    arrive: () => loading.resolve(),
    miss: () => loading.reject(new Error("no network")),
  }
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { retry, arrive, miss } = openCode(onActor)
  return {
    trigger: async ({ type }) => {
      if (type.includes("failedAtOnce")) return void (await vi.advanceTimersByTimeAsync(FAILED_AT_ONCE_MS))
      if (type === "code.retry") retry()
      else if (type === "code.arrived") arrive()
      else miss()
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(codeMachine, cases, open)

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("the code of a part of a page", () => {
  it("is stuck only if it fails again at once", async () => {
    const { code, load, retry, miss } = openCode()
    const stuck = vi.fn()
    code.onEmit(stuck)
    miss()
    await turn()
    expect([code.getSnapshot().value, stuck.mock.calls.length]).toEqual(["failed", 0])
    retry()
    miss()
    await turn()
    expect([code.getSnapshot().value, stuck.mock.calls.length]).toEqual(["failed", 1])
    retry()
    await new Promise((resolve) => setTimeout(resolve, FAILED_AT_ONCE_MS + 20))
    miss()
    await turn()
    expect([stuck.mock.calls.length, load.mock.calls.length]).toEqual([1, 3])
  })

  it("says what became of it, and ends when it is there", async () => {
    const { code, retry, arrive, miss } = openCode()
    const stuck = vi.fn()
    code.onEmit(stuck)
    const said = () => codePhase(code.getSnapshot())
    expect(said()).toBe("loading")
    miss()
    await turn()
    expect(said()).toBe("failed")
    retry()
    miss()
    await turn()
    expect(stuck).toHaveBeenCalledExactlyOnceWith({ type: "code.stalled" })
    retry()
    arrive()
    await turn()
    expect(said()).toBe("loaded")
    expect(code.getSnapshot().status).toBe("done")
  })
})
