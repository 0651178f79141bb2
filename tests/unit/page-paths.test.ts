import { describe, expect, it, vi } from "vitest"
import { createActor, fromCallback } from "xstate"
import { pageMachine } from "../../machines/page.ts"
import { uploadMachine } from "../../machines/upload.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../../src/domain/limits.ts"
import type { PagesCommand } from "../../src/events/navigation.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors, createPageLifecycles } from "../../src/runtime/actors/page-actors.ts"
import { cases } from "../model/events/page.ts"
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
  let comparison = Promise.withResolvers<boolean>()
  const reloadDocument = vi.fn()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const loads = createPageLifecycles({
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
    isBuildOutdated: () => {
      comparison = Promise.withResolvers<boolean>()
      return comparison.promise
    },
    reloadDocument,
  })
  const pages = createActor(loads.pages).start()
  const command = (sent: PagesCommand) => pages.send(sent)
  const ask = (id = "p1") => command({ type: "pages.load", id, name: "market" })
  return {
    loads,
    command,
    ask,
    reloadDocument,
    pageActors,
    arrive: () => load.resolve(),
    miss: () => load.reject(new Error("no network")),
    answer: (isThere: boolean) => probe.resolve(isThere),
    compare: (isOutdated: boolean) => comparison.resolve(isOutdated),
  }
}

const open: OpenDriver = (onActor) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { ask, command, loads, arrive, miss, answer, compare } = openPages(onActor)
  ask()
  return {
    trigger: async ({ type }) => {
      const delay = Object.entries(DELAYS_MS).find(([name]) => type.includes(name))
      if (delay) return void (await vi.advanceTimersByTimeAsync(delay[1]))
      switch (type) {
        case "page.open":
          return ask()
        case "page.show":
          return command({ type: "pages.show", id: "p1" })
        case "page.hide":
          return command({ type: "pages.hide", id: "p1" })
        case "page.close":
          return command({ type: "pages.keep", ids: ["p2"] })
        case "page.recover":
          return loads.recover("p1")
        case "page.arrived":
          return arrive()
        case "page.missed":
          return miss()
        case "page.outdated":
          return compare(true)
        default:
          answer(type === "page.reached")
      }
    },
    close: () => vi.useRealTimers(),
  }
}

runInProcess(pageMachine, cases, open)

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe("a page", () => {
  it("whose code a newer build has replaced says so, and leads to it at a tap", async () => {
    const { ask, miss, compare, loads, reloadDocument } = openPages(() => {})
    ask()
    miss()
    await turn()
    compare(false)
    await turn()
    expect(loads.isOutdated("p1")).toBe(false)
    ask()
    await new Promise((resolve) => setTimeout(resolve, FAILED_AT_ONCE_MS + 20))
    miss()
    await turn()
    compare(true)
    await turn()
    expect([loads.isOutdated("p1"), reloadDocument.mock.calls.length]).toEqual([true, 0])
    loads.recover("p1")
    expect(reloadDocument).toHaveBeenCalledOnce()
  })

  it("that is closed is unloaded with its actors, even while its code loads; the others run on", async () => {
    const log = createEventLog(() => 1)
    const { ask, arrive, command, loads, pageActors } = openPages(log.inspector.onActor)
    const stopped = vi.fn()
    const upload = uploadMachine.provide({
      actors: { shrinkPhoto: fromCallback(() => stopped), sendFile: fromCallback(() => {}) },
    })
    for (const id of ["p1", "p2"]) {
      ask(id)
      const front = pageActors.create("upload:front", upload, undefined)
      front.start(id)
      front.send({ type: "upload.choose", fileKey: "f", sizeBytes: 10, mediaType: "image/png", at: 1 })
    }
    arrive()
    await turn()
    command({ type: "pages.show", id: "p2" })
    command({ type: "pages.keep", ids: ["p2"] })
    expect(stopped).toHaveBeenCalledOnce()
    const changed = vi.fn()
    loads.subscribe(changed)
    await new Promise((resolve) => setTimeout(resolve, PAGE_LOADING_DELAY_MS + 50))
    expect(changed).not.toHaveBeenCalled()
    expect(loads.isDelayed("p1")).toBe(false)
    expect(log.actors().map(({ id, page, isAlive }) => [id, page, isAlive])).toEqual([
      ["page:market", "p1", false],
      ["upload:front", "p1", false],
      ["page:market", "p2", true],
      ["upload:front", "p2", true],
    ])
  })
})
