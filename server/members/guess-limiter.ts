import { createHash } from "node:crypto"
import { isIPv6 } from "node:net"
import { Context, Effect, Layer } from "effect"
import { type Refusal, refusal } from "../core/refusal.ts"
import { steadyMs } from "../db/outer-clocks.ts"

interface FailureCount {
  readonly failures: number
  readonly lastAtMs: number
}

/** A failure count expires after this time without a further failure. */
const forgetAfterMs = 15 * 60_000
/** Kept in memory. */
export const COUNTS_MAX = 20_000

/**
 * Slows down password guessing without locking anyone out. A network address that keeps failing
 * has to wait longer and longer; each further attempt at one account, from anywhere, is only
 * delayed. Many members share the address of a carrier: one who is familiar there waits for their
 * own failures alone.
 */
export interface GuessLimiter {
  /**
   * Runs `check`, which yields null for a wrong guess, and counts failures. Refuses an address that
   * has to wait (`request.too-many` with the seconds) and delays attempts at an account with many
   * failures. Concurrent attempts that finish after the free ones are used up are refused whatever
   * they found. `isFamiliar` is asked while the address has to wait: if true, a right guess passes;
   * a wrong one is refused as if it had waited, so that it does not tell who is familiar.
   */
  readonly attempt: <A, E, R>(
    address: string,
    account: string,
    check: Effect.Effect<A | null, E, R>,
    isFamiliar?: Effect.Effect<boolean, E, R>,
  ) => Effect.Effect<A | null, E | Refusal, R>
  /** Clears the failures of the account, and those of the account at this address. */
  readonly succeeded: (address: string, account: string) => Effect.Effect<void>
}

const freeTries = { address: 30, site: 120, pair: 5, account: 10 } as const
const waitMaxMs = 60_000
const delayMaxMs = 3_000

/** Starts at 250 ms and doubles with every failure beyond the free ones. */
const backOffMs = (failures: number, free: number, mostMs: number): number =>
  failures < free ? 0 : Math.min(mostMs, 250 * 2 ** Math.min(20, failures - free))

/** Groups of 16 bits: a client controls a /64, a site commonly gets a /48. */
const ipv6Groups = { network: 4, site: 3 } as const

/** The network of an address. One client controls a whole IPv6 /64, so its addresses count as one. */
export const networkOf = (address: string): string => prefixOf(address, ipv6Groups.network)

/** The /48 of an IPv6 address, which one customer of a provider may hold; an IPv4 address itself. */
export const siteOf = (address: string): string => prefixOf(address, ipv6Groups.site)

const prefixOf = (address: string, groupCount: number): string => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [left = [], right = []] = address.split("::").map((part) => (part === "" ? [] : part.split(":")))
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
  const groups = [...left, ...zeros, ...right].slice(0, groupCount)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}

/** Keys of a fixed size for input of any length. */
const keysOf = (address: string, account: string) => {
  const network = networkOf(address)
  return {
    site: digest("site", siteOf(address)),
    address: digest("address", network),
    pair: digest("pair", network, account),
    account: digest("account", account),
  }
}

const digest = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url")

/**
 * Builds a limiter. Counts live in this process's memory; their number is bounded and the oldest
 * are dropped first.
 */
export const makeGuessLimiter = (): GuessLimiter => {
  const counts = new Map<string, FailureCount>()
  const read = (key: string, nowMs: number): FailureCount => {
    const entry = counts.get(key)
    return entry === undefined || nowMs - entry.lastAtMs > forgetAfterMs
      ? { failures: 0, lastAtMs: 0 }
      : entry
  }
  const count = (key: string, nowMs: number) => {
    const { failures } = read(key, nowMs)
    counts.delete(key)
    const oldest = counts.size >= COUNTS_MAX ? counts.keys().next().value : undefined
    if (oldest !== undefined) counts.delete(oldest)
    counts.set(key, { failures: failures + 1, lastAtMs: nowMs })
  }
  const remainingMs = (key: string, free: number, nowMs: number): number => {
    const entry = read(key, nowMs)
    return entry.lastAtMs + backOffMs(entry.failures, free, waitMaxMs) - nowMs
  }
  /**
   * Refuses who has to wait. Null for a free address; for a familiar caller the refusal of the
   * others there.
   */
  const refuseIfWaiting = Effect.fnUntraced(function* <E, R>(
    keys: ReturnType<typeof keysOf>,
    isFamiliar: Effect.Effect<boolean, E, R>,
  ) {
    const nowMs = yield* steadyMs
    const waitMsOf = (kind: "site" | "address" | "pair") => remainingMs(keys[kind], freeTries[kind], nowMs)
    const own = waitMsOf("pair")
    const waitMs = Math.max(waitMsOf("site"), waitMsOf("address"), own)
    if (waitMs <= 0) return null
    const refused = refusal("request.too-many", { params: { seconds: Math.ceil(waitMs / 1000) } })
    return own <= 0 && (yield* isFamiliar) ? refused : yield* refused
  })
  return {
    attempt: Effect.fnUntraced(function* (address, account, check, isFamiliar = Effect.succeed(false)) {
      const keys = keysOf(address, account)
      yield* refuseIfWaiting(keys, isFamiliar)
      const { failures } = read(keys.account, yield* steadyMs)
      const delayMs = backOffMs(failures, freeTries.account, delayMaxMs)
      if (delayMs > 0) yield* Effect.sleep(delayMs)
      const found = yield* check
      const refused = yield* refuseIfWaiting(keys, isFamiliar)
      if (found !== null) return found
      const nowMs = yield* steadyMs
      const counted = refused === null ? Object.values(keys) : [keys.pair, keys.account]
      for (const key of counted) count(key, nowMs)
      return refused === null ? null : yield* refused
    }),
    succeeded: (address, account) =>
      Effect.sync(() => {
        const { pair, account: byAccount } = keysOf(address, account)
        counts.delete(pair)
        counts.delete(byAccount)
      }),
  }
}

export class GuessLimits extends Context.Service<GuessLimits, GuessLimiter>()(
  "financial-links/server/members/GuessLimits",
) {
  static readonly layer = Layer.sync(GuessLimits, () => GuessLimits.of(makeGuessLimiter()))
}
