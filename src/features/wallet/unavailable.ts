import type { WalletSummary } from "../../domain/cash.ts"
import { amountOf, koboOf } from "../../domain/money.ts"

/** What a member cannot use now: stakes in open contracts and withdrawals under review. */
export const unavailableOf = (wallet: WalletSummary): string =>
  amountOf(koboOf(wallet.in_contracts) + koboOf(wallet.in_withdrawals))
