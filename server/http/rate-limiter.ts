import { Clock, Effect } from "effect"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import type { Settings } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { networkOf } from "../members/guess-limiter.ts"

/** A token bucket: `calls` per `perMs`, with a burst of `calls`. Zero calls: unlimited. */
export interface Allowance {
  readonly calls: number
  readonly perMs: number
}

interface Bucket {
  readonly left: number
  readonly atMs: number
}

const bucketsMax = 20_000

/**
 * Token buckets by key, in this process's memory. Their number is bounded; the least recently used
 * one is dropped first.
 */
export const makeTokenBuckets = () => {
  const buckets = new Map<string, Bucket>()
  /**
   * Takes `cost` from the bucket of `key`. Returns 0, or the milliseconds to wait, and then takes
   * nothing.
   */
  return (key: string, { calls, perMs }: Allowance, cost: number, nowMs: number): number => {
    if (calls === 0) return 0
    const known = buckets.get(key) ?? { left: calls, atMs: nowMs }
    const left = Math.min(calls, known.left + (Math.max(0, nowMs - known.atMs) * calls) / perMs)
    // A cost above the bucket's size empties it.
    const price = Math.min(cost, calls)
    const waitMs = left >= price ? 0 : Math.ceil(((price - left) * perMs) / calls)
    buckets.delete(key)
    const oldest = buckets.size >= bucketsMax ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
    buckets.set(key, { left: waitMs === 0 ? left - price : left, atMs: nowMs })
    return waitMs
  }
}

/** Cost of writing calls, in units. Password hashing is the most expensive. */
const costs: Partial<Record<EndpointId, number>> = {
  changePassword: 10,
  wechatLink: 1,
  realNameSubmit: 1,
  orderCreate: 1,
  orderClose: 1,
  depositCreate: 1,
  paymentCreate: 1,
  withdrawalCreate: 1,
  bankCardAdd: 1,
  bankCardRemove: 1,
  cryptoAddressAdd: 1,
  cryptoAddressRemove: 1,
}

/**
 * A local address belongs to the operator or to a proxy in front of all clients, so it identifies
 * no client.
 */
const isThisMachine = (address: string): boolean => address === "::1" || /^(::ffff:)?127\./i.test(address)

type Limits = Pick<Settings, "registrationsPerHour" | "loginsPerMinute" | "writesPerMinute">

/** Limits password hashing per network address and writing calls per member. */
export interface RateLimiter {
  /** Null, or the refusal of an excess call: `request.too-many` with the seconds to wait. */
  readonly excess: (id: EndpointId, call: Call) => Effect.Effect<Refusal | null>
  /**
   * True while refusals of this member may still be stored; bounded by the same allowance as the
   * calls.
   */
  readonly mayStoreRefusal: (call: Call) => Effect.Effect<boolean>
}

const minuteMs = 60_000

export const makeRateLimiter = (limits: Limits): RateLimiter => {
  const take = makeTokenBuckets()
  const registrations = { calls: limits.registrationsPerHour, perMs: 60 * minuteMs }
  const logins = { calls: limits.loginsPerMinute, perMs: minuteMs }
  const writes = { calls: limits.writesPerMinute, perMs: minuteMs }
  const waitMsOf = (id: EndpointId, { address, memberId }: Call, nowMs: number): number => {
    if (id === "register" || id === "login" || id === "oaLogin") {
      const allowance = id === "register" ? registrations : logins
      return isThisMachine(address) ? 0 : take(`${id} ${networkOf(address)}`, allowance, 1, nowMs)
    }
    const cost = costs[id]
    return cost === undefined ? 0 : take(`writes ${memberId}`, writes, cost, nowMs)
  }
  return {
    excess: (id, call) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => {
        const waitMs = waitMsOf(id, call, nowMs)
        return waitMs === 0
          ? null
          : refusal("request.too-many", { params: { seconds: Math.ceil(waitMs / 1_000) } })
      }),
    mayStoreRefusal: ({ memberId }) =>
      Effect.map(Clock.currentTimeMillis, (nowMs) => take(`refusals ${memberId}`, writes, 1, nowMs) === 0),
  }
}
