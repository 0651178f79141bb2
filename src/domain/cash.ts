/**
 * Schemas for account changes, deposits, withdrawals and destinations. Conventions as in
 * `entities.ts`.
 */
import { Schema } from "effect"
import { Amount, AtMs, Id } from "./entities.ts"

const text = Schema.String
const int = Schema.Int
const nullable = Schema.NullOr

export const ACCOUNT_CHANGE_CODES = [100, 103, 104, 200, 201, 203, 214] as const
export const AccountChangeCode = Schema.Literals(ACCOUNT_CHANGE_CODES)
export const AccountChange = Schema.Struct({
  id: Id,
  at_ms: AtMs,
  code: AccountChangeCode,
  /** Signed change of the available balance. */
  amount: Amount,
  balance_after: Amount,
  remark: text,
  reference: text,
})
export type AccountChange = typeof AccountChange.Type
export const WalletSummary = Schema.Struct({
  available: Amount,
  in_contracts: Amount,
  in_withdrawals: Amount,
  today_dividend: Amount,
  total_dividend: Amount,
})
export type WalletSummary = typeof WalletSummary.Type

/** 0 pending review · 1 successful · 2 rejected. */
export const ReviewStatus = Schema.Literals([0, 1, 2])
export const DepositNetwork = Schema.Struct({
  id: Id,
  network: text,
  address: text,
  minimum: Amount,
  maximum: Amount,
  arrival_minutes: int,
})
export type DepositNetwork = typeof DepositNetwork.Type
export const Deposit = Schema.Struct({
  id: Id,
  at_ms: AtMs,
  network: text,
  address: text,
  currency: text,
  number: Amount,
  proof_image: Id,
  status: ReviewStatus,
  reason: nullable(text),
  reviewed_at_ms: nullable(AtMs),
})
export type Deposit = typeof Deposit.Type
export const WithdrawalMethod = Schema.Literals(["bank", "crypto"])
export const Withdrawal = Schema.Struct({
  id: Id,
  at_ms: AtMs,
  currency: text,
  number: Amount,
  fee: Amount,
  /** The amount received: number − fee. */
  real_number: Amount,
  method: WithdrawalMethod,
  network: nullable(text),
  address: text,
  status: ReviewStatus,
  reason: nullable(text),
  reviewed_at_ms: nullable(AtMs),
})
export type Withdrawal = typeof Withdrawal.Type
export const BankCard = Schema.Struct({
  id: Id,
  bank_name: text,
  /** Masked except for the last four digits. */
  card_number: text,
  username: text,
  added_at_ms: AtMs,
  /** The end of the cooling-off time of a new destination. */
  usable_at_ms: AtMs,
})
export type BankCard = typeof BankCard.Type
export const CryptoAddress = Schema.Struct({
  id: Id,
  network: text,
  address: text,
  added_at_ms: AtMs,
  usable_at_ms: AtMs,
})
export type CryptoAddress = typeof CryptoAddress.Type
/** Bounds, fee and arrival time of a withdrawal, per method. */
export const WithdrawalTerms = Schema.Struct({
  method: WithdrawalMethod,
  network: nullable(text),
  minimum: Amount,
  maximum: Amount,
  fee: Amount,
  arrival_minutes: int,
})
export type WithdrawalTerms = typeof WithdrawalTerms.Type
