import { openDB } from "idb"
import { afterEach, describe, expect, it, vi } from "vitest"
import { JOURNAL_SNAPSHOT_EVERY, TAB_STREAM_MS } from "../../src/domain/limits.ts"
import { everythingKept, newOwner, openTabsOfTests } from "../support/journal-host.ts"

const { tabOf, visit } = openTabsOfTests()

describe("a journaled actor", () => {
  it("continues after a reload where it was, and never with another member's stream", async () => {
    const m = newOwner()
    await visit(m, (tab) => [1, 2, 3, 4].map((by) => tab.add(by)))
    expect(await visit(newOwner())).toBe(0)
    expect(await visit(m, (tab) => tab.add(5))).toBe(15)
    const again = tabOf("t1")
    await again.fill(m)
    expect(again.actor.getSnapshot().context).toEqual({ count: 15, resumed: 2 })
  })

  it("asks for the outcome of a running send instead of sending again", async () => {
    const m = newOwner()
    await visit(m, (tab) => {
      tab.actor.send({ type: "counter.send" })
      expect(tab.sends).toEqual(["send"])
    })
    const after = tabOf("t1")
    await after.fill(m)
    expect(after.sends).toEqual(["ask"])
    expect(after.actor.getSnapshot().value).toBe("asking")
  })

  it("stores a snapshot every 500 events, which may be lost or broken", async () => {
    const m = newOwner()
    const count = JOURNAL_SNAPSHOT_EVERY * 2 + 7
    await visit(m, (tab) => Array.from({ length: count }, () => tab.add(1)))
    const db = await openDB("app_journal")
    const [cache] = (await db.getAll("caches")).filter(({ stream }) => stream !== "")
    expect(cache.seq).toBeGreaterThanOrEqual(JOURNAL_SNAPSHOT_EVERY * 2)
    expect(cache.snapshot.context.count).toBe(cache.seq)
    for (const spoil of [
      () => db.put("caches", { ...cache, snapshot: { nonsense: true } }),
      () => db.put("caches", { ...cache, seq: 1e6 }),
      () => db.clear("caches"),
    ]) {
      await spoil()
      expect(await visit(m)).toBe(count)
    }
    db.close()
  })

  it.each([{ type: "?" }, "x"])("quarantines a stream with the event %j and starts over", async (event) => {
    const m = newOwner()
    await visit(m, (tab) => [1, 2, 3, 4].map((by) => tab.add(by)))
    const db = await openDB("app_journal")
    const rows = await db.getAll("events")
    await db.put("events", { ...rows[2], event })
    expect(await visit(m, (tab) => tab.add(3))).toBe(3)
    expect(await db.getAll("asides")).toMatchObject([{ stream: `member:${m}/counter` }])
    db.close()
    expect(await visit(m)).toBe(3)
  })

  it("goes on in a later version from the events, without the snapshot of the earlier one", async () => {
    const m = newOwner()
    const count = JOURNAL_SNAPSHOT_EVERY + 7
    await visit(m, (tab) => Array.from({ length: count }, () => tab.add(1)))
    const db = await openDB("app_journal")
    const kept = async () => (await db.getAll("caches")).filter(({ stream }) => stream !== "")
    await db.put("caches", { ...(await kept())[0], snapshot: { status: "active", context: { count: 5 } } })
    expect(await visit(m, () => {}, { version: 2 })).toBe(count)
    expect(await kept()).toMatchObject([{ version: 2, seq: count, snapshot: { context: { count } } }])
    db.close()
  })
})

describe("the start of actors", () => {
  it("waits for no store where none of them has a stream, and starts those that have one beside it", async () => {
    const without = tabOf("t1", { openEventStore: () => new Promise(() => {}) })
    await without.streams.start("m", [{ actor: without.actor, stream: undefined }], () => {})
    expect(without.actor.isLive()).toBe(true)
    without.streams.stop([{ actor: without.actor, stream: undefined }], false)
    const [plain, journaled] = [tabOf("t2"), tabOf("t3")]
    await journaled.streams.start(
      newOwner(),
      [{ actor: plain.actor, stream: undefined }, ...journaled.actors],
      () => {},
    )
    expect([plain.actor.isLive(), journaled.actor.isLive()]).toEqual([true, true])
    plain.actor.stop()
  })

  it("is complete once the tab leads, and can be flushed before", async () => {
    const tab = tabOf("t1")
    await tab.streams.flush()
    await tab.fill(newOwner())
    expect(tab.actor.isLive()).toBe(true)
  })

  it("is not needed for an end: an actor without a stream is stopped", async () => {
    const tab = tabOf("t1")
    tab.actor.start(null, null)
    await tab.streams.retire(tab.actor)
    expect(tab.actor.isLive()).toBe(false)
  })
})

describe("a tab's own stream", () => {
  it("goes on under another name where two tabs have the same id", async () => {
    const [one, two] = [tabOf("t1", {}, { scope: "tab" }), tabOf("t1", {}, { scope: "tab" })]
    await Promise.all([one.fill("eve"), two.fill("eve")])
    one.add(1)
    await one.streams.flush()
    two.add(2)
    await two.streams.flush().catch(() => {})
    two.add(3)
    await two.streams.flush()
    expect([one.count(), two.count()]).toEqual([1, 5])
    const kept = await everythingKept()
    for (const name of ["tab:t1/eve/counter", "tab:t1/eve/counter~"])
      expect(kept).toContain(`"stream":"${name}"`)
  })

  it("is separate from other tabs, and belongs to the new owner once reassigned", async () => {
    const [one, two] = [tabOf("t1", {}, { scope: "tab" }), tabOf("t2", {}, { scope: "tab" })]
    await Promise.all([one.fill("eve"), two.fill("eve")])
    one.add(1)
    two.add(2)
    one.streams.reassign("ada", one.actors)
    one.add(10)
    await one.streams.flush()
    await two.streams.flush()
    const other = tabOf("t2", {}, { scope: "tab" })
    await other.fill("eve")
    const own = { scope: "tab" } as const
    expect([await visit("eve", () => {}, own), await visit("ada", () => {}, own)]).toEqual([0, 11])
    expect(other.count()).toBe(2)
  })

  it("is deleted at logout, and stays when the session was lost", async () => {
    for (const [isLeaving, count] of [
      [true, 0],
      [false, 4],
    ] as const) {
      const m = newOwner()
      const before = tabOf("t1", {}, { scope: "tab" })
      await before.fill(m)
      before.add(4)
      await before.streams.flush()
      before.streams.stop(before.actors, isLeaving)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await visit(m, () => {}, { scope: "tab" })).toBe(count)
    }
  })
})

describe("retention", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it("deletes the streams of a closed tab once they are old, and not before", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    const gone = tabOf("gone", {}, { scope: "tab" })
    const alive = tabOf("alive", {}, { scope: "tab" })
    for (const tab of [gone, alive]) {
      await tab.fill("eve")
      tab.add(1)
      await tab.streams.flush()
    }
    const kept = async () => {
      const db = await openDB("app_journal")
      const names = (await db.getAll("bases")).map(({ stream }) => stream)
      db.close()
      return names
    }
    for (const [now, names] of [
      [TAB_STREAM_MS, ["tab:alive/eve/counter", "tab:gone/eve/counter"]],
      [TAB_STREAM_MS + 1, ["tab:alive/eve/counter"]],
    ] as const) {
      const later = tabOf(
        "new",
        { now: () => now, isTabAlive: async (id) => id === "alive" },
        { scope: "tab" },
      )
      await later.streams.start("nobody", later.actors, () => {})
      await vi.advanceTimersByTimeAsync(60_000)
      await vi.waitUntil(
        async () => (await kept()).filter((name) => !name.includes("new")).length === names.length,
      )
      expect((await kept()).filter((name) => !name.includes("new"))).toEqual(names)
    }
  })
})
