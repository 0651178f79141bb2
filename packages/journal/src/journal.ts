/**
 * The journal of this tab. Events are numbered when they are received, written in batches, and
 * flushed with strict durability before an effect that must not be repeated. After a failed batch
 * nothing more is written: the disk always holds a prefix of the events.
 */
import type { EventStore, Row, StoredSnapshot, StreamContents } from "./event-store.ts"
import { checkJson } from "./plain-json.ts"
import { type Json, type Redact, redact } from "./redact.ts"

/** The longest time an event waits for its batch. */
const BATCH_MS = 40

export interface JournalOptions {
  readonly now: () => number
  /** Removes secrets from events and snapshots before they are stored. Absent: `redact`. */
  readonly redact?: Redact
  /** Turns what JSON does not hold into what it holds; the stream's schemas turn it back. */
  readonly encode?: (value: unknown) => unknown
  /** These rows are on disk. */
  readonly onWritten: (rows: readonly Row[]) => void
  /** A batch failed: nothing more is written until `recover`. */
  readonly onFault?: (cause: unknown) => void
  /** Another tab wrote to these streams: this tab must stop. */
  readonly onFenced: (streams: readonly string[]) => void
}

/** A machine's snapshot, in the form of a version of its stream. */
export interface SnapshotOfVersion {
  readonly version: number
  readonly snapshot: unknown
}

export interface NamedSnapshot extends SnapshotOfVersion {
  readonly stream: string
}

export interface Journal {
  readonly read: (stream: string, useCache: boolean) => Promise<StreamContents>
  /** The next event of the stream gets `seq` + 1. */
  readonly resume: (stream: string, seq: number) => void
  /**
   * Numbers an event and queues it. Null if the journal cannot write. Throws `NotJson` for an event that
   * would lose something.
   */
  readonly append: (stream: string, event: unknown) => number | null
  /**
   * Resolves when all appended events are on disk with strict durability; rejects if they cannot
   * be.
   */
  readonly flush: () => Promise<void>
  readonly saveSnapshot: (stream: string, version: number, snapshot: unknown) => void
  readonly compact: (stream: string, version: number, snapshot: unknown) => void
  readonly restart: (stream: string, version: number, snapshot: unknown) => Promise<void>
  readonly deleteStream: (stream: string) => Promise<void>
  /**
   * Deletes the stream once every event received so far, of any stream, is on disk. Rejects if they
   * cannot be written; then it stays.
   */
  readonly retireStream: (stream: string) => Promise<void>
  /**
   * Sets the stream apart in one transaction; its events that are not written yet are discarded. It
   * begins again with `next`, or is gone if null.
   */
  readonly quarantine: (stream: string, why: string, next: SnapshotOfVersion | null) => Promise<void>
  /** Discards the events of these streams that are not written yet. */
  readonly dropPending: (streams: readonly string[]) => void
  readonly bases: () => Promise<readonly StoredSnapshot[]>
  /** The names of the stored streams that begin so. */
  readonly streamsUnder: (prefix: string) => Promise<readonly string[]>
  /** False after a failed batch or an interruption, until `recover`. */
  readonly isHealthy: () => boolean
  /** Writes nothing more, because the store may have lost its rows. */
  readonly interrupt: (cause: unknown) => void
  /**
   * Restarts every stream from its present snapshot and allows writing again. Rejects if one of them
   * cannot be restarted.
   */
  readonly recover: (present: () => readonly NamedSnapshot[]) => Promise<void>
}

/** The last numbered and the last written event of a stream. */
interface Head {
  last: number
  written: number
}

const isFence = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "ConstraintError"

class StoredJournal implements Journal {
  readonly #store: EventStore
  readonly #hooks: JournalOptions
  readonly #redact: Redact
  readonly #heads = new Map<string, Head>()
  #queue: Row[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Completion of all work queued on the store. */
  #tail: Promise<void> = Promise.resolve()
  #fault: unknown = null
  /** True if the last write was strict and nothing was appended since. */
  #isSynced = false

  constructor(store: EventStore, hooks: JournalOptions) {
    this.#store = store
    this.#hooks = hooks
    this.#redact = hooks.redact ?? redact
  }

  read(stream: string, useCache: boolean): Promise<StreamContents> {
    return this.#store.read(stream, useCache)
  }

  resume(stream: string, seq: number): void {
    this.#heads.set(stream, { last: seq, written: seq })
  }

  append(stream: string, event: unknown): number | null {
    if (this.#fault !== null) return null
    const stored = this.#stored(event, "event")
    const head = this.#headOf(stream)
    head.last += 1
    this.#queue.push({ stream, seq: head.last, event: stored })
    this.#timer ??= setTimeout(() => this.#writeSoon(), BATCH_MS)
    return head.last
  }

  flush(): Promise<void> {
    return this.#write(true)
  }

  saveSnapshot(stream: string, version: number, snapshot: unknown): void {
    this.#onceWritten(this.#kept(stream, version, snapshot), this.#store.saveSnapshot)
  }

  compact(stream: string, version: number, snapshot: unknown): void {
    this.#onceWritten(this.#kept(stream, version, snapshot), this.#store.compact)
  }

  restart(stream: string, version: number, snapshot: unknown): Promise<void> {
    this.dropPending([stream])
    const base = this.#kept(stream, version, snapshot)
    this.resume(stream, base.seq)
    return this.#after(() => this.#store.restart(stream, base))
  }

  deleteStream(stream: string): Promise<void> {
    this.dropPending([stream])
    this.#heads.delete(stream)
    return this.#after(() => this.#store.restart(stream, null))
  }

  async retireStream(stream: string): Promise<void> {
    await this.#write(false)
    this.#heads.delete(stream)
    await this.#after(() => this.#store.restart(stream, null))
  }

  quarantine(stream: string, why: string, next: SnapshotOfVersion | null): Promise<void> {
    // written later, they would be a gap in what begins again
    this.dropPending([stream])
    this.#heads.delete(stream)
    const base = next && this.#kept(stream, next.version, next.snapshot)
    return this.#after(() => this.#store.quarantine(stream, why, this.#hooks.now(), base))
  }

  dropPending(streams: readonly string[]): void {
    this.#queue = this.#queue.filter(({ stream }) => !streams.includes(stream))
  }

  bases(): Promise<readonly StoredSnapshot[]> {
    return this.#store.bases()
  }

  streamsUnder(prefix: string): Promise<readonly string[]> {
    return this.#store.streamsUnder(prefix)
  }

  isHealthy(): boolean {
    return this.#fault === null
  }

  interrupt(cause: unknown): void {
    this.#fault ??= cause
  }

  async recover(present: () => readonly NamedSnapshot[]): Promise<void> {
    await this.#tail
    this.#fault = null
    // events received from now on are numbered after these snapshots and written after them
    const restarts = present().map(({ stream, version, snapshot }) => {
      this.dropPending([stream])
      const base = this.#kept(stream, version, snapshot)
      this.resume(stream, base.seq)
      return this.#after(() => this.#restartOnce(stream, base))
    })
    await Promise.all(restarts)
  }

  /** After a failed one no other is tried: the waits would add up. */
  async #restartOnce(stream: string, base: StoredSnapshot): Promise<void> {
    if (this.#fault !== null) throw this.#fault
    try {
      await this.#store.restart(stream, base)
    } catch (cause) {
      this.#fault = cause
      throw cause
    }
  }

  #headOf(stream: string): Head {
    const head = this.#heads.get(stream) ?? { last: 0, written: 0 }
    this.#heads.set(stream, head)
    return head
  }

  #kept(stream: string, version: number, snapshot: unknown): StoredSnapshot {
    const { last } = this.#headOf(stream)
    return {
      stream,
      version,
      seq: last,
      atMs: this.#hooks.now(),
      snapshot: this.#stored(snapshot, "snapshot"),
    }
  }

  #stored(value: unknown, what: string): Json {
    const encoded = this.#hooks.encode ? this.#hooks.encode(value) : value
    checkJson(encoded, what)
    return this.#redact(encoded)
  }

  /**
   * Stores a snapshot only if its event is on disk: another tab's event may have taken its number.
   */
  #onceWritten(kept: StoredSnapshot, put: (kept: StoredSnapshot) => Promise<void>): void {
    const head = this.#headOf(kept.stream)
    this.#writeSoon()
    // a snapshot that is not stored only makes the next start slower
    this.#after(() => (head.written >= kept.seq ? put(kept) : Promise.resolve())).catch(() => {})
  }

  /** Runs work in order, so that numbers reach the disk in order. */
  #after(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => {})
    return done
  }

  #write(isStrict: boolean): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#after(() => this.#writeBatch(isStrict))
  }

  #writeSoon(): void {
    this.#write(false).catch(() => {})
  }

  async #writeBatch(isStrict: boolean): Promise<void> {
    const rows = this.#queue
    this.#queue = []
    if (this.#fault !== null) throw this.#fault
    try {
      if (rows.length > 0) await this.#store.append(rows, isStrict)
      else if (isStrict && !this.#isSynced) await this.#store.sync()
      this.#isSynced = isStrict || (this.#isSynced && rows.length === 0)
    } catch (cause) {
      if (!(isFence(cause) && (await this.#fence(rows)))) {
        this.#fault = cause
        this.#hooks.onFault?.(cause)
      }
      throw cause
    }
    for (const { stream, seq } of rows) {
      const head = this.#headOf(stream)
      head.written = Math.max(head.written, seq)
    }
    if (rows.length > 0) this.#hooks.onWritten(rows)
  }

  /**
   * After a conflict with another tab, writes the events of the other streams. False if the
   * conflict cannot be located.
   */
  async #fence(rows: readonly Row[]): Promise<boolean> {
    const taken = await this.#store.taken(rows).catch((): readonly string[] => [])
    if (taken.length === 0) return false
    this.#queue = [...rows.filter(({ stream }) => !taken.includes(stream)), ...this.#queue]
    this.#hooks.onFenced(taken)
    this.#writeSoon()
    return true
  }
}

export const createJournal = (store: EventStore, hooks: JournalOptions): Journal =>
  new StoredJournal(store, hooks)

/**
 * Deletes the streams whose beginning says that they are no longer needed. Never rejects: a stream that
 * is not deleted is found again next time.
 */
export const deleteStreams = async (
  journal: Journal,
  isExpired: (base: StoredSnapshot) => boolean | Promise<boolean>,
): Promise<void> => {
  const bases = await journal.bases().catch(() => [])
  for (const base of bases) if (await isExpired(base)) await journal.deleteStream(base.stream).catch(() => {})
}
