/**
 * The past of the demo login: twelve short sessions of the market over the last three weeks, and what
 * a member does beside. Everything goes through the product's own commands, in virtual time.
 */
import { Cause, Clock, Effect } from "effect"
import { demoSamples } from "../../src/domain/demo-samples.ts"
import { Config } from "../config.ts"
import { seedSite } from "../content/seed/seed.ts"
import { writeSetting } from "../content/site.ts"
import type { Call } from "../core/handler.ts"
import { storeImage } from "../core/images.ts"
import { vaultLayer } from "../core/vault.ts"
import { sql } from "../db/db.ts"
import { MarketConfig } from "../market/config.ts"
import { continueReplay } from "../market/market.ts"
import { DEMO_PAST } from "../market/statistics.ts"
import { findDemo, prepareDemo } from "../members/demo.ts"
import { createMember } from "../members/members.ts"
import { listNotices, markNoticesRead } from "../members/notices.ts"
import { submitRealName } from "../members/real-name.ts"
import { reviewOnce } from "../operator/automatic-reviewer.ts"
import { createDeposit, listDepositNetworks } from "../payments/deposits.ts"
import { addBankCard, addCryptoAddress } from "../payments/payment-methods.ts"
import { createWithdrawal } from "../payments/withdrawals.ts"
import { keyAt, runSession, STEPS_A_DAY, type Wish } from "./market-session.ts"
import { samplePicture } from "./picture.ts"
import { makeVirtualTime, type VirtualTime } from "./virtual-time.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PAST_DAYS = 21
/** Contracts of each session, and how many market days it has. */
const sessions: ReadonlyArray<{ readonly days: number; readonly wishes: ReadonlyArray<Wish> }> = [
  { days: 2, wishes: ["gain", "loss", "gain"] },
  { days: 2, wishes: ["loss", "gain", "take-profit"] },
  { days: 2, wishes: ["loss", "loss", "gain"] },
  { days: 2, wishes: ["stop-loss", "gain", "loss"] },
  { days: 3, wishes: ["gain", "early-close", "loss"] },
  { days: 2, wishes: ["stop-out", "gain", "gain"] },
  { days: 2, wishes: ["loss", "slippage", "gain"] },
  { days: 2, wishes: ["gain", "loss", "loss"] },
  { days: 3, wishes: ["loss", "early-close", "gain"] },
  { days: 2, wishes: ["gain", "loss", "gain"] },
  { days: 2, wishes: ["loss", "gain", "loss"] },
  { days: 3, wishes: ["gain", "loss", "open", "open", "open"] },
]
const UNREAD = 3
const NETWORK = "usdt-trc20"

/** When a session begins: the last one ends now. */
const startOf = (index: number, nowMs: number, dayMs: number): number => {
  const last = sessions.length - 1
  const days = sessions[index]?.days ?? 0
  if (index === last) return nowMs - days * dayMs
  // at different hours, as a member looks in now and then
  const hoursLater = (index * 7) % 11
  const sinceFirstMs = Math.round((index / last) * (PAST_DAYS - 1) * DAY_MS) + hoursLater * HOUR_MS
  return nowMs - PAST_DAYS * DAY_MS + sinceFirstMs
}

const sendPicture = (call: Call) => storeImage(call.memberId, samplePicture(), Effect.void)

/** The rate that the member is offered at this moment. */
const rateNow = Effect.map(listDepositNetworks(), (networks) => {
  const rate = networks.find(({ id }) => id === NETWORK)?.rate
  return rate === undefined ? {} : { rateId: rate.id }
})

const deposit = Effect.fnUntraced(function* (call: Call, amount: string) {
  const proofImage = yield* sendPicture(call)
  const key = yield* keyAt(yield* Clock.currentTimeMillis)
  yield* createDeposit({ key, networkId: NETWORK, amount, proofImage, ...(yield* rateNow) }, call)
})

const verify = Effect.fnUntraced(function* (call: Call) {
  const [frontImage, backImage] = [yield* sendPicture(call), yield* sendPicture(call)]
  const { holder, idNumber } = demoSamples
  yield* submitRealName({ realName: holder, idNumber, frontImage, backImage }, call)
})

const withdraw = Effect.fnUntraced(function* (
  call: Call,
  amount: string,
  method: "bank" | "crypto",
  destinationId: string,
) {
  const key = yield* keyAt(yield* Clock.currentTimeMillis)
  const rate = method === "crypto" ? yield* rateNow : {}
  yield* createWithdrawal({ key, amount, method, destinationId, ...rate }, call)
})

/** A friend of the demo login: a member without a password, who cannot log in. */
const inviteFriend = Effect.fnUntraced(function* (call: Call, username: string) {
  const { registrationBonus } = yield* Config
  const credit = { amount: registrationBonus, reason: "registration-bonus" }
  const friend = yield* createMember({
    ...{ username, passwordHash: "-", invitedBy: call.memberId, termsAtMs: null, credit },
  })
  yield* deposit({ ...call, memberId: friend.id }, "50000.00")
})

/** What happens after each session. The reviewer decides it; the amounts follow its rules. */
const makeErrands = (call: Call) => {
  const { holder, card, account, addresses } = demoSamples
  let [accountId, addressId] = ["", ""]
  const addDestinations = Effect.gen(function* () {
    yield* addBankCard({ ...card, username: holder }, call)
    const { accountNumber, bankCode } = account
    const added = yield* addBankCard({ bankCode, cardNumber: accountNumber, username: holder }, call)
    accountId = added.id
    addressId = (yield* addCryptoAddress({ network: "USDT-TRC20", address: addresses.tron }, call)).id
  })
  const afterSessions = [
    deposit(call, "250000.00"),
    Effect.andThen(verify(call), addDestinations),
    Effect.suspend(() => withdraw(call, "40000.00", "bank", accountId)),
    deposit(call, "60000.13"),
    inviteFriend(call, "chidi.demo"),
    Effect.suspend(() => withdraw(call, "25000.00", "crypto", addressId)),
    deposit(call, "100000.00"),
    Effect.suspend(() => withdraw(call, "30000.13", "bank", accountId)),
    inviteFriend(call, "ngozi.demo"),
    inviteFriend(call, "tunde.demo"),
  ]
  // the reviewer leaves it to an operator; within the promised time for a day
  const beforeLast = Effect.suspend(() => withdraw(call, "75000.07", "bank", accountId))
  return { afterSessions, beforeLast }
}

/** Marks all notices as read but the newest ones. */
const readNotices = Effect.fnUntraced(function* (call: Call) {
  const { items } = yield* listNotices({ limit: String(UNREAD + 1) }, call)
  const number = items.at(UNREAD)?.number
  if (number !== undefined) yield* markNoticesRead({ number }, call)
})

/** Runs the sessions, each with what happens after it. */
const live = Effect.fnUntraced(function* (time: VirtualTime, nowMs: number) {
  const { dayMs, reviewDelayMs } = yield* Config
  yield* seedSite()
  yield* prepareDemo()
  const member = yield* findDemo()
  if (member === null) return
  const call: Call = { memberId: member.id, tokenHash: "", address: "127.0.0.1", locale: "en" }
  const { afterSessions, beforeLast } = makeErrands(call)
  let bought = 0
  for (const [index, { days, wishes }] of sessions.entries()) {
    const startMs = startOf(index, nowMs, dayMs)
    if (index === sessions.length - 1) {
      time.passTo(startMs - HOUR_MS)
      yield* beforeLast
    }
    yield* runSession({ startMs, days, wishes, bought }, call, time)
    bought += wishes.length
    const errand = afterSessions[index]
    if (errand === undefined) continue
    time.passTo(time.nowMs() + 60_000)
    yield* errand
    time.passTo(time.nowMs() + reviewDelayMs)
    yield* reviewOnce()
  }
  yield* readNotices(call)
})

const isUsed = Effect.gen(function* () {
  return (yield* sql("select 1 from members limit 1")).length > 0
})

/**
 * Gives the demo login of a new database its past. A database that has members is left as it is, and
 * so is a market of days so long that an order would wait in vain for its entry. A past that fails is
 * logged: the site starts without the rest of it.
 */
export const makePast = Effect.fn("makePast")(function* () {
  const { dayMs, orderOpenTimeoutMs } = yield* MarketConfig
  if (dayMs / STEPS_A_DAY > orderOpenTimeoutMs || (yield* isUsed)) return
  const nowMs = yield* Clock.currentTimeMillis
  const time = makeVirtualTime(nowMs - (PAST_DAYS + 2) * DAY_MS)
  yield* live(time, nowMs).pipe(
    Effect.provide(vaultLayer),
    Effect.provide(time.layer),
    Effect.catchCause((cause) => Effect.logError("The demo's past is incomplete.", Cause.squash(cause))),
  )
  yield* writeSetting(DEMO_PAST, { until_ms: nowMs })
  yield* continueReplay(nowMs)
})
