import { Clock, Effect } from "effect"
import { UNLOCK_WAIT_HOURS } from "../../src/domain/limits.ts"
import { execute, sql } from "../db/db.ts"
import type { Attribution } from "./decision.ts"
import { ASSET } from "./ledger.ts"
import { eventValues, insertEventSql } from "./member-events.ts"
import { writableSql } from "./read-only.ts"
import { refusal } from "./refusal.ts"

interface Held {
  readonly frozen_at_ms: bigint | null
  readonly locked_at_ms: bigint | null
  readonly unlocks_at_ms: bigint | null
}

const readHeld = Effect.fnUntraced(function* (memberId: string, lock: "" | "for update") {
  const rows = yield* sql<Held>(
    `select frozen_at_ms, locked_at_ms, unlocks_at_ms from balances where member_id = $1 and asset = $2 ${lock}`,
    [memberId, ASSET],
  )
  const { frozen_at_ms = null, locked_at_ms = null, unlocks_at_ms = null } = rows[0] ?? {}
  return { frozen_at_ms, locked_at_ms, unlocks_at_ms }
})

const refuseHeld = ({ frozen_at_ms, locked_at_ms, unlocks_at_ms }: Held) => {
  if (frozen_at_ms !== null) return Effect.fail(refusal("member.frozen"))
  if (unlocks_at_ms !== null)
    return Effect.fail(refusal("member.unlocking", { params: { until: Number(unlocks_at_ms) } }))
  return locked_at_ms === null ? Effect.void : Effect.fail(refusal("member.locked"))
}

/**
 * Refuses what a member may not do whom an operator has frozen, or who has locked the account: log in,
 * buy, deposit, withdraw, change destinations. Settlement, early closes and payments that a provider
 * reports never ask this.
 */
export const requireUnfrozen = Effect.fn("requireUnfrozen")(function* (memberId: string) {
  yield* refuseHeld(yield* readHeld(memberId, ""))
})

/** The same in a transaction that changes something: neither begins before it has ended. */
export const stayUnfrozen = Effect.fn("stayUnfrozen")(function* (memberId: string) {
  yield* refuseHeld(yield* readHeld(memberId, "for update"))
})

interface HoldChange {
  readonly kind: "limit" | "lock"
  readonly from: string
  readonly to: string
  /** The columns of the balance, as SQL. `$9` is the time of the event. */
  readonly assignment: string
  readonly condition: string
}

const CHANGES = {
  frozen: {
    kind: "limit",
    from: "free",
    to: "frozen",
    assignment: "frozen_at_ms = $9::bigint",
    condition: "frozen_at_ms is null",
  },
  free: {
    kind: "limit",
    from: "frozen",
    to: "free",
    assignment: "frozen_at_ms = null",
    condition: "frozen_at_ms is not null",
  },
} as const satisfies Readonly<Record<string, HoldChange>>

/** The changes of a lock, which its member makes. One that is unlocking and is locked again keeps its date. */
const LOCK_CHANGES = {
  lock: {
    kind: "lock",
    from: "open",
    to: "locked",
    assignment: "locked_at_ms = $9::bigint",
    condition: "locked_at_ms is null",
  },
  lockAgain: {
    kind: "lock",
    from: "unlocking",
    to: "locked",
    assignment: "unlocks_at_ms = null",
    condition: "unlocks_at_ms is not null",
  },
  unlock: {
    kind: "lock",
    from: "locked",
    to: "unlocking",
    assignment: `unlocks_at_ms = $9::bigint + ${UNLOCK_WAIT_HOURS * 3_600_000}`,
    condition: "locked_at_ms is not null and unlocks_at_ms is null",
  },
  open: {
    kind: "lock",
    from: "unlocking",
    to: "open",
    assignment: "locked_at_ms = null, unlocks_at_ms = null",
    condition: "unlocks_at_ms <= $9::bigint",
  },
} as const satisfies Readonly<Record<string, HoldChange>>

const NOTHING = { available: "0", contracts: "0", withdrawals: "0" }

const changeHold = Effect.fnUntraced(function* (memberId: string, hold: HoldChange, decision: Attribution) {
  const { kind, from, to, assignment, condition } = hold
  const change = { kind, subject: memberId, from, to, columns: [], ...decision } as const
  const changed = yield* execute(
    `with moved as (
      update balances set ${assignment}, revision = revision + 1 where member_id = $1 and asset = $2 and ${condition}
      returning revision
    ), writable as (${writableSql}
    ) ${insertEventSql(kind, NOTHING)}`,
    eventValues(memberId, change, yield* Clock.currentTimeMillis),
  )
  return changed > 0
})

/**
 * Freezes a member's account or ends that, with its event, in one statement. False where nothing
 * changed: it was so already.
 */
export const setFrozen = (memberId: string, to: keyof typeof CHANGES, decision: Attribution) =>
  changeHold(memberId, CHANGES[to], decision)

/** Changes a lock, with its event, in one statement. False where the lock is in another state. */
export const changeLock = (memberId: string, change: keyof typeof LOCK_CHANGES) =>
  changeHold(memberId, LOCK_CHANGES[change], { who: "member", why: "" })

/** The times of a lock; null for an open account. */
export const readLock = Effect.fn("readLock")(function* (memberId: string) {
  const { locked_at_ms, unlocks_at_ms } = yield* readHeld(memberId, "")
  if (locked_at_ms === null) return null
  return {
    lockedAtMs: Number(locked_at_ms),
    opensAtMs: unlocks_at_ms === null ? null : Number(unlocks_at_ms),
  }
})

/** SQL condition of a row of balances: its member is neither frozen nor locked. */
export const unfrozenSql = (alias: string): string =>
  `${alias}.frozen_at_ms is null and ${alias}.locked_at_ms is null`

/** SQL condition: the member in this column is frozen or has locked the account. */
export const frozenSql = (memberColumn: string): string =>
  `exists (select 1 from balances f where f.member_id = ${memberColumn} and f.asset = '${ASSET}' and not (${unfrozenSql("f")}))`
