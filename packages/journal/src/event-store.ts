/**
 * The journal's tables in IndexedDB. Each method is one transaction; a failed one changes nothing.
 */
import type { DBSchema, IDBPDatabase, IDBPObjectStore, StoreNames } from "idb"
import { LimitedDatabase } from "./database.ts"
import type { Json } from "./redact.ts"
import type { StorageUnavailable } from "./storage-problem.ts"

/** A recorded event. `seq` counts up from 1 within its stream, without gaps. */
export interface Row {
  readonly stream: string
  readonly seq: number
  readonly event: Json
}

/** A machine's snapshot after the event `seq`. */
export interface StoredSnapshot {
  readonly stream: string
  readonly version: number
  readonly seq: number
  readonly atMs: number
  /** Null: the machine's initial state. */
  readonly snapshot: Json
}

/** A stream that could not be read, kept for diagnosis. */
export interface QuarantinedStream {
  readonly stream: string
  readonly why: string
  readonly atMs: number
  readonly rows: readonly Row[]
}

interface Tables extends DBSchema {
  events: { key: [string, number]; value: Row }
  /**
   * The beginning of a stream: its version, and its snapshot once earlier events are compacted.
   * Must not be deleted.
   */
  bases: { key: string; value: StoredSnapshot }
  /** A cache: may be deleted at any time. */
  caches: { key: string; value: StoredSnapshot }
  asides: { key: number; value: QuarantinedStream }
}

export interface EventStoreOptions {
  /** The name of the database in IndexedDB. */
  readonly database: string
  /**
   * Of a stream with more events only the newest are read, so that a damaged journal does not fill the
   * memory. Compact streams long before.
   */
  readonly readLimit: number
  /**
   * The connection was lost, and perhaps everything stored. The next call opens the database again;
   * append nothing before every stream has been restarted.
   */
  readonly onLost: (cause: StorageUnavailable) => void
}

const VERSION = 1
/** Only the newest quarantined streams are kept. */
const QUARANTINE_LIMIT = 5
/** Of each, only the newest events are kept. */
const QUARANTINE_EVENT_LIMIT = 10_000

export interface StreamContents {
  readonly base: StoredSnapshot | null
  readonly cache: StoredSnapshot | null
  /** Events after the cache if there is one, else after the base. */
  readonly rows: readonly Row[]
  /** True if earlier ones were left out, because there are more than `readLimit`. */
  readonly isCut: boolean
}

export interface EventStore {
  readonly read: (stream: string, useCache: boolean) => Promise<StreamContents>
  /** Rejects with a ConstraintError if another tab wrote one of these numbers first. */
  readonly append: (rows: readonly Row[], isStrict: boolean) => Promise<void>
  /** The streams in which another tab wrote one of these numbers. */
  readonly taken: (rows: readonly Row[]) => Promise<readonly string[]>
  /** Forces relaxed appends to disk. */
  readonly sync: () => Promise<void>
  readonly saveSnapshot: (kept: StoredSnapshot) => Promise<void>
  /** Deletes events up to `base.seq`; the stream begins with `base`. */
  readonly compact: (base: StoredSnapshot) => Promise<void>
  /** Deletes the whole stream; it begins with `base`, or is gone if null. */
  readonly restart: (stream: string, base: StoredSnapshot | null) => Promise<void>
  /** Sets the whole stream apart; it begins again with `base`, or is gone if null. */
  readonly quarantine: (
    stream: string,
    why: string,
    atMs: number,
    base: StoredSnapshot | null,
  ) => Promise<void>
  readonly bases: () => Promise<readonly StoredSnapshot[]>
  /** The names of the streams that begin so, with a stored beginning or without. */
  readonly streamsUnder: (prefix: string) => Promise<readonly string[]>
  readonly close: () => void
}

const rangeOf = (stream: string, after: number, upTo = Number.MAX_SAFE_INTEGER): IDBKeyRange =>
  IDBKeyRange.bound([stream, after], [stream, upTo], true, false)

/** The number of a stored beginning; 0 for one that was damaged. */
const numberOf = (base: StoredSnapshot | undefined): number =>
  base !== undefined && Number.isInteger(base.seq) ? base.seq : 0

type EventTable = Pick<
  IDBPObjectStore<Tables, ArrayLike<StoreNames<Tables>>, "events", IDBTransactionMode>,
  "count" | "getAll" | "getAllKeys" | "openKeyCursor"
>

/** The newest events after `after`, at most `limit`, oldest first. */
const newestOf = async (
  events: EventTable,
  stream: string,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }> => {
  const range = rangeOf(stream, after)
  if ((await events.count(range)) <= limit) return { rows: await events.getAll(range), isCut: false }
  const last = await events.openKeyCursor(range, "prev")
  return { rows: await events.getAll(rangeOf(stream, (last?.key[1] ?? after) - limit)), isCut: true }
}

const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"

/** Rejects with the cause of a failure: the rest of the transaction only says that it was aborted. */
const completed = async (
  tx: { readonly done: Promise<void> },
  requests: readonly Promise<unknown>[],
): Promise<void> => {
  const ended = await Promise.allSettled([tx.done, ...requests])
  const causes = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
  if (causes.length > 0) throw causes.find((cause) => !isAbort(cause)) ?? causes[0]
}

const quarantineIn = async (
  db: IDBPDatabase<Tables>,
  damaged: Omit<QuarantinedStream, "rows">,
  base: StoredSnapshot | null,
): Promise<void> => {
  const { stream } = damaged
  const tx = db.transaction(["events", "bases", "caches", "asides"], "readwrite")
  const { rows } = await newestOf(tx.objectStore("events"), stream, 0, QUARANTINE_EVENT_LIMIT)
  const asides = tx.objectStore("asides")
  const keys = await asides.getAllKeys()
  for (const key of keys.slice(0, Math.max(0, keys.length - QUARANTINE_LIMIT + 1))) void asides.delete(key)
  void asides.add({ ...damaged, rows })
  void tx.objectStore("events").delete(rangeOf(stream, 0))
  void tx.objectStore("caches").delete(stream)
  void (base ? tx.objectStore("bases").put(base) : tx.objectStore("bases").delete(stream))
  await tx.done
}

const storeOver = (database: LimitedDatabase<Tables>, readLimit: number): EventStore => ({
  read: (stream, useCache) =>
    database.run(async (db) => {
      const tx = db.transaction(["events", "bases", "caches"])
      const [base, cache] = await Promise.all([
        tx.objectStore("bases").get(stream),
        useCache ? tx.objectStore("caches").get(stream) : undefined,
      ])
      // a cache ahead of the stored events would make the numbering skip
      const isTrue =
        cache && (cache.seq === base?.seq || (await tx.objectStore("events").getKey([stream, cache.seq])))
      const after = Math.max(numberOf(base), isTrue ? cache.seq : 0)
      const events = tx.objectStore("events")
      // events up to the base are deleted with its writing; if there are any, the base is damaged
      const isSound = isTrue || after === 0 || (await events.count(rangeOf(stream, 0, after))) === 0
      const newest = await newestOf(events, stream, isSound ? after : 0, readLimit)
      await tx.done
      return { base: base ?? null, cache: isTrue && cache.seq === after ? cache : null, ...newest }
    }),
  append: (rows, isStrict) =>
    database.runOnce(async (db) => {
      const tx = db.transaction("events", "readwrite", { durability: isStrict ? "strict" : "relaxed" })
      const added = rows.map((row) => tx.store.add(row))
      // An explicit commit: events written while the page unloads are otherwise lost (measured: 0 of
      // 12 stored against 12 of 12).
      tx.commit()
      await completed(tx, added)
    }),
  taken: (rows) =>
    database.run(async (db) => {
      const tx = db.transaction("events")
      const keys = await Promise.all(rows.map(({ stream, seq }) => tx.store.getKey([stream, seq])))
      return [...new Set(keys.flatMap((key) => key?.[0] ?? []))]
    }),
  sync: () =>
    database.runOnce(async (db) => {
      // the engine may skip an empty transaction, so this one writes a row
      const tx = db.transaction("caches", "readwrite", { durability: "strict" })
      const mark = { stream: "", version: 0, seq: 0, atMs: 0, snapshot: null }
      await completed(tx, [tx.store.put(mark)])
    }),
  saveSnapshot: (kept) =>
    database.runOnce((db) => {
      const tx = db.transaction("caches", "readwrite")
      return completed(tx, [tx.store.put(kept)])
    }),
  compact: (base) =>
    database.runOnce(async (db) => {
      const tx = db.transaction(["events", "bases"], "readwrite")
      await completed(tx, [
        tx.objectStore("bases").put(base),
        tx.objectStore("events").delete(rangeOf(base.stream, 0, base.seq)),
      ])
    }),
  restart: (stream, base) =>
    database.run(async (db) => {
      const tx = db.transaction(["events", "bases", "caches"], "readwrite")
      await completed(tx, [
        tx.objectStore("events").delete(rangeOf(stream, 0)),
        tx.objectStore("caches").delete(stream),
        base ? tx.objectStore("bases").put(base) : tx.objectStore("bases").delete(stream),
      ])
    }),
  quarantine: (stream, why, atMs, base) =>
    database.run((db) => quarantineIn(db, { stream, why, atMs }, base)),
  bases: () => database.run((db) => db.getAll("bases")),
  streamsUnder: (prefix) =>
    database.run(async (db) => {
      const last = `${prefix}\uffff`
      const tx = db.transaction(["events", "bases"])
      const [events, bases] = await Promise.all([
        tx.objectStore("events").getAllKeys(IDBKeyRange.bound([prefix], [last])),
        tx.objectStore("bases").getAllKeys(IDBKeyRange.bound(prefix, last)),
      ])
      return [...new Set([...events.map(([stream]) => stream), ...bases])]
    }),
  close: () => database.close(),
})

/**
 * Opens the journal. Rejects with `StorageUnavailable` if there is no IndexedDB, if it is blocked, or
 * if a newer build has upgraded it.
 */
export const openEventStore = async ({
  database: name,
  readLimit,
  onLost,
}: EventStoreOptions): Promise<EventStore> => {
  const database = new LimitedDatabase<Tables>({
    name,
    version: VERSION,
    upgrade: (fresh) => {
      fresh.createObjectStore("events", { keyPath: ["stream", "seq"] })
      fresh.createObjectStore("bases", { keyPath: "stream" })
      fresh.createObjectStore("caches", { keyPath: "stream" })
      fresh.createObjectStore("asides", { autoIncrement: true })
    },
    onLost,
  })
  await database.open()
  return storeOver(database, readLimit)
}
