/** What a notice says in money. */
import type { MemberEvent } from "./member-event.ts"
import { amountOf, koboOf } from "./money.ts"

/** The figure of a notice: a contract's profit or loss, or an amount that moved. */
export interface NoticeFigure {
  readonly value: string
  readonly isResult: boolean
  /** The amount came into the balance, or left it. */
  readonly isChange: boolean
}

/** The profit or loss of a contract that ended with one; else null. */
const resultOf = ({ contract }: MemberEvent): string | null => contract?.net ?? null

/**
 * The figure of a notice; null where no money moved. Of a contract it is the profit or loss, never
 * the gross amount that was credited; of a refund the stake.
 */
export const noticeFigure = (event: MemberEvent): NoticeFigure | null => {
  const result = resultOf(event)
  if (result !== null) return { value: result, isResult: true, isChange: false }
  if (koboOf(event.paid) !== 0n) return { value: event.paid, isResult: false, isChange: false }
  if (koboOf(event.amount) === 0n) return null
  return { value: event.amount, isResult: false, isChange: event.contract === null }
}

/**
 * The profit or loss of contracts together; null if one of the notices is not of a contract that
 * ended with a result.
 */
export const commonResult = (events: readonly MemberEvent[]): string | null => {
  const results = events.map(resultOf)
  if (results.some((result) => result === null)) return null
  return amountOf(results.reduce((sum, result) => sum + koboOf(result ?? "0.00"), 0n))
}

/** The name of what happened, as the last parts of a text's id: "order.take-profit". */
export const noticeName = ({ kind, to, contract }: MemberEvent): string =>
  `${kind}.${kind === "order" ? (contract?.ending ?? to) : to}`
