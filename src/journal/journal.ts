/**
 * The journal of this tab: events are numbered the moment they are received, written in batches soon after, and at once, strictly, when money asks for it.
 * When a batch cannot be written nothing after it is: what is on disk is always a whole beginning of what happened.
 */

import type { EventStore, Row, StoredSnapshot, StreamContents } from "./event-store.ts"
import { redact } from "./redact.ts"

/** Ordinary events wait this long for company. */
const BATCH_MS = 40

export interface JournalOptions {
  readonly now: () => number
  /** These rows are on disk. */
  readonly onWritten: (rows: readonly Row[]) => void
  /** Another tab has written to these streams: this one no longer may. */
  readonly onFenced: (streams: readonly string[]) => void
}

export interface Journal {
  readonly read: (stream: string, useCache: boolean) => Promise<StreamContents>
  /** The stream goes on after `seq`. */
  readonly resume: (stream: string, seq: number) => void
  /** Numbers an event and has it written soon. Gives its number; null when the journal cannot write. */
  readonly append: (stream: string, event: unknown) => number | null
  /** Resolves when everything appended is on disk, strictly. Rejects when it cannot be. */
  readonly flush: () => Promise<void>
  readonly saveSnapshot: (stream: string, version: number, snapshot: unknown) => void
  readonly compact: (stream: string, version: number, snapshot: unknown) => void
  readonly restart: (stream: string, version: number, snapshot: unknown) => Promise<void>
  readonly deleteStream: (stream: string) => Promise<void>
  readonly quarantine: (stream: string, why: string) => Promise<void>
  /** Drops what was not yet written to these streams. */
  readonly dropPending: (streams: readonly string[]) => void
  readonly bases: () => Promise<readonly StoredSnapshot[]>
  /** False after a batch could not be written, until every stream has been restarted. */
  readonly isHealthy: () => boolean
  /** Every stream has been restarted from what its machine is now. */
  readonly recover: () => void
}

/** How far a stream goes: the last event numbered, and the last one on disk. */
interface Head {
  last: number
  written: number
}

const isFence = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "ConstraintError"

class StoredJournal implements Journal {
  readonly #store: EventStore
  readonly #hooks: JournalOptions
  readonly #heads = new Map<string, Head>()
  #queue: Row[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  /** The end of everything asked of the store so far. */
  #tail: Promise<void> = Promise.resolve()
  #fault: unknown = null
  /** True while nothing has been written that may still wait in the system's memory. */
  #isSynced = false

  constructor(store: EventStore, hooks: JournalOptions) {
    this.#store = store
    this.#hooks = hooks
  }

  read(stream: string, useCache: boolean): Promise<StreamContents> {
    return this.#store.read(stream, useCache)
  }

  resume(stream: string, seq: number): void {
    this.#heads.set(stream, { last: seq, written: seq })
  }

  append(stream: string, event: unknown): number | null {
    if (this.#fault !== null) return null
    const head = this.#headOf(stream)
    head.last += 1
    this.#queue.push({ stream, seq: head.last, event: redact(event) })
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

  quarantine(stream: string, why: string): Promise<void> {
    this.#heads.delete(stream)
    return this.#after(() => this.#store.quarantine(stream, why, this.#hooks.now()))
  }

  dropPending(streams: readonly string[]): void {
    this.#queue = this.#queue.filter(({ stream }) => !streams.includes(stream))
  }

  bases(): Promise<readonly StoredSnapshot[]> {
    return this.#store.bases()
  }

  isHealthy(): boolean {
    return this.#fault === null
  }

  recover(): void {
    this.#fault = null
  }

  #headOf(stream: string): Head {
    const head = this.#heads.get(stream) ?? { last: 0, written: 0 }
    this.#heads.set(stream, head)
    return head
  }

  #kept(stream: string, version: number, snapshot: unknown): StoredSnapshot {
    const { last } = this.#headOf(stream)
    return { stream, version, seq: last, atMs: this.#hooks.now(), snapshot: redact(snapshot) }
  }

  /** Puts down what the machine was after an event that is on disk: one that another tab's event has taken the place of leaves nothing behind. */
  #onceWritten(kept: StoredSnapshot, put: (kept: StoredSnapshot) => Promise<void>): void {
    const head = this.#headOf(kept.stream)
    const isTrue = () => this.#heads.get(kept.stream) === head && head.written >= kept.seq
    this.#writeSoon()
    // what cannot be put down is only a slower start
    this.#after(() => (isTrue() ? put(kept) : Promise.resolve())).catch(() => {})
  }

  /** One after another, so that numbers reach the disk in order. */
  #after(work: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(work)
    this.#tail = done.catch(() => {})
    return done
  }

  #write(isStrict: boolean): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
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
      if (!(isFence(cause) && (await this.#fence(rows)))) this.#fault = cause
      throw cause
    }
    for (const { stream, seq } of rows) {
      const head = this.#headOf(stream)
      head.written = Math.max(head.written, seq)
    }
    if (rows.length > 0) this.#hooks.onWritten(rows)
  }

  /** Another tab has written some of these numbers: what belongs to other streams is written by itself. False where that cannot be told apart. */
  async #fence(rows: readonly Row[]): Promise<boolean> {
    const taken = await this.#store.taken(rows).catch((): readonly string[] => [])
    if (taken.length === 0) return false
    this.#queue = [...rows.filter(({ stream }) => !taken.includes(stream)), ...this.#queue]
    this.#hooks.onFenced(taken)
    if (this.#queue.length > 0) this.#writeSoon()
    return true
  }
}

export const createJournal = (store: EventStore, hooks: JournalOptions): Journal =>
  new StoredJournal(store, hooks)
