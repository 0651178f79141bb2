/** Storage that breaks: the cause as a typed error, what was written, and the way out. */
import "fake-indexeddb/auto"
import { afterEach, expect, it, vi } from "vitest"
import { openEventStore } from "../src/event-store.ts"
import { createJournal } from "../src/journal.ts"
import { StorageUnavailable } from "../src/storage-problem.ts"

afterEach(() => void vi.restoreAllMocks())

let count = 0
const opened = async (onFault: (cause: unknown) => void) => {
  count += 1
  const store = await openEventStore({ database: `storage-${count}`, readLimit: 100, onLost: () => {} })
  const hooks = { now: () => 1, onWritten: () => {}, onFenced: () => {}, onFault }
  return createJournal(store, hooks)
}

const failing = (name: string) =>
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("it is refused", name)
  })

it.each([
  ["full", "QuotaExceededError"],
  ["denied", "NotAllowedError"],
  ["closed", "InvalidStateError"],
])(
  "is refused as %s; what was written stays, and recovery goes on from the present state",
  async (problem, name) => {
    const faults: unknown[] = []
    const journal = await opened((cause) => void faults.push(cause))
    journal.append("s", { type: "first" })
    await journal.flush()
    const refusing = failing(name)
    journal.append("s", { type: "second" })
    await expect(journal.flush()).rejects.toThrow(`the storage is ${problem}`)
    expect(faults).toEqual([expect.any(StorageUnavailable)])
    expect([journal.isHealthy(), journal.append("s", { type: "third" })]).toEqual([false, null])
    refusing.mockRestore()
    const { rows } = await journal.read("s", false)
    expect(rows.map(({ event }) => event)).toEqual([{ type: "first" }])
    await journal.recover(() => [{ stream: "s", version: 1, snapshot: { value: "now" } }])
    expect(journal.append("s", { type: "fourth" })).toBeGreaterThan(1)
    await journal.flush()
    const after = await journal.read("s", false)
    expect([after.base?.snapshot, after.rows.length]).toEqual([{ value: "now" }, 1])
  },
)

it("that a browser does not have is denied", async () => {
  vi.stubGlobal("indexedDB", undefined)
  const refused = openEventStore({ database: "none", readLimit: 1, onLost: () => {} })
  await expect(refused).rejects.toThrow("the storage is denied")
  vi.unstubAllGlobals()
})
