import {
  LimitedDatabase,
  OPEN_LIMIT_MS,
  REFUSAL_MS,
  type StorageProblem,
  TRANSACTION_LIMIT_MS,
} from "@financial-links/journal"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { LOCK_LIMIT_MS, type Locks } from "../../src/journal/tab-id.ts"
import { openOfflineCacheStore } from "../../src/runtime/api/offline-cache-store.ts"
import { newOwner, openTabsOfTests } from "../support/journal-host.ts"

const { tabOf, visit } = openTabsOfTests()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
  vi.spyOn(console, "warn").mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets the limits pass while the database answers what it can. */
const passing = async <Result>(work: Promise<Result>, limitMs: number): Promise<Result> => {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => {})
  for (let passedMs = 0; !isDone && passedMs <= limitMs; passedMs += 100) {
    await vi.advanceTimersByTimeAsync(100)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  if (!isDone) throw new Error(`not done after ${limitMs} ms`)
  return done
}

/** A connection of another tab that does not close, and a deletion that waits for it. */
const blockDatabase = async (name: string) => {
  const opened = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(name, 1)
  request.onsuccess = () => opened.resolve(request.result)
  const other = await opened.promise
  indexedDB.deleteDatabase(name)
  return other
}

/** An open request that never settles. */
const silence = () => vi.spyOn(indexedDB, "open").mockReturnValue(new IDBOpenDBRequest())

const problemsOf = () => {
  const problems: (StorageProblem | null)[] = []
  return { problems, onProblem: (problem: StorageProblem | null) => problems.push(problem) }
}

const START_LIMIT_MS = 2 * OPEN_LIMIT_MS + 2 * LOCK_LIMIT_MS

describe("a start", () => {
  it("goes on without a journal where the database is blocked, and money is refused by that name", async () => {
    const owner = newOwner()
    await blockDatabase("app_journal")
    const { problems, onProblem } = problemsOf()
    const tab = tabOf("t1", { onProblem })
    await passing(tab.fill(owner), START_LIMIT_MS)
    tab.add(2)
    expect(tab.count()).toBe(2)
    expect(problems).toEqual(["blocked"])
    await expect(tab.streams.flush()).rejects.toMatchObject({ problem: "blocked" })
  })

  it.each([
    ["denied", "SecurityError"],
    ["closed", "UnknownError"],
    ["full", "QuotaExceededError"],
  ])("names what is %s", async (problem, name) => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("", name)
    })
    const { problems, onProblem } = problemsOf()
    await tabOf("t1", { onProblem }).fill(newOwner())
    expect(problems).toEqual([problem])
  })

  it("goes on where the browser answers no request for a lock, and stores events", async () => {
    const silent: Locks = { request: () => new Promise(() => {}) }
    const owner = newOwner()
    const tab = tabOf("t1", { locks: silent })
    await passing(tab.fill(owner), START_LIMIT_MS)
    tab.add(3)
    await tab.streams.flush()
    tab.close()
    expect(await visit(owner)).toBe(3)
  })

  it("changes nothing stored where the streams cannot be read", async () => {
    const owner = newOwner()
    await visit(owner, (tab) => tab.add(5))
    const transaction = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("", "UnknownError")
    })
    const { problems, onProblem } = problemsOf()
    const tab = tabOf("t1", { onProblem })
    await tab.fill(owner)
    tab.add(1)
    await expect(tab.streams.flush()).rejects.toMatchObject({ problem: "closed" })
    expect(new Set(problems)).toEqual(new Set(["closed"]))
    tab.close()
    transaction.mockRestore()
    expect(await visit(owner)).toBe(5)
  })
})

it("a device without space is named before an order is made, and refuses it", async () => {
  const { problems, onProblem } = problemsOf()
  const tab = tabOf("t1", { onProblem })
  await tab.fill(newOwner())
  const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError")
  })
  tab.add(1)
  const batch = new Promise((resolve) => setTimeout(resolve, 500))
  await passing(batch, 1_000)
  expect(problems).toEqual(["full"])
  tab.add(2)
  full.mockRestore()
  await tab.streams.flush()
  expect(problems).toEqual(["full", null])
})

describe("a lost connection", () => {
  it("is opened again once another tab has deleted the database, with what this tab shows", async () => {
    const owner = newOwner()
    const tab = tabOf("t1")
    await tab.fill(owner)
    tab.add(2)
    await tab.streams.flush()
    const deleted = Promise.withResolvers<Event>()
    indexedDB.deleteDatabase("app_journal").onsuccess = deleted.resolve
    await deleted.promise
    tab.add(3)
    await tab.streams.flush()
    tab.add(4)
    await tab.streams.flush()
    tab.close()
    expect(await visit(owner)).toBe(9)
  })

  it("is noticed at the next order, which is stored on another connection", async () => {
    const owner = newOwner()
    const tab = tabOf("t1")
    await tab.fill(owner)
    tab.add(2)
    await tab.streams.flush()
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The database connection is closing.", "InvalidStateError")
    })
    tab.add(3)
    await tab.streams.flush()
    tab.close()
    expect(await visit(owner)).toBe(5)
  })

  it("refuses orders by its name where none can be opened, and takes them once one can", async () => {
    const owner = newOwner()
    const { problems, onProblem } = problemsOf()
    const tab = tabOf("t1", { onProblem })
    await tab.fill(owner)
    const refused = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("", "UnknownError")
    })
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("", "InvalidStateError")
    })
    tab.add(3)
    await expect(tab.streams.flush()).rejects.toMatchObject({ problem: "closed" })
    expect(problems).toContain("closed")
    refused.mockRestore()
    await vi.advanceTimersByTimeAsync(REFUSAL_MS)
    await tab.streams.flush()
    expect(problems.at(-1)).toBeNull()
    tab.close()
    expect(await visit(owner)).toBe(3)
  })

  it("is one whose transaction does not settle", async () => {
    const owner = newOwner()
    const tab = tabOf("t1")
    await tab.fill(owner)
    vi.spyOn(IDBObjectStore.prototype, "add").mockReturnValueOnce(new IDBRequest())
    tab.add(1)
    await expect(passing(tab.streams.flush(), TRANSACTION_LIMIT_MS + 200)).rejects.toMatchObject({
      problem: "blocked",
    })
    await tab.streams.flush()
    tab.close()
    expect(await visit(owner)).toBe(1)
  })
})

describe("a database", () => {
  const open = () => new LimitedDatabase({ name: "own", version: 1, upgrade: () => {} })

  it("is refused within its limits, at once afterwards, and tried again later", async () => {
    const request = silence()
    const database = open()
    await expect(passing(database.open(), 2 * OPEN_LIMIT_MS + 200)).rejects.toMatchObject({
      problem: "blocked",
    })
    expect(request).toHaveBeenCalledTimes(2)
    await expect(database.open()).rejects.toMatchObject({ problem: "blocked" })
    expect(request).toHaveBeenCalledTimes(2)
    request.mockRestore()
    await vi.advanceTimersByTimeAsync(REFUSAL_MS)
    await database.open()
  })

  it("that opens too late blocks no other tab", async () => {
    const other = await blockDatabase("own")
    await expect(passing(open().open(), 2 * OPEN_LIMIT_MS + 200)).rejects.toMatchObject({
      problem: "blocked",
    })
    other.close()
    const deleted = Promise.withResolvers<Event>()
    indexedDB.deleteDatabase("own").onsuccess = deleted.resolve
    await deleted.promise
  })

  it("of the offline cache answers within the same limits", async () => {
    silence()
    const cache = await openOfflineCacheStore()
    await expect(passing(cache.read("ada", "q"), 2 * OPEN_LIMIT_MS + 200)).rejects.toMatchObject({
      problem: "blocked",
    })
  })
})
