/**
 * The journal, brought when there is something in it or something worth writing down. A first visit that only looks at the login page needs none: it leaves
 * nothing that a reload would not bring back by itself.
 */
import type { Recorder } from "./actor-handle.ts"
import type { AdoptingStreams, Streams, Tap, Tenant } from "./journaled-actor.ts"

export interface LateParts {
  readonly bring: () => Promise<AdoptingStreams>
  /** True where an earlier document of this tab, or a login on this device, may have left something. */
  readonly hasPast: () => boolean
}

/** What happens by itself when a page is opened. */
const byItself = new Set([
  "navigation.open",
  "navigation.pageLoaded",
  "navigation.pageMounted",
  "navigation.appHidden",
  "navigation.appShown",
])

class LateStreams implements Streams {
  readonly #parts: LateParts
  readonly #recorders = new Map<Tenant["seat"], Recorder>()
  #early: { readonly tenants: readonly Tenant[]; readonly tap: Tap } | null = null
  #owner = ""
  #journaled: Promise<AdoptingStreams> | null = null
  #promoting: Promise<void> | null = null

  constructor(parts: LateParts) {
    this.#parts = parts
  }

  async fill(owner: string, tenants: readonly Tenant[], tap: Tap): Promise<void> {
    const isJournaled = tenants.some(({ stream }) => stream !== undefined)
    if (isJournaled && (this.#journaled !== null || this.#early !== null || this.#parts.hasPast())) {
      await this.#promote()
      return (await this.#bring()).fill(owner, tenants, tap)
    }
    this.#owner = owner
    if (isJournaled) this.#early = { tenants, tap }
    for (const { seat, stream } of tenants)
      seat.live(null, (event) => {
        const record = this.#recorders.get(seat)
        if (record) return record(event)
        tap(event.type)
        if (stream !== undefined && !byItself.has(event.type)) this.#promote().catch(() => {})
      })
  }

  restart(owner: string, tenants: readonly Tenant[]): void {
    this.#owner = owner
    this.#promote()
      .then(() => this.#bring())
      .then((streams) => streams.restart(owner, tenants))
      .catch(() => {})
  }

  empty(tenants: readonly Tenant[], isLeaving: boolean): void {
    for (const { seat } of tenants) seat.stop()
    this.#journaled?.then((streams) => streams.empty(tenants, isLeaving)).catch(() => {})
  }

  async flush(): Promise<void> {
    if (this.#journaled) return (await this.#journaled).flush()
  }

  #bring(): Promise<AdoptingStreams> {
    this.#journaled ??= this.#parts.bring().catch((cause: unknown) => {
      this.#journaled = null
      throw cause
    })
    return this.#journaled
  }

  /** What was not worth a journal so far gets one. */
  #promote(): Promise<void> {
    this.#promoting ??= this.#adopt().finally(() => {
      this.#promoting = null
    })
    return this.#promoting
  }

  /** The streams begin with what the seats hold. Where the code cannot be had, the next thing worth writing tries again. */
  async #adopt(): Promise<void> {
    const early = this.#early
    if (!early) return
    const streams = await this.#bring()
    const recorders = await streams.adopt(this.#owner, early.tenants, early.tap)
    for (const [index, { seat }] of early.tenants.entries()) {
      const record = recorders[index]
      if (record) this.#recorders.set(seat, record)
    }
    this.#early = null
  }
}

export const lateStreams = (parts: LateParts): Streams => new LateStreams(parts)
