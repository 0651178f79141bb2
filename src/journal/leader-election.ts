/**
 * Leader election among the tabs of a member. The leader holds a Web Lock and writes; followers
 * apply its events. A tab in which the member acts requests leadership: the leader finishes its
 * busy operation, flushes and hands over. A leader that does not answer is frozen by the system:
 * its lock is stolen, and event numbers keep it from writing.
 */
import type { Row } from "./event-store.ts"

/** The used part of `navigator.locks`. */
export type Locks = Pick<LockManager, "request">

/** The used part of a BroadcastChannel. */
export interface Channel {
  postMessage(message: unknown): void
  close(): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

export interface LeaderElectionOptions {
  /** Undefined without Web Locks: every tab leads, and only event numbers prevent conflicts. */
  readonly locks: Locks | undefined
  readonly channel: Channel | undefined
  readonly name: string
  /** Unique to the tab. */
  readonly id: string
  /** This tab leads now. `takeOver` waits for the returned promise. */
  readonly onLeader: () => Promise<void>
  /** Another tab leads. */
  readonly onFollower: () => void
  /** False while an operation must not be interrupted. Read for each request of another tab. */
  readonly isIdle: () => boolean
  /** Pauses receiving; resolves when everything received is written. Never rejects. */
  readonly onHandOver: () => Promise<void>
  /** The leader wrote these rows. */
  readonly onRows: (rows: readonly Row[]) => void
}

export interface LeaderElection {
  /** Resolves with the first role of this tab. */
  readonly role: Promise<"leader" | "follower">
  readonly isLeader: () => boolean
  /** Resolves when this tab leads, or when another tab was faster; the caller may try again. */
  readonly takeOver: () => Promise<void>
  /** Gives up leadership: another tab has written to this leader's streams. */
  readonly resign: () => void
  readonly publish: (rows: readonly Row[]) => void
  readonly close: () => void
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && "stream" in value && "seq" in value && "event" in value

/**
 * Messages between tabs, besides rows: `want` asks the leader, which answers `busy` until it sends
 * `yours`. The format is shared by tabs of different builds.
 */
interface ElectionMessage {
  readonly word: "want" | "busy" | "yours"
  /** The tab that asks, or that is answered. */
  readonly tab: string
}

const isElectionMessage = (value: unknown): value is ElectionMessage =>
  typeof value === "object" && value !== null && "word" in value && "tab" in value

/** From acquiring the lock until it is released or stolen. */
interface LeaderTerm {
  readonly over: Promise<void>
  readonly end: () => void
}

const beginTerm = (): LeaderTerm => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { over: promise, end: resolve }
}

/** The interval of requests for leadership. */
const ASK_EVERY_MS = 50
/** A leader silent for this long is frozen or gone. */
const SILENCE_MS = 600
/** The longest wait for a busy leader. */
const ASK_LIMIT_MS = 8_000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

class TabLeaderElection implements LeaderElection {
  readonly role: Promise<"leader" | "follower">
  readonly #parts: LeaderElectionOptions
  readonly #leaving = new AbortController()
  #term: LeaderTerm | null = null
  #isClosed = false
  #isWaiting = false
  #isHandingOver = false
  #taking: Promise<void> | null = null
  /** Time since the last answer of the leader. */
  #silentMs = 0
  /** Resolves when the leader hands over to this tab. */
  #handed = Promise.withResolvers<"handed">()

  constructor(parts: LeaderElectionOptions) {
    this.#parts = parts
    const { channel } = parts
    if (channel) channel.onmessage = ({ data }) => this.#receive(data)
    this.role = this.#begin()
  }

  isLeader(): boolean {
    return this.#term !== null
  }

  publish(rows: readonly Row[]): void {
    this.#parts.channel?.postMessage(rows)
  }

  takeOver(): Promise<void> {
    const { locks } = this.#parts
    if (this.#taking) return this.#taking
    if (!locks || this.#isClosed || this.#term) return Promise.resolve()
    return this.#take(() => this.#acquire(locks))
  }

  resign(): void {
    const term = this.#term
    if (!this.#parts.locks || !term) return
    this.#lose(term)
    term.end()
  }

  close(): void {
    const { channel } = this.#parts
    this.#isClosed = true
    this.#term?.end()
    this.#term = null
    this.#leaving.abort()
    if (!channel) return
    channel.onmessage = null
    channel.close()
  }

  #receive(data: unknown): void {
    if (Array.isArray(data)) {
      if (!this.#term) this.#parts.onRows(data.filter(isRow))
      return
    }
    if (!isElectionMessage(data)) return
    if (data.word === "want") this.#answer(data.tab)
    else this.#silentMs = 0
    if (data.word === "yours" && data.tab === this.#parts.id) this.#handed.resolve("handed")
  }

  #post(word: ElectionMessage["word"], tab: string): void {
    if (!this.#isClosed) this.#parts.channel?.postMessage({ word, tab } satisfies ElectionMessage)
  }

  /**
   * Operations in progress finish first, so that active tabs do not take leadership from each other
   * forever.
   */
  #answer(tab: string): void {
    const term = this.#term
    if (this.#isHandingOver || (term && (this.#taking || !this.#parts.isIdle()))) this.#post("busy", tab)
    else if (term) void this.#handOver(tab, term)
  }

  async #handOver(tab: string, term: LeaderTerm): Promise<void> {
    const { locks, onHandOver } = this.#parts
    this.#term = null
    this.#isHandingOver = true
    await onHandOver()
    this.#isHandingOver = false
    this.#post("yours", tab)
    if (locks) this.#waitForLock(locks)
    // if the other tab does not take the lock, the next in the queue does
    setTimeout(term.end, SILENCE_MS)
  }

  /** Concurrent `takeOver` calls share one attempt, until the streams have been read. */
  #take(work: () => Promise<void>): Promise<void> {
    const taking = work().finally(() => {
      if (this.#taking === taking) this.#taking = null
    })
    this.#taking = taking
    return taking
  }

  async #begin(): Promise<"leader" | "follower"> {
    const { locks } = this.#parts
    if (!locks) {
      this.#term = beginTerm()
      return "leader"
    }
    const isHad = await this.#request(locks, { ifAvailable: true })
    if (!isHad) this.#waitForLock(locks)
    return isHad ? "leader" : "follower"
  }

  /**
   * Resolves with true once the lock is held, with false if `ifAvailable` and it is not free. Holds
   * the lock until the term ends or it is stolen.
   */
  #request(locks: Locks, options: LockOptions): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const term = beginTerm()
    locks
      .request(this.#parts.name, options, (lock) => {
        if (lock && !this.#isClosed) this.#term = term
        else term.end()
        resolve(lock !== null)
        return term.over
      })
      .catch((cause: unknown) => {
        reject(cause)
        this.#lose(term)
      })
    return promise
  }

  #lose(term: LeaderTerm): void {
    const { locks, onFollower } = this.#parts
    if (this.#isClosed || this.#term !== term) return
    this.#term = null
    onFollower()
    if (locks) this.#waitForLock(locks)
  }

  /** Waits in the lock's queue for the leader's tab to close or crash. */
  #waitForLock(locks: Locks): void {
    if (this.#isWaiting || this.#isClosed) return
    this.#isWaiting = true
    this.#request(locks, { signal: this.#leaving.signal })
      .finally(() => {
        this.#isWaiting = false
      })
      .then(() => {
        if (!this.#isClosed) void this.#take(() => this.#parts.onLeader())
      })
      .catch(() => {})
  }

  async #acquire(locks: Locks): Promise<void> {
    await this.#requestLeadership()
    if (this.#isClosed) return
    if (!this.#term) await this.#request(locks, { steal: true })
    await this.#parts.onLeader()
  }

  /** Requests leadership until the leader hands over or is silent for SILENCE_MS. */
  async #requestLeadership(): Promise<void> {
    const { channel, id } = this.#parts
    if (!channel) return
    const handed = Promise.withResolvers<"handed">()
    this.#handed = handed
    this.#silentMs = 0
    for (let askedMs = 0; askedMs < ASK_LIMIT_MS && this.#silentMs < SILENCE_MS; askedMs += ASK_EVERY_MS) {
      if (this.#isClosed || this.#term) return
      this.#post("want", id)
      if ((await Promise.race([handed.promise, wait(ASK_EVERY_MS)])) === "handed") return
      this.#silentMs += ASK_EVERY_MS
    }
  }
}

export const joinLeaderElection = (parts: LeaderElectionOptions): LeaderElection =>
  new TabLeaderElection(parts)
