/** The runtime in this process, with a real HTTP server in place of the site's. */
import { afterEach, beforeEach, vi } from "vitest"
import { createRuntime, type RuntimeOptions } from "../../src/runtime/actors/runtime.ts"
import { openApiLayer } from "../../src/runtime/api/api-layer.ts"
import { createStorage, type KeyValueStorage } from "../../src/runtime/api/device-storage.ts"
import { openMarketTrustStore } from "../../src/runtime/api/market-trust-store.ts"
import { openOfflineCacheStore } from "../../src/runtime/api/offline-cache-store.ts"
import { createStorageStatus } from "../../src/runtime/journal/storage-status.ts"
import { type Answer, answering } from "./answering-server.ts"
import { FakeHistory } from "./fake-history.ts"
import { freshBrowser, openTab } from "./journal-host.ts"

/** Gives each test an empty browser without events. Functions in the returned list are called after each. */
export const freshBrowserForEach = (): (() => unknown)[] => {
  const closing: (() => unknown)[] = []
  beforeEach(() => {
    freshBrowser()
    for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    vi.unstubAllGlobals()
  })
  return closing
}

export const memoryArea = (): KeyValueStorage => {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

export const loadOwnApiLayer: RuntimeOptions["loadApiLayer"] = () => Promise.resolve({ openApiLayer })

/** A runtime lasts as long as its page, so it has no end of its own. */
const stopActors = (system: ReturnType<typeof createRuntime>): void => {
  for (const actor of system.actors()) if ("stop" in actor && typeof actor.stop === "function") actor.stop()
}

let tabs = 0

/** A runtime that is not started, in a tab of its own, without the machines of a member. */
export const openRuntime = async (answer: Answer, differs: Partial<RuntimeOptions> = {}) => {
  const server = await answering(answer)
  tabs += 1
  const { inspector } = differs
  const tab = openTab(`tab-${tabs}`, inspector ? { inspector } : {})
  const area = memoryArea()
  const system = createRuntime({
    baseUrl: server.url,
    storage: createStorage(() => area, Date.now),
    history: new FakeHistory("/"),
    streams: tab.streams,
    storageStatus: createStorageStatus(),
    loadPage: () => Promise.resolve(),
    loadApiLayer: loadOwnApiLayer,
    openOfflineCacheStore,
    openMarketTrustStore,
    loadMember: () => Promise.reject(new Error("no member machines in this test")),
    languages: ["en-US"],
    isSiteOn: false,
    now: Date.now,
    leave: () => {},
    ...differs,
  })
  const close = async (): Promise<void> => {
    // a timer that goes on fails in the tests after this one
    stopActors(system)
    await tab.streams.stop(tab.actors, false)
    await server.close()
  }
  return { system, server, close }
}
