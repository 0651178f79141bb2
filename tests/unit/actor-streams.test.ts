import { beforeEach, describe, expect, it, vi } from "vitest"
import type { JournaledActor } from "../../src/runtime/journal/streams.ts"
import { createStreams } from "../../src/runtime/journal/streams.ts"
import { freshBrowser, openStore, openTab } from "../support/journal-host.ts"

beforeEach(freshBrowser)

/** A first visit: the journal is brought when `bring` is called. */
const firstVisit = (hasPast = false) => {
  const tab = openTab("t1", {}, { scope: "tab" })
  const store = openStore("t1")
  const bring = vi.fn(() => Promise.resolve(store))
  const late = createStreams({ load: bring, hasStoredEvents: () => hasPast })
  const received: string[] = []
  const fill = (owner: string, actors: readonly JournaledActor[] = tab.actors) =>
    late.start(owner, actors, (type) => received.push(type))
  return { tab, bring, late, received, fill }
}

describe("the streams of actors", () => {
  it("is not loaded for automatic events, and is for a command", async () => {
    const { tab, bring, fill, received, late } = firstVisit()
    await fill("visitor")
    await late.flush()
    expect(bring).not.toHaveBeenCalled()
    tab.add(1)
    tab.add(2)
    expect(received).toEqual(["counter.add", "counter.add"])
    await expect.poll(() => bring.mock.calls.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    tab.add(4)
    await late.flush()
    const after = openTab("t1", {}, { scope: "tab" })
    await after.fill("visitor")
    expect(after.count()).toBe(7)
  })

  it("is loaded at once if streams may hold events", async () => {
    const { tab, bring, fill } = firstVisit(true)
    await fill("visitor")
    expect(bring).toHaveBeenCalledOnce()
    expect(tab.count()).toBe(0)
  })

  it("begins the streams of the member who logs in with the current snapshots", async () => {
    const { tab, fill, late } = firstVisit()
    await fill("visitor")
    tab.add(3)
    late.reassign("ada", tab.actors)
    await new Promise((resolve) => setTimeout(resolve, 30))
    tab.add(4)
    await late.flush()
    const [visitor, ada] = [openTab("t1", {}, { scope: "tab" }), openTab("t1", {}, { scope: "tab" })]
    await visitor.fill("visitor")
    await ada.fill("ada")
    expect([visitor.count(), ada.count()]).toEqual([0, 7])
  })

  it("loads its code again after a failure, while the actors run on", async () => {
    const { tab, bring, fill, late } = firstVisit()
    bring.mockRejectedValueOnce(new Error("no network"))
    await fill("visitor")
    tab.add(1)
    await expect.poll(() => bring.mock.calls.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 10))
    tab.add(2)
    await expect.poll(() => bring.mock.calls.length).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await late.flush()
    const after = openTab("t1", {}, { scope: "tab" })
    await after.fill("visitor")
    expect(after.count()).toBe(3)
  })
})
