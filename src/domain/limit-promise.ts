/**
 * A member's own limits as a promise that the market signs. Each change is a promise of its own, chained
 * to the one before by its hash. An order that was accepted past one is evidence against the market: its
 * receipt, the signature that names its member, and the promise.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import { accountDayNumber } from "./account-day.ts"
import { AtMs, type Order } from "./entities.ts"
import { LOOSER_WAIT_HOURS } from "./limits.ts"
import { koboOf } from "./money.ts"
import {
  AMOUNT_LIMITS,
  isAmountLimit,
  LIMIT_DAYS,
  LIMIT_NAMES,
  type LimitName,
  LimitValue,
  limitUnits,
  minutesRange,
} from "./protection.ts"

/** The first line of every promise. */
const PROMISE_ORIGIN = "financial-links/limits"

const Waiting = Schema.Struct({ value: Schema.NullOr(LimitValue), fromMs: AtMs })

/** The limits in force from a time on, in the order of their signed text. */
const LimitPromise = Schema.Struct({
  /** The hash of the member's id. */
  member: Schema.String,
  number: Schema.Int,
  /** The hash of the text before; empty for the first. */
  previous: Schema.String,
  atMs: AtMs,
  limits: Schema.Record(Schema.String, LimitValue),
  /** Looser values, null for none at all, and from when on a second yes puts them in force. */
  waiting: Schema.Record(Schema.String, Waiting),
  pausedUntilMs: Schema.NullOr(AtMs),
  excludedUntilMs: Schema.NullOr(AtMs),
})
export type LimitPromise = typeof LimitPromise.Type

const Json = Schema.fromJsonString(LimitPromise)
const encode = Schema.encodeSync(Json)
const decode = Schema.decodeUnknownSync(Json)

export const promiseText = (promise: LimitPromise): string => `${PROMISE_ORIGIN}\n${encode(promise)}\n`

/** Reads the text of a promise. Null where it is none. */
export const readPromise = (text: string): LimitPromise | null => {
  try {
    const promise = decode(text.split("\n")[1] ?? "")
    return promiseText(promise) === text ? promise : null
  } catch {
    return null
  }
}

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
export const promiseHash = (promise: LimitPromise): string => hashOf(promiseText(promise))

/** What stands for a member in promises. */
export const memberHash = (memberId: string): string => hashOf(`financial-links/member\n${memberId}`)

/** The text that the market signs to say whose contract one is. */
export const ownerText = (orderId: string, member: string): string =>
  `financial-links/owner\n${orderId}\n${member}\n`

/** The clocks of processes and of the database differ by less. */
const CLOCKS_MS = 10_000
const HOUR_MS = 3_600_000

/** Whether a limit became looser without having waited, or a pause or an exclusion shorter. */
const isLooserEarly = (before: LimitPromise, after: LimitPromise): boolean => {
  const isEarly = (name: LimitName) => {
    const [was, is] = [before.limits[name], after.limits[name]]
    if (was === undefined) return false
    if (is !== undefined && (limitUnits(name, is) ?? 0n) <= (limitUnits(name, was) ?? 0n)) return false
    const waits = before.waiting[name]
    return waits === undefined || waits.value !== (is ?? null) || waits.fromMs > after.atMs
  }
  const isNewWaitShort = Object.entries(after.waiting).some(
    ([name, { value, fromMs }]) =>
      !(before.waiting[name]?.value === value && before.waiting[name]?.fromMs === fromMs) &&
      // an hour for clocks that were set
      fromMs < after.atMs + (LOOSER_WAIT_HOURS - 1) * HOUR_MS,
  )
  const isShorter = ([was, is]: readonly [number | null, number | null]) => (was ?? 0) > (is ?? 0)
  const stays = [
    [before.pausedUntilMs, after.pausedUntilMs],
    [before.excludedUntilMs, after.excludedUntilMs],
  ] as const
  return LIMIT_NAMES.some(isEarly) || isNewWaitShort || stays.some(isShorter)
}

/**
 * Whether promises are those of one member, each chained to the one before, and none looser too early.
 * Some that were not kept may be missing between them.
 */
const isChain = (promises: readonly LimitPromise[]): boolean =>
  promises.every((promise, index) => {
    const before = promises[index - 1]
    if (before === undefined) return true
    if (promise.member !== before.member || promise.number === before.number) return false
    if (promise.number > before.number + 1) return true
    return promise.previous === promiseHash(before) && !isLooserEarly(before, promise)
  })

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
const isOpenAt = ({ acceptedAtMs, closedAtMs }: Order, atMs: number): boolean =>
  acceptedAtMs <= atMs && (closedAtMs === null || closedAtMs > atMs)

/** Whether an order exceeds a promise together with the contracts that were there when it was accepted. */
const exceeds = (order: Order, others: readonly Order[], promise: LimitPromise): boolean => {
  const { acceptedAtMs: atMs } = order
  const today = accountDayNumber(atMs)
  const stake = koboOf(order.stake)
  const open = others.filter((other) => isOpenAt(other, atMs))
  const used = (name: LimitName): bigint => {
    if (name === "open_contracts") return BigInt(open.length + 1)
    if (!isAmountLimit(name)) return 0n
    const { kind, period } = AMOUNT_LIMITS[name]
    const isWithin = (ms: number) => ms <= atMs && accountDayNumber(ms) > today - LIMIT_DAYS[period]
    if (kind === "stake")
      return sum([
        stake,
        ...others
          .filter(({ acceptedAtMs, state }) => state !== "cancelled" && isWithin(acceptedAtMs))
          .map((other) => koboOf(other.stake)),
      ])
    const lost = others
      .filter(({ closedAtMs, state }) => closedAtMs !== null && state !== "cancelled" && isWithin(closedAtMs))
      .map(({ net }) => -koboOf(net ?? "0.00"))
    return kind === "loss" ? sum([stake, ...lost, ...open.map((other) => koboOf(other.stake))]) : 0n
  }
  const untilMs = Math.max(promise.pausedUntilMs ?? 0, promise.excludedUntilMs ?? 0)
  return (
    untilMs > atMs + CLOCKS_MS ||
    LIMIT_NAMES.some((name) => {
      const value = promise.limits[name]
      return (
        value !== undefined && minutesRange(name) === null && used(name) > (limitUnits(name, value) ?? 0n)
      )
    })
  )
}

/**
 * Whether an order was accepted past what was promised. The promises are all that are known of its
 * member; the others are contracts of the same member, as many as are known. A promise holds for orders
 * after it; one made within the difference of clocks after an order may have been in force already.
 */
export const isPastPromise = (
  order: Order,
  others: readonly Order[],
  known: readonly LimitPromise[],
): boolean => {
  const promises = known.toSorted((a, b) => a.number - b.number)
  if (!isChain(promises)) return true
  const before = promises.filter(({ atMs }) => atMs < order.acceptedAtMs).at(-1)
  if (before === undefined) return false
  const about = promises.filter(
    ({ atMs }) => atMs >= order.acceptedAtMs && atMs <= order.acceptedAtMs + CLOCKS_MS,
  )
  const counted = others.filter(({ id }) => id !== order.id)
  return [before, ...about].every((promise) => exceeds(order, counted, promise))
}
