import { openDB } from "idb"
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { EventStore } from "../../packages/journal/src/event-store.ts"
import type { Journal } from "../../packages/journal/src/journal.ts"
import { foldOf } from "../../packages/journal/src/replay.ts"
import { createJournal, openEventStore } from "../../src/journal/journal.ts"
import { counterMachine, freshBrowser } from "../support/journal-host.ts"

beforeEach(freshBrowser)

describe("the journal", () => {
  const hooks = { now: () => 1, onWritten: () => {}, onFenced: () => {} }
  const openJournal = async (): Promise<Journal> => createJournal(await openEventStore(() => {}), hooks)

  it("deletes compacted events", async () => {
    const journal = await openJournal()
    for (let count = 0; count < 5; count += 1) journal.append("s", { type: "x" })
    journal.compact("s", 1, { folded: 5 })
    journal.append("s", { type: "y" })
    await journal.flush()
    expect(await journal.read("s", false)).toMatchObject({
      base: { seq: 5, snapshot: { folded: 5 } },
      rows: [{ seq: 6, event: { type: "y" } }],
    })
  })

  it("writes batches soon, and in order", async () => {
    const journal = await openJournal()
    for (let count = 0; count < 3; count += 1) journal.append("s", { type: "x", count })
    await expect
      .poll(async () => (await journal.read("s", false)).rows.map(({ seq }) => seq))
      .toEqual([1, 2, 3])
  })

  /**
   * Two tabs that both believe they may write, as they are for a moment when one is taken the lock.
   */
  const openTwo = async () => {
    const fenced: string[] = []
    const own = createJournal(await openEventStore(() => {}), {
      ...hooks,
      onFenced: (streams) => {
        fenced.push(...streams)
        own.dropPending(streams)
      },
    })
    return { own, other: await openJournal(), fenced }
  }

  it("writes the tab's own events, though another tab's conflict with the rest of the batch", async () => {
    const { own, other, fenced } = await openTwo()
    other.append("member", { type: "theirs" })
    await other.flush()
    own.append("tab", { type: "typed" })
    own.append("member", { type: "ours" })
    own.append("tab", { type: "typed more" })
    await expect(own.flush()).rejects.toThrow()
    await own.flush()
    expect(fenced).toEqual(["member"])
    const events = async (stream: string) => (await own.read(stream, false)).rows.map(({ event }) => event)
    expect(await events("tab")).toEqual([{ type: "typed" }, { type: "typed more" }])
    expect(await events("member")).toEqual([{ type: "theirs" }])
  })

  it.each(["saveSnapshot", "compact"] as const)(
    "does not %s what came of an event that was never written",
    async (way) => {
      const { own, other } = await openTwo()
      other.append("member", { type: "theirs" })
      await other.flush()
      own.append("member", { type: "ours" })
      own[way]("member", 1, { said: "ours" })
      await own.flush().catch(() => {})
      await own.flush()
      expect(await own.read("member", true)).toEqual({
        base: null,
        cache: null,
        rows: [{ stream: "member", seq: 1, event: { type: "theirs" } }],
        isCut: false,
      })
    },
  )

  it("writes nothing after a lost batch, and says so, until its streams are restarted", async () => {
    const store = await openEventStore(() => {})
    let isBroken = true
    const append: EventStore["append"] = (rows, isStrict) => {
      if (!isBroken) return store.append(rows, isStrict)
      journal.append("s", { type: "meanwhile" })
      return Promise.reject(new Error("the disk is gone"))
    }
    const journal = createJournal({ ...store, append }, hooks)
    const typesOf = async () => (await journal.read("s", false)).rows.map(({ event }) => event)
    journal.append("s", { type: "lost" })
    await expect(journal.flush()).rejects.toThrow("the disk is gone")
    isBroken = false
    expect([journal.append("s", { type: "later" }), journal.isHealthy()]).toEqual([null, false])
    await expect(journal.flush()).rejects.toThrow("the disk is gone")
    expect(await typesOf()).toEqual([])
    await journal.restart("s", 1, { state: "as it is" })
    journal.recover()
    journal.append("s", { type: "again" })
    await journal.flush()
    expect([await typesOf(), journal.isHealthy()]).toEqual([[{ type: "again" }], true])
  })

  it("flushes with strict durability, also what a batch has written without", async () => {
    const opened = vi.spyOn(IDBDatabase.prototype, "transaction")
    const writes = () =>
      opened.mock.calls.flatMap(([, mode, options]) => (mode === "readwrite" ? [options?.durability] : []))
    const journal = await openJournal()
    journal.append("s", { type: "at once" })
    await journal.flush()
    expect(writes()).toEqual(["strict"])
    journal.append("s", { type: "in a batch" })
    await expect.poll(writes).toEqual(["strict", "relaxed"])
    await journal.flush()
    expect(writes()).toEqual(["strict", "relaxed", "strict"])
    await journal.flush()
    expect(writes()).toHaveLength(3)
    opened.mockRestore()
  })

  it("keeps only the last quarantined streams", async () => {
    const journal = await openJournal()
    for (let count = 0; count < 8; count += 1) {
      journal.append(`s${count}`, { type: "x" })
      await journal.flush()
      await journal.quarantine(`s${count}`, "test", null)
    }
    const db = await openDB("app_journal")
    expect((await db.getAll("asides")).map(({ stream }) => stream)).toEqual(["s3", "s4", "s5", "s6", "s7"])
    db.close()
  })

  it("folds 100 000 events fast", { timeout: 60_000 }, () => {
    const fold = foldOf(counterMachine, undefined)
    let snapshot = fold.initial()
    for (let count = 0; count < 100_000; count += 1)
      snapshot = fold.step(snapshot, { type: "counter.add", by: 1 })
    expect(snapshot.context.count).toBe(100_000)
  })
})
