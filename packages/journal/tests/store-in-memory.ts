/** An event store for tests that only read, or look at what is appended. */
import type { EventStore, Row } from "../src/event-store.ts"

export const storeInMemory = (rows: Row[] = []): EventStore => {
  const done = () => Promise.resolve()
  return {
    read: (stream) =>
      Promise.resolve({
        base: null,
        cache: null,
        rows: rows.filter((row) => row.stream === stream),
        isCut: false,
      }),
    append: async (more) => void rows.push(...more),
    taken: () => Promise.resolve([]),
    bases: () => Promise.resolve([]),
    streamsUnder: () => Promise.resolve([]),
    sync: done,
    saveSnapshot: done,
    compact: done,
    restart: done,
    quarantine: done,
    close: () => {},
  }
}
