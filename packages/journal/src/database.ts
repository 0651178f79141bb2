/**
 * A database in IndexedDB of which no wait is without end.
 *
 * 1. An opening or a transaction that does not settle within its limit is refused: `blocked`.
 * 2. A connection that is lost (site data cleared, a deletion or an upgrade in another tab) is opened
 *    again once. `onLost` is called first: the database may be empty now.
 * 3. An opening that settles after its limit is closed, so that it blocks no other tab.
 * 4. After a refused opening every call is refused at once for a while, so that waits do not add up.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb"
import { type StorageProblem, StorageUnavailable, within } from "./storage-problem.ts"

/** The longest wait for an opening, of which there are two. */
export const OPEN_LIMIT_MS = 2_500
/** The longest wait for a transaction. */
export const TRANSACTION_LIMIT_MS = 5_000
/** The time after a refused opening in which none is tried. */
export const REFUSAL_MS = 15_000

const problems: Readonly<Record<string, StorageProblem>> = {
  QuotaExceededError: "full",
  SecurityError: "denied",
  NotAllowedError: "denied",
  InvalidStateError: "closed",
  UnknownError: "closed",
  AbortError: "closed",
  VersionError: "closed",
}

/** A storage error by its cause; any other error as it is. */
const named = (cause: unknown): unknown => {
  const problem = cause instanceof DOMException ? problems[cause.name] : undefined
  return problem ? new StorageUnavailable(problem, cause) : cause
}

export interface DatabaseOptions<Tables extends DBSchema> {
  readonly name: string
  readonly version: number
  /** Creates the tables. */
  readonly upgrade: (fresh: IDBPDatabase<Tables>) => void
  /** The connection was lost; the next call opens another. */
  readonly onLost?: (cause: StorageUnavailable) => void
}

type Work<Tables extends DBSchema, Result> = (db: IDBPDatabase<Tables>) => Promise<Result>

export class LimitedDatabase<Tables extends DBSchema> {
  readonly #options: DatabaseOptions<Tables>
  #connection: Promise<IDBPDatabase<Tables>> | null = null
  #refusal: { readonly cause: unknown; readonly untilMs: number } | null = null

  constructor(options: DatabaseOptions<Tables>) {
    this.#options = options
  }

  /** Rejects with `StorageUnavailable` if the database cannot be opened. */
  async open(): Promise<void> {
    await this.#connected()
  }

  /** Runs a transaction that may be repeated: on another connection if this one is lost. */
  async run<Result>(work: Work<Tables, Result>): Promise<Result> {
    try {
      return await this.runOnce(work)
    } catch (cause) {
      if (cause instanceof StorageUnavailable && cause.problem === "closed" && this.#refusal === null)
        return this.runOnce(work)
      throw cause
    }
  }

  /** Runs a transaction that must not be repeated in a database that may be empty. */
  async runOnce<Result>(work: Work<Tables, Result>): Promise<Result> {
    const connection = this.#connected()
    const db = await connection
    try {
      return await within(work(db), TRANSACTION_LIMIT_MS)
    } catch (cause) {
      const error = named(cause)
      if (error instanceof StorageUnavailable && (error.problem === "closed" || error.problem === "blocked"))
        this.#lose(connection, db, error)
      throw error
    }
  }

  close(): void {
    this.#connection?.then(
      (db) => db.close(),
      () => {},
    )
    this.#connection = null
  }

  #connected(): Promise<IDBPDatabase<Tables>> {
    if (this.#refusal && Date.now() < this.#refusal.untilMs) return Promise.reject(this.#refusal.cause)
    this.#refusal = null
    if (this.#connection) return this.#connection
    const connection: Promise<IDBPDatabase<Tables>> = this.#openOnce(() => connection)
      .catch(() => this.#openOnce(() => connection))
      .catch((cause: unknown) => {
        const error = named(cause)
        if (this.#connection === connection) this.#connection = null
        this.#refusal = { cause: error, untilMs: Date.now() + REFUSAL_MS }
        throw error
      })
    this.#connection = connection
    return connection
  }

  async #openOnce(own: () => Promise<IDBPDatabase<Tables>>): Promise<IDBPDatabase<Tables>> {
    if (typeof indexedDB === "undefined") throw new StorageUnavailable("denied")
    const { name, version, upgrade } = this.#options
    let isLate = false
    const lost = () => void opening.then((db) => this.#lose(own(), db, new StorageUnavailable("closed")))
    const opening = openDB<Tables>(name, version, { upgrade, blocking: lost, terminated: lost })
    const closeLate = (db: IDBPDatabase<Tables>) => {
      if (isLate) db.close()
    }
    opening.then(closeLate, () => {})
    try {
      return await within(opening, OPEN_LIMIT_MS)
    } catch (cause) {
      isLate = true
      throw cause
    }
  }

  #lose(
    connection: Promise<IDBPDatabase<Tables>>,
    db: IDBPDatabase<Tables>,
    cause: StorageUnavailable,
  ): void {
    db.close()
    if (this.#connection !== connection) return
    this.#connection = null
    this.#options.onLost?.(cause)
  }
}
