/**
 * A member's own limits, pause and exclusion. Each change locks the member's balance, so that no order
 * or deposit is decided meanwhile, and appends an event. No operator's command changes any of them.
 */

import { hash } from "node:crypto"
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { accountDayNumber, DAY_MS } from "../../src/domain/account-day.ts"
import { memberHash, promiseText } from "../../src/domain/limit-promise.ts"
import { EXCLUSION_MONTHS, LOOSER_WAIT_HOURS, PAUSE_DAYS } from "../../src/domain/limits.ts"
import { amountOf } from "../../src/domain/money.ts"
import {
  AMOUNT_LIMITS,
  compareLimit,
  exclusionEnd,
  freesAtMs,
  isAmountLimit,
  LIMIT_NAMES,
  type LimitName,
  limitUnits,
  limitValue,
  type MemberLimit,
  minutesRange,
  type Protection,
  pauseEnd,
  sumOfDays,
} from "../../src/domain/protection.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, type MemberChange } from "../core/member-events.ts"
import {
  countOpen,
  forgetRest,
  type KindUse,
  lockBalance,
  longest,
  NO_LIMIT,
  protectionNow,
  readDays,
  readProtection,
  readUse,
  type StoredProtection,
} from "../core/protection.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { requireOwnLogin } from "./demo.ts"

const readSessionStart = Effect.fnUntraced(function* (tokenHash: string, nowMs: number) {
  const rows = yield* sql<{ created_at_ms: bigint }>(
    "select created_at_ms from sessions where token_hash = $1",
    [tokenHash],
  )
  return Number(rows[0]?.created_at_ms ?? nowMs)
})

interface LastPromise {
  readonly body: string
  readonly at_ms: bigint
}

const readLastPromise = (memberId: string) =>
  Effect.map(
    sql<LastPromise>(
      "select body, at_ms from limit_promises where member_id = $1 order by number desc limit 1",
      [memberId],
    ),
    (rows) => rows[0],
  )

/** Days after which a member is asked whether the limits are still right. */
const REVIEW_DAYS = 182

const isOld = (promise: LastPromise | undefined, nowMs: number): boolean =>
  promise !== undefined && Number(promise.at_ms) + REVIEW_DAYS * DAY_MS <= nowMs

interface Used {
  readonly uses: Readonly<Record<"deposit" | "stake" | "loss", KindUse>>
  readonly open: number
  readonly nowMs: number
}

const shownLimit = (name: LimitName, { limits, waiting }: StoredProtection, used: Used): MemberLimit => {
  const units = limits[name]
  const waits = waiting[name]
  const shown = {
    name,
    value: units === undefined ? null : limitValue(name, units),
    ...(waits && {
      waiting: waits.units === null ? null : limitValue(name, waits.units),
      waitsUntilMs: waits.fromMs,
    }),
  }
  if (!isAmountLimit(name)) return { ...shown, used: name === "open_contracts" ? String(used.open) : "0" }
  const { kind, period } = AMOUNT_LIMITS[name]
  const { sums, always } = used.uses[kind]
  const today = accountDayNumber(used.nowMs)
  const spent = sumOfDays(sums, today, period) + always
  const frees =
    units !== undefined && spent >= units
      ? freesAtMs(sums, today, { period, limit: units, wanted: 1n, always })
      : null
  return { ...shown, used: amountOf(spent > 0n ? spent : 0n), ...(frees !== null && { freesAtMs: frees }) }
}

/** What of a member is limited, and how much of it is used. */
export const readOwnProtection = Effect.fn("readOwnProtection")(function* (_request: object, call: Call) {
  const { memberId, tokenHash } = call
  const nowMs = yield* protectionNow
  const stored = yield* readProtection(memberId)
  const { limits } = stored
  const [balance] = yield* sql<{ contracts: bigint }>("select contracts from balances where member_id = $1", [
    memberId,
  ])
  const promise = yield* readLastPromise(memberId)
  const at = { nowMs, contracts: balance?.contracts ?? 0n }
  const uses = {
    // a reality check shows those of the day
    deposit: yield* readUse(memberId, "deposit", { ...at, days: Math.max(1, longest(limits, "deposit")) }),
    stake: yield* readUse(memberId, "stake", { ...at, days: longest(limits, "stake") }),
    loss: yield* readUse(memberId, "loss", { ...at, days: longest(limits, "loss") }),
  }
  const open = limits.open_contracts === undefined ? 0 : yield* countOpen(memberId, limits.open_contracts)
  const sessionSinceMs = yield* readSessionStart(tokenHash, nowMs)
  const lost = yield* readDays(memberId, "loss", sessionSinceMs, nowMs)
  const protection: Protection = {
    revision: stored.revision,
    limits: LIMIT_NAMES.map((name) => shownLimit(name, stored, { uses, open, nowMs })),
    pausedUntilMs: untilLater(stored.pausedUntilMs, nowMs),
    excludedUntilMs: untilLater(stored.excludedUntilMs, nowMs),
    sessionSinceMs,
    sessionResult: amountOf(-[...lost.values()].reduce((sum, amount) => sum + amount, 0n)),
    ...(promise !== undefined && { promise: promise.body }),
    ...(Object.keys(limits).length > 0 && isOld(promise, nowMs) && { reviewDue: true }),
  }
  return protection
})

const untilLater = (untilMs: number | null, nowMs: number) =>
  untilMs !== null && untilMs > nowMs ? untilMs : null

const textOf = (units: bigint | null) => (units === null ? NO_LIMIT : String(units))

const limitsJson = ({ limits }: Pick<StoredProtection, "limits">) =>
  JSON.stringify(Object.fromEntries(Object.entries(limits).map(([name, units]) => [name, textOf(units)])))

const waitingJson = ({ waiting }: Pick<StoredProtection, "waiting">) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(waiting).flatMap(([name, waits]) =>
        waits === undefined ? [] : [[name, { units: textOf(waits.units), fromMs: waits.fromMs }]],
      ),
    ),
  )

/**
 * Stores what the market signs of a change. Its time is not before any order of the member, whose balance
 * is locked, so that no order counts as one after it that was not.
 */
const storePromise = Effect.fnUntraced(function* (
  memberId: string,
  number: number,
  { limits, waiting, pausedUntilMs, excludedUntilMs }: Omit<StoredProtection, "revision">,
) {
  const before = yield* readLastPromise(memberId)
  const [time] = yield* sql<{ at_ms: bigint }>(
    "select greatest($2::bigint, (select max(accepted_at_ms) from orders where member_id = $1)) as at_ms",
    [memberId, yield* protectionNow],
  )
  const atMs = Number(time?.at_ms ?? 0n)
  const text = promiseText({
    ...{ member: memberHash(memberId), number, atMs, pausedUntilMs, excludedUntilMs },
    previous: before === undefined ? "" : hash("sha256", before.body),
    limits: Object.fromEntries(
      LIMIT_NAMES.flatMap((name) => {
        const units = limits[name]
        return units === undefined ? [] : [[name, limitValue(name, units)]]
      }),
    ),
    waiting: Object.fromEntries(
      LIMIT_NAMES.flatMap((name) => {
        const waits = waiting[name]
        if (waits === undefined) return []
        const value = waits.units === null ? null : limitValue(name, waits.units)
        return [[name, { value, fromMs: waits.fromMs }]]
      }),
    ),
  })
  yield* execute("insert into limit_promises (member_id, number, at_ms, body) values ($1, $2, $3, $4)", [
    ...[memberId, number, atMs, text],
  ])
})

/** What an event says of a change. */
type ChangeName = "limited" | "waiting" | "kept" | "loosened" | "paused" | "excluded"

/** Stores a change and its event. The balance is locked. */
const store = Effect.fnUntraced(function* (
  memberId: string,
  before: StoredProtection,
  after: Omit<StoredProtection, "revision">,
  to: ChangeName,
) {
  const values = [limitsJson(after), waitingJson(after), after.pausedUntilMs, after.excludedUntilMs]
  yield* execute(
    `insert into protections (id, member_id, revision, limits, waiting, paused_until_ms, excluded_until_ms)
     values ($1, $1, $2::integer, $3::jsonb, $4::jsonb, $5::bigint, $6::bigint)
     on conflict (id) do update set revision = excluded.revision, limits = excluded.limits,
       waiting = excluded.waiting, paused_until_ms = excluded.paused_until_ms,
       excluded_until_ms = excluded.excluded_until_ms`,
    [memberId, before.revision + 1, ...values],
  )
  const change: MemberChange = {
    ...{ kind: "protection", subject: memberId, from: before.revision === 0 ? null : "set", to },
    columns: before.revision === 0 ? "all" : [...COLUMNS[to]],
    ...{ who: "member", why: "" },
  }
  yield* appendEvent(memberId, change)
  yield* forgetRest(memberId)
  yield* storePromise(memberId, before.revision + 1, after)
})

const LIMIT_COLUMNS = ["revision", "limits", "waiting"] as const
const COLUMNS = {
  limited: LIMIT_COLUMNS,
  waiting: LIMIT_COLUMNS,
  kept: LIMIT_COLUMNS,
  loosened: LIMIT_COLUMNS,
  paused: ["revision", "paused_until_ms"],
  excluded: ["revision", "excluded_until_ms"],
} as const satisfies Readonly<Record<ChangeName, ReadonlyArray<string>>>

/** The stored protection, locked, as the caller knows it. */
const lockKnown = Effect.fnUntraced(function* (memberId: string, revision: number) {
  yield* lockBalance(memberId)
  const stored = yield* readProtection(memberId)
  if (stored.revision !== revision) return yield* refusal("protection.changed")
  return stored
})

const without = <Value>(record: Readonly<Partial<Record<string, Value>>>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name))

const unitsWanted = Effect.fnUntraced(function* ({ name, value }: RequestOf<"limitChange">) {
  if (value === null) return null
  const units = limitUnits(name, value)
  if (units === null) return yield* refusal("field.invalid", { field: "value" })
  const range = minutesRange(name)
  if (range !== null && (units < BigInt(range.min) || units > BigInt(range.max)))
    return yield* refusal("protection.session-range", {
      field: "value",
      params: { min: range.min, max: range.max },
    })
  return units
})

/** Ends sessions that have lasted as long, others earlier. Before the balance is locked. */
const shortenSessions = (memberId: string, minutes: bigint) =>
  execute(
    `update sessions set expires_at_ms = least(expires_at_ms, created_at_ms + $2::bigint * 60000)
     where member_id = $1 and revoked_at_ms is null`,
    [memberId, minutes],
  )

const applyLimit = Effect.fnUntraced(function* (request: RequestOf<"limitChange">, memberId: string) {
  const { name, revision } = request
  const units = yield* unitsWanted(request)
  if (name === "session_minutes" && units !== null) yield* shortenSessions(memberId, units)
  const before = yield* lockKnown(memberId, revision)
  const { limits, waiting } = before
  const change = compareLimit(limits[name], units)
  if (change === "looser") {
    const fromMs = (yield* protectionNow) + LOOSER_WAIT_HOURS * 3_600_000
    const after = { ...before, waiting: { ...waiting, [name]: { units, fromMs } } }
    return yield* store(memberId, before, after, "waiting")
  }
  // the first answer is kept, also that there is to be no limit, and one that the limits are still right
  const isKnown = change === "same" && waiting[name] === undefined && revision > 0
  if (isKnown && !isOld(yield* readLastPromise(memberId), yield* protectionNow)) return
  const kept = { ...before, waiting: without(waiting, name) }
  if (change === "same" || units === null) return yield* store(memberId, before, kept, "kept")
  yield* store(memberId, before, { ...kept, limits: { ...limits, [name]: units } }, "limited")
})

/** A limit becomes tighter at once; a looser one waits, and replaces one that waits. */
export const changeLimit = Effect.fn("changeLimit")(function* (
  request: RequestOf<"limitChange">,
  call: Call,
) {
  yield* requireOwnLogin(call.memberId)
  yield* transaction(applyLimit(request, call.memberId))
  return yield* readOwnProtection({}, call)
})

const loosen = Effect.fnUntraced(function* (request: RequestOf<"limitConfirm">, call: Call) {
  const { name, revision, confirmation } = request
  const { memberId } = call
  const before = yield* lockKnown(memberId, revision)
  const waits = before.waiting[name]
  if (waits === undefined) return yield* refusal("protection.not-waiting")
  if (waits.fromMs > (yield* protectionNow))
    return yield* refusal("protection.waiting", { params: { from: waits.fromMs } })
  const value = waits.units === null ? null : limitValue(name, waits.units)
  yield* requireConfirmation({ purpose: "limit", name, value }, confirmation, call)
  const others = without(before.limits, name)
  const limits = waits.units === null ? others : { ...others, [name]: waits.units }
  yield* store(memberId, before, { ...before, limits, waiting: without(before.waiting, name) }, "loosened")
})

/** The second yes to a looser limit. */
export const confirmLimit = Effect.fn("confirmLimit")(function* (
  request: RequestOf<"limitConfirm">,
  call: Call,
) {
  yield* requireOwnLogin(call.memberId)
  yield* transaction(loosen(request, call))
  return yield* readOwnProtection({}, call)
})

type Away = "pausedUntilMs" | "excludedUntilMs"

/** Stays away until a time. One that is to last longer already stays as it is. */
const stayAway = Effect.fnUntraced(function* (
  call: Call,
  away: Away,
  to: "paused" | "excluded",
  endOf: (nowMs: number) => number,
) {
  const { memberId } = call
  yield* requireOwnLogin(memberId)
  const change = Effect.gen(function* () {
    yield* lockBalance(memberId)
    const before = yield* readProtection(memberId)
    const untilMs = endOf(yield* protectionNow)
    if ((before[away] ?? 0) >= untilMs) return
    yield* store(memberId, before, { ...before, [away]: untilMs }, to)
  })
  yield* transaction(change)
  return yield* readOwnProtection({}, call)
})

export const takePause = Effect.fn("takePause")(function* ({ days }: RequestOf<"pause">, call: Call) {
  const { min, max } = PAUSE_DAYS
  if (days < min || days > max)
    return yield* refusal("protection.pause-range", { field: "days", params: { min, max } })
  return yield* stayAway(call, "pausedUntilMs", "paused", (nowMs) => pauseEnd(nowMs, days))
})

export const excludeOneself = Effect.fn("excludeOneself")(function* (
  { months }: RequestOf<"exclude">,
  call: Call,
) {
  const { min, max } = EXCLUSION_MONTHS
  if (months < min || months > max)
    return yield* refusal("protection.exclusion-range", {
      field: "months",
      params: { min, max, days: PAUSE_DAYS.max },
    })
  return yield* stayAway(call, "excludedUntilMs", "excluded", (nowMs) => exclusionEnd(nowMs, months))
})
