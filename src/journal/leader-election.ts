/**
 * Who writes a member's streams: one tab at a time, the holder of a lock; the others follow what it has written. A tab in which the member acts asks the writer
 * to hand over: that one finishes what it is sending and writes what it has received first, so nothing is lost. One that gives no sign of life, because the
 * system has frozen it, is not waited for: its lock is taken, and the numbering of events keeps it from writing past its successor.
 */
import type { Row } from "./event-store.ts"

/** As much of `navigator.locks` as is used. */
export type Locks = Pick<LockManager, "request">

/** As much of a BroadcastChannel as is used. */
export interface Channel {
  postMessage(message: unknown): void
  close(): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

export interface LeaderElectionOptions {
  /** Undefined where the browser has none: then every tab writes, and the numbering of events alone keeps them apart. */
  readonly locks: Locks | undefined
  readonly channel: Channel | undefined
  readonly name: string
  /** Unlike that of any other tab. */
  readonly id: string
  /** This tab has become the writer; what waits for that waits for this too. */
  readonly onLeader: () => Promise<void>
  /** Another tab is the writer. */
  readonly onFollower: () => void
  /** True while nothing is under way here that must not be cut off. Asked whenever another tab wants to write. */
  readonly isIdle: () => boolean
  /** Nothing more is received here from now on; resolves when what was received has been written. Never rejects. */
  readonly onHandOver: () => Promise<void>
  /** The writing tab has written these. */
  readonly onRows: (rows: readonly Row[]) => void
}

export interface LeaderElection {
  /** Resolves with the role that this tab begins with. */
  readonly role: Promise<"leader" | "follower">
  readonly isLeader: () => boolean
  /** Resolves when this tab is the writer, whoever was before; or when another was faster, and this tab may ask again. */
  readonly takeOver: () => Promise<void>
  /** Somebody has written where only this tab may: it is the writer no longer, whatever it was told. */
  readonly resign: () => void
  readonly publish: (rows: readonly Row[]) => void
  readonly close: () => void
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && "stream" in value && "seq" in value && "event" in value

/** What tabs say to one another besides the rows that were written: `want`, which the writer answers by `busy` until it says `yours`. */
interface ElectionMessage {
  readonly word: "want" | "busy" | "yours"
  /** Who wants, or who may have it. */
  readonly tab: string
}

const isElectionMessage = (value: unknown): value is ElectionMessage =>
  typeof value === "object" && value !== null && "word" in value && "tab" in value

/** From the moment that the lock is had until it is given back or taken. */
interface LeaderTerm {
  readonly over: Promise<void>
  readonly end: () => void
}

const beginTerm = (): LeaderTerm => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { over: promise, end: resolve }
}

/** How often a tab asks for the writing. */
const ASK_EVERY_MS = 50
/** A writer that has not answered for so long is frozen or gone. */
const SILENCE_MS = 600
/** However busy the writer says it is, it is not waited for any longer. */
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
  /** For how long nothing was heard of the writer that this tab asks. */
  #silentMs = 0
  /** Resolves when the writer hands over to this tab. */
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

  /** What has begun here comes to its end first, so that tabs in which the member acts do not take the writing from one another in a circle. */
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
    // the lock is for the other to take; where it does not come, for whoever waits
    setTimeout(term.end, SILENCE_MS)
  }

  /** From the moment that the lock is had until the past has been read, whoever wants to write waits for the same. */
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

  /** Resolves when the lock is had, or with false when it is not free. Holds it until the term ends or another tab takes it. */
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

  /** Waits for its turn: the writer's tab was closed, or has crashed. */
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

  /** Until the writer hands over, or gives no sign of life. */
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
