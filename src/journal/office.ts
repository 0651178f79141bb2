/**
 * Who writes a member's streams: one tab at a time, the holder of a lock; the others follow what it has written. A tab in which the member acts takes the lock
 * over first. That is simpler and safer than asking the holder to act for it: a holder may be frozen by the system and never answer, while a tab that takes
 * over has read all that is on disk, and the numbering of events keeps the former holder from writing past it.
 */
import type { Row } from "./store.ts"

/** As much of `navigator.locks` as is used. */
export type Locks = Pick<LockManager, "request">

/** As much of a BroadcastChannel as is used. */
export interface Channel {
  postMessage(message: unknown): void
  close(): void
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

export interface OfficeParts {
  /** Undefined where the browser has none: then every tab writes, and the numbering of events alone keeps them apart. */
  readonly locks: Locks | undefined
  readonly channel: Channel | undefined
  readonly name: string
  /** This tab has become the writer; what waits for that waits for this too. */
  readonly onWriter: () => Promise<void>
  readonly onFollower: () => void
  /** The writing tab has written these. */
  readonly onRows: (rows: readonly Row[]) => void
}

export interface Office {
  /** Resolves with the role that this tab begins with. */
  readonly role: Promise<"writer" | "follower">
  readonly isWriter: () => boolean
  /** Resolves when this tab is the writer, whoever was before. */
  readonly takeOver: () => Promise<void>
  readonly publish: (rows: readonly Row[]) => void
  readonly close: () => void
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && "stream" in value && "seq" in value && "event" in value

class TabOffice implements Office {
  readonly role: Promise<"writer" | "follower">
  readonly #parts: OfficeParts
  readonly #leaving = new AbortController()
  readonly #closed = Promise.withResolvers<void>()
  #isWriting = false
  #isClosed = false
  #isQueued = false
  #taking: Promise<void> | null = null

  constructor(parts: OfficeParts) {
    this.#parts = parts
    const { channel, onRows } = parts
    if (channel)
      channel.onmessage = ({ data }) => {
        if (!this.#isWriting && Array.isArray(data)) onRows(data.filter(isRow))
      }
    this.role = this.#begin()
  }

  isWriter(): boolean {
    return this.#isWriting
  }

  publish(rows: readonly Row[]): void {
    this.#parts.channel?.postMessage(rows)
  }

  takeOver(): Promise<void> {
    const { locks } = this.#parts
    if (this.#taking) return this.#taking
    if (!locks || this.#isClosed || this.#isWriting) return Promise.resolve()
    return this.#take(() => this.#steal(locks))
  }

  close(): void {
    const { channel } = this.#parts
    this.#isClosed = true
    this.#isWriting = false
    this.#leaving.abort()
    this.#closed.resolve()
    if (!channel) return
    channel.onmessage = null
    channel.close()
  }

  /** From the moment that the lock is had until the past has been read, whoever wants to write waits for the same. */
  #take(work: () => Promise<void>): Promise<void> {
    this.#taking = work().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  async #begin(): Promise<"writer" | "follower"> {
    const { locks, name } = this.#parts
    if (!locks) {
      this.#isWriting = true
      return "writer"
    }
    const role = Promise.withResolvers<"writer" | "follower">()
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return role.resolve("follower")
        role.resolve("writer")
        return this.#hold()
      })
      .catch(() => this.#lose())
    const begun = await role.promise
    if (begun === "follower") this.#queue(locks)
    return begun
  }

  /** Holds the lock until the office is closed or another tab takes it. */
  #hold(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#isWriting = true
    return this.#closed.promise
  }

  #lose(): void {
    const { locks, onFollower } = this.#parts
    if (this.#isClosed || !this.#isWriting) return
    this.#isWriting = false
    onFollower()
    if (locks) this.#queue(locks)
  }

  /** Waits for its turn: the writer's tab was closed, or has crashed. */
  #queue(locks: Locks): void {
    if (this.#isQueued || this.#isClosed) return
    this.#isQueued = true
    locks
      .request(this.#parts.name, { signal: this.#leaving.signal }, () => {
        this.#isQueued = false
        const held = this.#hold()
        if (!this.#isClosed) void this.#take(() => this.#parts.onWriter())
        return held
      })
      .catch(() => {
        this.#isQueued = false
        this.#lose()
      })
  }

  async #steal(locks: Locks): Promise<void> {
    const taken = Promise.withResolvers<void>()
    locks
      .request(this.#parts.name, { steal: true }, () => {
        taken.resolve()
        return this.#hold()
      })
      .catch(() => this.#lose())
    await taken.promise
    await this.#parts.onWriter()
  }
}

export const openOffice = (parts: OfficeParts): Office => new TabOffice(parts)
