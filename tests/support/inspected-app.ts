import { expect } from "vitest"
import { successBody } from "../../src/contract/envelope.ts"
import { openApiLayer } from "../../src/runtime/api-layer.ts"
import { encodeAnswer } from "../../src/runtime/effects/call.ts"
import { createStorage } from "../../src/runtime/effects/device-storage.ts"
import { openMarketTrustStore } from "../../src/runtime/effects/market-trust-store.ts"
import { openOfflineCacheStore } from "../../src/runtime/effects/offline-cache-store.ts"
import type { Inspector } from "../../src/runtime/inspector.ts"
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime/runtime.ts"
import { type Answer, answering, json } from "./answering-server.ts"
import { configOf } from "./config.ts"
import { FakeHistory } from "./fake-history.ts"
import { openTab } from "./journal-host.ts"

export const configured: Answer = json(successBody("code", encodeAnswer("systemConfig", configOf())))

const noMember: RuntimeOptions["loadMember"] = () =>
  Promise.reject(new Error("no member machines in this test"))

/** The app without screens, at its first page, with an inspector. */
export const openInspectedApp = async (
  inspector: Inspector | undefined,
  answer: Answer = configured,
  loadMember = noMember,
): Promise<{ readonly system: Runtime; readonly close: () => Promise<void> }> => {
  const server = await answering(answer)
  const kept = new Map<string, string>()
  const area = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  const tab = openTab("tab", inspector ? { inspector } : {})
  const system = createRuntime({
    baseUrl: server.url,
    storage: createStorage(() => area, Date.now),
    history: new FakeHistory("/"),
    streams: tab.streams,
    loadPage: () => Promise.resolve(),
    loadApiLayer: () => Promise.resolve({ openApiLayer: openApiLayer }),
    openOfflineCacheStore: openOfflineCacheStore,
    openMarketTrustStore: openMarketTrustStore,
    loadMember,
    languages: ["en-US"],
    isSiteOn: false,
    now: Date.now,
    leave: () => {},
    inspector,
  })
  await system.start()
  await expect.poll(() => system.boot.startup.getSnapshot().matches("on")).toBe(true)
  const close = async () => {
    await tab.streams.stop(tab.actors, false)
    await server.close()
  }
  return { system, close }
}
