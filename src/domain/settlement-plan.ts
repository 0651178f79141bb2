/**
 * Decides contracts as a pure function of the tick journal. It reads no clock and no table, and
 * does not depend on the order of contracts: the same journal gives the same settlement today,
 * after a crash, and in a member's own verification.
 */
import type { Order } from "./entities.ts"
import type { Kobo, PriceUnits } from "./money.ts"
import {
  isBeyondTolerance,
  isStoppedOut,
  reachedLevel,
  type Settlement,
  settle,
  stopOutPrice,
  type Terms,
} from "./trade.ts"

/** The part of a tick that settlement uses. */
export interface PricePoint {
  readonly seq: number
  readonly atMs: number
  readonly price: PriceUnits
}

/** From version 2 on, a level that the entry has passed cancels the contract. */
export type RulesVersion = NonNullable<Order["rulesVersion"]>

export interface Levels {
  readonly takeProfit: PriceUnits | null
  readonly stopLoss: PriceUnits | null
}

/** Levels that were changed at `atMs`: in force from the first tick later than that. */
export interface Amendment extends Levels {
  readonly atMs: number
}

/** A contract that has not ended. `opened` is null until its entry is known. */
export interface Contract extends Levels {
  readonly id: string
  readonly symbol: string
  readonly terms: Terms
  readonly periodDays: number
  /** The length of its day. Null: accepted before contracts carried it; the market's holds then. */
  readonly dayMs: number | null
  /** How long it waits for its entry. Null as for `dayMs`. */
  readonly openTimeoutMs: number | null
  /** The rules at its acceptance. Null: the first ones, before contracts carried a version. */
  readonly rulesVersion: RulesVersion | null
  readonly quotedPrice: PriceUnits
  readonly slippageBps: number | null
  readonly acceptedAtMs: number
  /** What replaced the levels of its acceptance, oldest first. */
  readonly amendments: ReadonlyArray<Amendment>
  readonly closeRequestedAtMs: number | null
  readonly opened: Opened | null
}

export interface Opened {
  readonly entry: PricePoint
  readonly expiresAtMs: number
}

/**
 * A contract ends at or below `low` and at or above `high`. Null: no price ends it on that side.
 */
export interface Triggers {
  readonly low: PriceUnits | null
  readonly high: PriceUnits | null
}

export interface Ending {
  readonly state: "settled" | "stopped_out" | "closed_early"
  readonly exit: PricePoint
  readonly atMs: number
  readonly settlement: Settlement
}

export type Decision =
  | { readonly id: string; readonly kind: "opened"; readonly opened: Opened; readonly triggers: Triggers }
  /** `opened` is set when one decision both opens and ends the contract. */
  | { readonly id: string; readonly kind: "ended"; readonly opened: Opened | null; readonly ending: Ending }
  | {
      readonly id: string
      readonly kind: "cancelled"
      readonly reason: NonNullable<Order["cancelReason"]>
      readonly atMs: number
      readonly refund: Kobo
    }

/** The known part of one symbol's journal. */
export interface JournalSlice {
  /**
   * In order and without gaps. For an accepted order everything after its acceptance; for an open
   * contract the last processed tick and everything after it.
   */
  readonly ticks: ReadonlyArray<PricePoint>
  /** No further tick of this time or an earlier one will follow. */
  readonly completeUntilMs: number
}

/** The market's own terms, for contracts that do not carry them. */
export interface SettlementRules {
  readonly dayMs: number
  readonly orderOpenTimeoutMs: number
}

/** Decides contracts. One without a new decision is omitted. */
export const planSettlement = (
  contracts: ReadonlyArray<Contract>,
  journal: (symbol: string) => JournalSlice,
  rules: SettlementRules,
): ReadonlyArray<Decision> =>
  contracts.flatMap((contract) => {
    const part = journal(contract.symbol)
    const decision =
      contract.opened === null
        ? planEntry(contract, part, rules)
        : ended(contract, null, endingOf(contract, contract.opened, part))
    return decision === null ? [] : [decision]
  })

/** The entry is the first tick after acceptance, within timeout and tolerance, and before both levels. */
const planEntry = (contract: Contract, part: JournalSlice, rules: SettlementRules): Decision | null => {
  const entry = part.ticks.find((tick) => tick.atMs > contract.acceptedAtMs)
  const deadlineMs = contract.acceptedAtMs + (contract.openTimeoutMs ?? rules.orderOpenTimeoutMs)
  if (entry === undefined || entry.atMs > deadlineMs)
    return entry !== undefined || part.completeUntilMs >= deadlineMs
      ? cancelled(contract, "no-tick", deadlineMs)
      : null
  if (isBeyondTolerance({ ...contract, direction: contract.terms.direction }, entry.price))
    return cancelled(contract, "slippage", entry.atMs)
  const reached =
    contract.rulesVersion === null ? null : reachedLevel(contract.terms.direction, contract, entry.price)
  if (reached !== null) return cancelled(contract, `${reached}-passed`, entry.atMs)
  const dayMs = contract.dayMs ?? rules.dayMs
  const opened = { entry, expiresAtMs: entry.atMs + contract.periodDays * dayMs }
  return (
    ended(contract, opened, endingOf(contract, opened, part)) ?? {
      id: contract.id,
      kind: "opened",
      opened,
      triggers: triggersOf(contract, entry.price),
    }
  )
}

const cancelled = (
  contract: Contract,
  reason: NonNullable<Order["cancelReason"]>,
  atMs: number,
): Decision => ({
  id: contract.id,
  kind: "cancelled",
  reason,
  atMs,
  refund: contract.terms.stakeKobo,
})

const ended = (contract: Contract, opened: Opened | null, ending: Ending | null): Decision | null =>
  ending === null ? null : { id: contract.id, kind: "ended", opened, ending }

/** What ends an open contract first: a tick, or its expiry at the last tick at or before it. */
const endingOf = (contract: Contract, opened: Opened, part: JournalSlice): Ending | null => {
  const { terms } = contract
  const { entry, expiresAtMs } = opened
  const endsWith = (state: Ending["state"], exit: PricePoint, atMs: number): Ending => ({
    state,
    exit,
    atMs,
    settlement: settle(terms, entry.price, exit.price),
  })
  let last = entry
  for (const tick of part.ticks) {
    if (tick.seq <= entry.seq) continue
    if (tick.atMs > expiresAtMs) return endsWith("settled", last, expiresAtMs)
    if (isStoppedOut(terms, entry.price, tick.price)) return endsWith("stopped_out", tick, tick.atMs)
    if (isClosedBy(contract, tick)) return endsWith("closed_early", tick, tick.atMs)
    last = tick
  }
  return part.completeUntilMs >= expiresAtMs ? endsWith("settled", last, expiresAtMs) : null
}

/** True when the member's own instructions end the contract at this tick. */
const isClosedBy = (contract: Contract, tick: PricePoint): boolean => {
  const { closeRequestedAtMs } = contract
  return (
    reachedLevel(contract.terms.direction, levelsAt(contract, tick.atMs), tick.price) !== null ||
    (closeRequestedAtMs !== null && tick.atMs > closeRequestedAtMs)
  )
}

/** The levels that a tick of this time is judged by. */
export const levelsAt = (contract: Contract, atMs: number): Levels =>
  contract.amendments.findLast((amendment) => amendment.atMs < atMs) ?? contract

/**
 * The exact prices that end an open contract: `planSettlement` ends it at the first tick at or past
 * one of them.
 */
export const triggersOf = (
  { terms, takeProfit, stopLoss }: Pick<Contract, "terms" | "takeProfit" | "stopLoss">,
  entry: PriceUnits,
): Triggers => {
  const stopOut = exactStopOut(terms, entry)
  return terms.direction === "up"
    ? { low: stopLoss !== null && stopLoss > stopOut ? stopLoss : stopOut, high: takeProfit }
    : { low: takeProfit, high: stopLoss !== null && stopLoss < stopOut ? stopLoss : stopOut }
}

/** The price unit nearest to the entry that is at or past P*. P* may be rounded towards the entry. */
const exactStopOut = (terms: Terms, entry: PriceUnits): PriceUnits => {
  const rounded = stopOutPrice(terms, entry)
  if (isStoppedOut(terms, entry, rounded)) return rounded
  return terms.direction === "up" ? rounded - 1n : rounded + 1n
}
