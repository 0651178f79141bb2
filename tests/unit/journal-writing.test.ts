import type { EventStore, Journal } from "@financial-links/journal"
import { openDB } from "idb"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { TAB_STREAM_MS } from "../../src/domain/limits.ts"
import { createJournal, deleteExpiredStreams, openEventStore } from "../../src/journal/journal.ts"
import { freshBrowser } from "../support/journal-host.ts"

beforeEach(freshBrowser)

const hooks = { now: () => 1, onWritten: () => {}, onFenced: () => {} }
const openStore = () => openEventStore(() => {})
const openJournal = async (): Promise<Journal> => createJournal(await openStore(), hooks)
const rowsOf = async (journal: Journal, stream: string) =>
  (await journal.read(stream, false)).rows.map(({ seq, event }) => [seq, event])
/** A journal with one event on disk. */
const openWritten = async (): Promise<Journal> => {
  const journal = await openJournal()
  journal.append("s", { type: "written" })
  await journal.flush()
  return journal
}
const conflict = () => new DOMException("taken", "ConstraintError")

describe("the journal", () => {
  it("redacts what the app calls a secret, and what every project does", async () => {
    const journal = await openJournal()
    journal.append("s", { type: "x", temporaryToken: "canary", password: "canary" })
    await journal.flush()
    const [row] = (await journal.read("s", false)).rows
    expect(row?.event).toEqual({ type: "x", temporaryToken: "[redacted]", password: "[redacted]" })
  })

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
    await journal.recover(() => [{ stream: "s", version: 1, snapshot: { state: "as it is" } }])
    journal.append("s", { type: "again" })
    await journal.flush()
    expect([await typesOf(), journal.isHealthy()]).toEqual([[{ type: "again" }], true])
  })

  it("flushes with strict durability, also what a batch has written without", async () => {
    const opened = vi.spyOn(IDBDatabase.prototype, "transaction")
    const writes = () =>
      opened.mock.calls.flatMap(([, mode, options]) => (mode === "readwrite" ? [options?.durability] : []))
    const journal = await openJournal()
    // a document before may have left what is not on disk yet
    await journal.flush()
    journal.append("s", { type: "at once" })
    await journal.flush()
    expect(writes()).toEqual(["strict", "strict"])
    journal.append("s", { type: "in a batch" })
    await expect.poll(writes).toEqual(["strict", "strict", "relaxed"])
    await journal.flush()
    expect(writes()).toEqual(["strict", "strict", "relaxed", "strict"])
    journal.saveSnapshot("s", 1, { said: "at once" })
    await journal.flush()
    expect(writes().filter((durability) => durability === "strict")).toHaveLength(3)
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
})

describe("a stream that begins again", () => {
  it("as a snapshot has no event that was not written, and goes on from its number", async () => {
    const journal = await openWritten()
    journal.append("s", { type: "pending" })
    await journal.restart("s", 1, { state: "new" })
    journal.compact("s", 1, { state: "compacted" })
    await journal.flush()
    journal.append("s", { type: "next" })
    await journal.flush()
    expect((await journal.read("s", false)).base).toMatchObject({ seq: 2, snapshot: { state: "compacted" } })
    expect(await rowsOf(journal, "s")).toEqual([[3, { type: "next" }]])
  })

  it("after it was set apart has no event that was not written, and counts from 1", async () => {
    const journal = await openWritten()
    journal.append("s", { type: "pending" })
    journal.append("other", { type: "kept" })
    await journal.quarantine("s", "test", { version: 1, snapshot: { state: "new" } })
    journal.append("s", { type: "next" })
    await journal.flush()
    expect((await journal.read("s", false)).base).toMatchObject({ seq: 0, snapshot: { state: "new" } })
    expect(await rowsOf(journal, "s")).toEqual([[1, { type: "next" }]])
    expect(await rowsOf(journal, "other")).toEqual([[1, { type: "kept" }]])
  })

  it("from nothing has the number 1 first, whether it was deleted or retired", async () => {
    const journal = await openJournal()
    for (const way of ["deleteStream", "retireStream"] as const) {
      journal.append("s", { type: "written" })
      await journal.flush()
      journal.append("s", { type: "pending" })
      await journal[way]("s")
      expect(await journal.read("s", true)).toEqual({ base: null, cache: null, rows: [], isCut: false })
      journal.append("s", { type: "next" })
      await journal.flush()
      expect(await rowsOf(journal, "s")).toEqual([[1, { type: "next" }]])
    }
  })
})

describe("a retired stream", () => {
  it("takes with it what it received until its events are written", async () => {
    const journal = await openWritten()
    const retired = journal.retireStream("s")
    journal.append("s", { type: "meanwhile" })
    await retired
    expect(await rowsOf(journal, "s")).toEqual([])
  })

  it("starts over with what it receives while it is deleted", async () => {
    const store = await openStore()
    const journal = createJournal(
      {
        ...store,
        restart: (stream, base) => {
          journal.append(stream, { type: "next" })
          return store.restart(stream, base)
        },
      },
      hooks,
    )
    journal.append("s", { type: "written" })
    await journal.retireStream("s")
    await journal.flush()
    expect(await rowsOf(journal, "s")).toEqual([[1, { type: "next" }]])
  })

  it("stays if its events cannot be written, and says if it cannot be deleted", async () => {
    const store = await openStore()
    const broken = () => Promise.reject(new Error("the disk is gone"))
    const first = createJournal(store, hooks)
    first.append("s", { type: "written" })
    await first.flush()
    const journal = createJournal({ ...store, append: broken }, hooks)
    journal.append("other", { type: "lost" })
    await expect(journal.retireStream("s")).rejects.toThrow("the disk is gone")
    expect(await rowsOf(journal, "s")).toEqual([[1, { type: "written" }]])
    const undeletable = createJournal({ ...store, restart: broken }, hooks)
    await expect(undeletable.retireStream("s")).rejects.toThrow("the disk is gone")
  })
})

describe("a batch that fails", () => {
  /** A tab whose stream "member" another tab has written to. */
  const fencedTab = async (more: Partial<EventStore> = {}) => {
    const store = await openStore()
    const other = createJournal(store, hooks)
    other.append("member", { type: "theirs" })
    await other.flush()
    const onFenced = vi.fn((streams: readonly string[]) => journal.dropPending(streams))
    const journal = createJournal({ ...store, ...more }, { ...hooks, onFenced })
    journal.append("member", { type: "ours" })
    journal.append("tab", { type: "typed" })
    return { journal, onFenced }
  }

  it("because another tab wrote first is written again soon, without that stream", async () => {
    const { journal, onFenced } = await fencedTab()
    await expect.poll(() => rowsOf(journal, "tab")).toEqual([[1, { type: "typed" }]])
    expect(onFenced.mock.calls).toEqual([[["member"]]])
    expect(journal.isHealthy()).toBe(true)
  })

  it.each<[string, Partial<EventStore>]>([
    ["for another reason", { append: () => Promise.reject(new DOMException("full", "QuotaExceededError")) }],
    ["without an exception of the database", { append: () => Promise.reject({ name: "ConstraintError" }) }],
    [
      "where the conflict is in no stream",
      { append: () => Promise.reject(conflict()), taken: async () => [] },
    ],
    ["where the conflict cannot be read", { taken: () => Promise.reject(new Error("the disk is gone")) }],
  ])("%s stops the journal", async (_, more) => {
    const { journal, onFenced } = await fencedTab(more)
    await expect(journal.flush()).rejects.toBeDefined()
    expect(journal.isHealthy()).toBe(false)
    expect(onFenced).not.toHaveBeenCalled()
  })

  it("at the sync of what is written fails the flush", async () => {
    const sync = () => Promise.reject(new Error("the disk is gone"))
    const journal = createJournal({ ...(await openStore()), sync }, hooks)
    await expect(journal.flush()).rejects.toThrow("the disk is gone")
    expect(journal.isHealthy()).toBe(false)
  })
})

it("what was written is reported by batch, and an empty batch is not", async () => {
  const onWritten = vi.fn()
  const journal = createJournal(await openStore(), { ...hooks, onWritten })
  await journal.flush()
  journal.append("s", { type: "x" })
  journal.append("t", { type: "y" })
  await journal.flush()
  await journal.flush()
  expect(onWritten.mock.calls).toEqual([
    [
      [
        { stream: "s", seq: 1, event: { type: "x" } },
        { stream: "t", seq: 1, event: { type: "y" } },
      ],
    ],
  ])
})

describe("the streams of closed tabs", () => {
  const retention = { isTabAlive: () => Promise.resolve(false), now: () => TAB_STREAM_MS + 1 }

  it("are deleted one after the other; one that cannot be stays, and the others go", async () => {
    const store = await openStore()
    const journal = createJournal(
      {
        ...store,
        restart: async (stream, base) => {
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (base === null && stream === "tab:b/s") throw new Error("the disk is gone")
          await store.restart(stream, base)
        },
      },
      hooks,
    )
    for (const name of ["tab:a/s", "tab:b/s", "tab:c/s", "member:ada/s"]) await journal.restart(name, 1, null)
    await deleteExpiredStreams(journal, retention)
    expect((await journal.bases()).map(({ stream }) => stream)).toEqual(["member:ada/s", "tab:b/s"])
  })

  it("are left if the beginnings cannot be read", async () => {
    const bases = () => Promise.reject(new Error("the disk is gone"))
    const isTabAlive = vi.fn(() => Promise.resolve(false))
    const journal = createJournal({ ...(await openStore()), bases }, hooks)
    await expect(deleteExpiredStreams(journal, { ...retention, isTabAlive })).resolves.toBeUndefined()
    expect(isTabAlive).not.toHaveBeenCalled()
  })
})
