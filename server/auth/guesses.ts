import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import { refusal } from "../http/refusal.ts"

interface Tally {
  readonly failures: number
  readonly lastAtMs: number
}

/** After so long without a failure a tally starts anew. */
const forgetAfterMs = 15 * 60_000
const talliesMax = 20_000

/**
 * Slows guessing down and locks nobody out: an address that keeps failing must wait longer and longer, while for the account
 * itself, wherever the tries come from, each further one only takes a little longer.
 */
export interface Guesses {
  /** Refuses (`request.too-many`, with the seconds to wait) an address that must wait; delays a much-tried account. */
  readonly admit: (address: string, account: string) => Effect.Effect<void, ReturnType<typeof refusal>>
  readonly failed: (address: string, account: string) => Effect.Effect<void>
  readonly succeeded: (address: string, account: string) => Effect.Effect<void>
}

const freeTries = { address: 30, pair: 5, account: 10 } as const
const waitMaxMs = 60_000
const delayMaxMs = 3_000

/** Doubles from a quarter of a second with every failure beyond the free ones. */
const backOffMs = (failures: number, free: number, mostMs: number): number =>
  failures < free ? 0 : Math.min(mostMs, 250 * 2 ** Math.min(20, failures - free))

/** Keys of a fixed size, whatever was typed as a name. */
const keysOf = (address: string, account: string) =>
  [digest("address", address), digest("pair", address, account), digest("account", account)] as const

const digest = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url")

/** Tallies live in this process's memory and are bounded; the oldest are forgotten first. */
export const makeGuesses = (): Guesses => {
  const tallies = new Map<string, Tally>()
  const read = (key: string, nowMs: number): Tally => {
    const tally = tallies.get(key)
    return tally === undefined || nowMs - tally.lastAtMs > forgetAfterMs
      ? { failures: 0, lastAtMs: 0 }
      : tally
  }
  const count = (key: string, nowMs: number) => {
    const { failures } = read(key, nowMs)
    tallies.delete(key)
    const oldest = tallies.size >= talliesMax ? tallies.keys().next().value : undefined
    if (oldest !== undefined) tallies.delete(oldest)
    tallies.set(key, { failures: failures + 1, lastAtMs: nowMs })
  }
  const remainingMs = (key: string, free: number, nowMs: number): number => {
    const tally = read(key, nowMs)
    return tally.lastAtMs + backOffMs(tally.failures, free, waitMaxMs) - nowMs
  }
  return {
    admit: Effect.fnUntraced(function* (address: string, account: string) {
      const nowMs = yield* Clock.currentTimeMillis
      const [byAddress, byPair, byAccount] = keysOf(address, account)
      const waitMs = Math.max(
        remainingMs(byAddress, freeTries.address, nowMs),
        remainingMs(byPair, freeTries.pair, nowMs),
      )
      if (waitMs > 0)
        return yield* refusal("request.too-many", { params: { seconds: Math.ceil(waitMs / 1000) } })
      const delayMs = backOffMs(read(byAccount, nowMs).failures, freeTries.account, delayMaxMs)
      if (delayMs > 0) yield* Effect.sleep(delayMs)
    }),
    failed: Effect.fnUntraced(function* (address: string, account: string) {
      const nowMs = yield* Clock.currentTimeMillis
      for (const key of keysOf(address, account)) count(key, nowMs)
    }),
    succeeded: (address, account) =>
      Effect.sync(() => {
        for (const key of keysOf(address, account).slice(1)) tallies.delete(key)
      }),
  }
}
