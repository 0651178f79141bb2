import { describe, expect, it, vi } from "vitest"
import { createActor } from "xstate"
import { codeMachine } from "../../machines/code.ts"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../../src/domain/limits.ts"
import { type Inspector, noopInspector } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { createPageLoads } from "../../src/runtime/page-loads.ts"
import { cases } from "../model/events/code.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"

const DELAYS_MS = {
  loadingDelay: PAGE_LOADING_DELAY_MS,
  loadTimeout: PAGE_LOAD_TIMEOUT_MS,
  failedAtOnce: FAILED_AT_ONCE_MS,
}

/** Pages whose code comes when the test says so. */
const openPages = (onActor: Inspector["onActor"]) => {
  let load = Promise.withResolvers<void>()
  let probe = Promise.withResolvers<boolean>()
  const reloadDocument = vi.fn()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const loads = createPageLoads({
    pageActors,
    loadPage: () => {
      load = Promise.withResolvers<void>()
      return load.promise
    },
    now: () => 1,
    probe: () => {
      probe = Promise.withResolvers<boolean>()
      return probe.promise
    },
    reloadDocument,
  })
  const pages = createActor(loads.pages).start()
  const ask = () => pages.send({ type: "pages.load", id: "p1", name: "market" })
  return {
    loads,
    ask,
    reloadDocument,
    pageActors,
    arrive: () => load.resolve(),
    miss: () => load.reject(new Error("no network")),
    answer: (isThere: boolean) => probe.resolve(isThere),
  }
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { ask, loads, arrive, miss, answer } = openPages(onActor)
  ask()
  return {
    trigger: async ({ type }) => {
      const delay = Object.entries(DELAYS_MS).find(([name]) => type.includes(name))
      if (delay) return void (await vi.advanceTimersByTimeAsync(delay[1]))
      if (type === "code.load") return ask()
      if (type === "code.recover") return loads.recover("p1")
      if (type === "code.arrived") return arrive()
      if (type === "code.missed") return miss()
      answer(type === "code.reachable")
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(codeMachine, cases, open)

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("the code of a page", () => {
  it("that fails again at once leads to a new document, once the server answers", async () => {
    const { ask, miss, answer, reloadDocument } = openPages(() => {})
    ask()
    miss()
    await turn()
    ask()
    miss()
    await turn()
    answer(true)
    await turn()
    expect(reloadDocument).toHaveBeenCalledOnce()
  })

  it("is not waited for after its page was closed", async () => {
    const { ask, loads, pageActors } = openPages(() => {})
    ask()
    expect(loads.isDelayed("p1")).toBe(true)
    const changed = vi.fn()
    loads.subscribe(changed)
    pageActors.stopPage("p1")
    await new Promise((resolve) => setTimeout(resolve, PAGE_LOADING_DELAY_MS + 50))
    expect(changed).not.toHaveBeenCalled()
  })
})
