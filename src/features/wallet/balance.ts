import type { WalletSummary } from "../../domain/cash.ts"
import { amountOf, koboOf } from "../../domain/money.ts"

/** Events after which a balance shown is no longer the latest. */
export const BALANCE_EVENTS = [
  "order.accepted",
  "order.settled",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const

/** What a member cannot use now: stakes in open contracts and withdrawals under review. */
export const unavailableOf = (wallet: WalletSummary): string =>
  amountOf(koboOf(wallet.in_contracts) + koboOf(wallet.in_withdrawals))
