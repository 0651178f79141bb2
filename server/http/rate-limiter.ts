import { Effect } from "effect"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import type { Settings } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import type { LaneOfCall } from "../db/lanes.ts"
import { steadyMs } from "../db/outer-clocks.ts"
import { networkOf, siteOf } from "../members/guess-limiter.ts"
import { nameKey } from "../members/names.ts"

/** A token bucket: `calls` per `perMs`, with a burst of `calls`. Zero calls: unlimited. */
export interface Allowance {
  readonly calls: number
  readonly perMs: number
}

interface Bucket {
  readonly left: number
  readonly atMs: number
}

/** Kept in memory. */
export const BUCKETS_MAX = 20_000

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
    const oldest = buckets.size >= BUCKETS_MAX ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
    buckets.set(key, { left: waitMs === 0 ? left - price : left, atMs: nowMs })
    return waitMs
  }
}

/** Allowances of a network address, and of a member. */
type NetworkAllowance = "registrations" | "logins"
type MemberAllowance = "writes" | "questions" | "passes"

/** What a call takes, in units, from which allowance. */
interface Charge {
  readonly from: NetworkAllowance | MemberAllowance
  readonly units: number
}

const write: Charge = { from: "writes", units: 1 }
const login: Charge = { from: "logins", units: 1 }
const question: Charge = { from: "questions", units: 1 }
/** A read. Its statements take turns. */
const free = null

/**
 * What each call costs. A new endpoint does not compile before it is here. Password hashing is the
 * most expensive. Giving up an unseen key stores a row; questions about keys have an allowance of
 * their own, so that a member whose writes are used up still learns the outcome of one.
 */
export const charges: Readonly<Record<EndpointId, Charge | null>> = {
  register: { from: "registrations", units: 1 },
  login,
  oaLogin: login,
  passkeyChallenge: login,
  passkeyLogin: login,
  lockByPassword: login,
  unlockByPassword: login,
  passwordForgotten: login,
  passwordReset: login,
  codeUrl: login,
  jsConfig: login,
  changePassword: { from: "writes", units: 10 },
  factorAdd: write,
  factorRemove: write,
  codesReplace: write,
  confirmationCreate: write,
  confirmationProve: { from: "writes", units: 10 },
  passkeyBegin: write,
  passkeyAdd: write,
  passkeyRemove: write,
  logout: write,
  loginsEnd: write,
  sessionEnd: write,
  lock: write,
  limitChange: write,
  limitConfirm: write,
  pause: write,
  exclude: write,
  wechatLink: write,
  noticesRead: write,
  pushSubscribe: write,
  pushUnsubscribe: write,
  realNameSubmit: write,
  knowledgeAnswer: write,
  orderCreate: write,
  orderClose: write,
  orderAmend: write,
  orderComplain: write,
  depositCreate: write,
  paymentCreate: write,
  withdrawalCreate: write,
  withdrawalCancel: write,
  withdrawalComplain: write,
  bankCardAdd: write,
  bankCardRemove: write,
  cryptoAddressAdd: write,
  cryptoAddressRemove: write,
  alertAdd: write,
  alertRemove: write,
  operationVoid: question,
  operationResult: question,
  streamTicket: { from: "passes", units: 1 },
  protection: free,
  systemConfig: free,
  systemAppUrl: free,
  operatorPowers: free,
  execution: free,
  executionPlaces: free,
  customerService: free,
  placards: free,
  banners: free,
  articles: free,
  article: free,
  userInfo: free,
  creditDetail: free,
  memberEvents: free,
  statement: free,
  operatorActs: free,
  logins: free,
  sessions: free,
  factor: free,
  passkeys: free,
  notices: free,
  noticeSummary: free,
  pushKey: free,
  realNameDetail: free,
  knowledge: free,
  promoteSummary: free,
  promoteLists: free,
  products: free,
  product: free,
  quotes: free,
  candles: free,
  closes: free,
  orderChart: free,
  ticks: free,
  orders: free,
  orderResults: free,
  recordSum: free,
  liability: free,
  order: free,
  walletSummary: free,
  income: free,
  depositNetworks: free,
  deposits: free,
  deposit: free,
  withdrawalTerms: free,
  withdrawals: free,
  withdrawal: free,
  bankCards: free,
  cryptoAddresses: free,
  alerts: free,
}

/** Reads of the market, which do not wait for members' lists. */
const marketReads: ReadonlySet<EndpointId> = new Set(["products", "product", "quotes", "candles", "ticks"])

/** The lane of an endpoint's statements. Null: log-ins, registrations and passes take no turns. */
export const laneOf = (id: EndpointId): LaneOfCall["lane"] | null => {
  const charge = charges[id]
  if (charge === null) return marketReads.has(id) ? "market" : "reads"
  return charge.from === "writes" || charge.from === "questions" ? "writes" : null
}

/**
 * A local address belongs to the operator or to a proxy in front of all clients, so it identifies
 * no client.
 */
const isThisMachine = (address: string): boolean => address === "::1" || /^(::ffff:)?127\./i.test(address)

/** The remote host of an address, for shares of a pool. Empty where the address identifies no client. */
export const hostOf = (address: string): string => (isThisMachine(address) ? "" : networkOf(address))

type Limits = Pick<Settings, "registrationsPerHour" | "loginsPerMinute" | "writesPerMinute">

/** Limits calls that cost before a session per network, and calls that write or cost per member. */
export interface RateLimiter {
  /** Null, or the refusal of an excess call: `request.too-many` with the seconds to wait. */
  readonly excess: (id: EndpointId, call: Call) => Effect.Effect<Refusal | null>
  /** The same by a count of one name's own in its network, which is as large as the network's. */
  readonly ownExcess: (id: EndpointId, call: Call, name: string) => Effect.Effect<Refusal | null>
  /**
   * True while refusals of this member may still be stored; bounded by the same allowance as the
   * calls.
   */
  readonly mayStoreRefusal: (call: Call) => Effect.Effect<boolean>
}

const minuteMs = 60_000
/** Allowance of an IPv6 /48, in allowances of one of its networks. */
const siteFactor = 8

export const makeRateLimiter = (limits: Limits): RateLimiter => {
  const take = makeTokenBuckets()
  const writes = { calls: limits.writesPerMinute, perMs: minuteMs }
  const allowances = {
    registrations: { calls: limits.registrationsPerHour, perMs: 60 * minuteMs },
    logins: { calls: limits.loginsPerMinute, perMs: minuteMs },
    writes,
    questions: writes,
    passes: writes,
  }
  const waitMsOfNetwork = (id: EndpointId, address: string, allowance: Allowance, nowMs: number): number => {
    if (isThisMachine(address)) return 0
    const waitMs = take(`${id} ${networkOf(address)}`, allowance, 1, nowMs)
    const ofSite = { ...allowance, calls: siteFactor * allowance.calls }
    return waitMs === 0 ? take(`${id} of site ${siteOf(address)}`, ofSite, 1, nowMs) : waitMs
  }
  const waitMsOf = (id: EndpointId, { address, memberId }: Call, nowMs: number): number => {
    const charge = charges[id]
    if (charge === null) return 0
    const { from, units } = charge
    const allowance = allowances[from]
    return from === "registrations" || from === "logins"
      ? waitMsOfNetwork(id, address, allowance, nowMs)
      : take(`${from} ${memberId}`, allowance, units, nowMs)
  }
  const refusalOf = (waitMs: number): Refusal | null =>
    waitMs === 0 ? null : refusal("request.too-many", { params: { seconds: Math.ceil(waitMs / 1_000) } })
  return {
    excess: (id, call) => Effect.map(steadyMs, (nowMs) => refusalOf(waitMsOf(id, call, nowMs))),
    ownExcess: (id, { address }, name) =>
      Effect.map(steadyMs, (nowMs) =>
        refusalOf(take(`${id} ${networkOf(address)} of ${nameKey(name)}`, allowances.logins, 1, nowMs)),
      ),
    mayStoreRefusal: ({ memberId }) =>
      Effect.map(steadyMs, (nowMs) => take(`refusals ${memberId}`, writes, 1, nowMs) === 0),
  }
}
