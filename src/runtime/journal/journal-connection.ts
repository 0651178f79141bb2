/**
 * The journal while its database can be used: opened once, recovered after a lost batch or
 * connection, refused by the name of its problem.
 */
import {
  type EventStore,
  type Journal,
  type NamedSnapshot,
  type Row,
  type StorageProblem,
  StorageUnavailable,
  within,
} from "@financial-links/journal"
import { createJournal, deleteExpiredStreams, type RetentionOptions } from "../../journal/journal.ts"

export interface ConnectionOptions extends RetentionOptions {
  /** Rejects if there can be no journal: then everything works except money. Settles within seconds. */
  readonly openEventStore: (onLost: (cause: StorageUnavailable) => void) => Promise<EventStore>
  /** Why money is refused; null once events can be stored again. */
  readonly onProblem?: ((problem: StorageProblem | null) => void) | undefined
}

interface ConnectionHooks {
  readonly onWritten: (rows: readonly Row[]) => void
  readonly onFenced: (streams: readonly string[]) => void
  /** What every stream that this tab writes begins with again. */
  readonly present: () => readonly NamedSnapshot[]
}

/** Late enough not to compete with the first page. */
const RETENTION_DELAY_MS = 10_000
/** The longest wait for a flush, with everything that is queued before it. */
const FLUSH_LIMIT_MS = 10_000

const unavailable = (cause: unknown): StorageUnavailable =>
  cause instanceof StorageUnavailable ? cause : new StorageUnavailable("closed", cause)

export class JournalConnection {
  readonly #options: ConnectionOptions
  readonly #hooks: ConnectionHooks
  #journal: Journal | null = null
  #refusal = new StorageUnavailable("closed")
  #problem: StorageProblem | null = null
  #recovery: Promise<void> | null = null

  constructor(options: ConnectionOptions, hooks: ConnectionHooks) {
    this.#options = options
    this.#hooks = hooks
  }

  /** Never rejects. */
  async open(): Promise<void> {
    const { onWritten, onFenced } = this.#hooks
    const onLost = (cause: StorageUnavailable) => {
      const journal = this.#journal
      journal?.interrupt(cause)
      if (journal) this.#recover(journal).catch(this.#report)
    }
    try {
      const store = await this.#options.openEventStore(onLost)
      const { now } = this.#options
      this.#journal = createJournal(store, { now, onFault: this.#report, onWritten, onFenced })
    } catch (cause) {
      this.refuse(unavailable(cause))
    }
    setTimeout(() => this.#journal && deleteExpiredStreams(this.#journal, this.#options), RETENTION_DELAY_MS)
  }

  /** Null until it is open, and after it was refused. */
  journal(): Journal | null {
    return this.#journal
  }

  /** There is no journal from now on: what is stored is neither read nor changed. */
  refuse(cause: StorageUnavailable): void {
    console.warn(`there is no journal, so money is refused: ${String(cause)}`)
    this.#journal = null
    this.#refusal = cause
    this.#report(cause)
  }

  /** Throws the reason where there is no journal. */
  required(): Journal {
    if (!this.#journal) throw this.#refusal
    return this.#journal
  }

  /** Resolves when all received events are on disk with strict durability. */
  async flush(): Promise<void> {
    await within(this.#flush(this.required()), FLUSH_LIMIT_MS).catch((cause: unknown) => {
      this.#report(cause)
      throw cause
    })
  }

  async #flush(journal: Journal): Promise<void> {
    if (!journal.isHealthy()) await this.#recover(journal)
    try {
      await journal.flush()
    } catch (cause) {
      if (!(cause instanceof StorageUnavailable && cause.problem === "closed")) throw cause
      await this.#recover(journal)
      await journal.flush()
    }
  }

  readonly #report = (cause: unknown): void => {
    if (cause instanceof StorageUnavailable) this.#setProblem(cause.problem)
  }

  #setProblem(problem: StorageProblem | null): void {
    if (problem === this.#problem) return
    this.#problem = problem
    this.#options.onProblem?.(problem)
  }

  /**
   * Streams begin again, because the database may be empty. Rejects if that cannot be written
   * either. Concurrent calls share one recovery.
   */
  #recover(journal: Journal): Promise<void> {
    this.#recovery ??= journal
      .recover(this.#hooks.present)
      .then(() => {
        if (this.#journal === journal) this.#setProblem(null)
      })
      .finally(() => {
        this.#recovery = null
      })
    return this.#recovery
  }
}
