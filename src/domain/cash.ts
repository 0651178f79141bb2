/**
 * Schemas for account changes, deposits, withdrawals and destinations. Conventions as in
 * `entities.ts`.
 */
import { Schema } from "effect"
import { AssetRate, Conversion } from "./asset-rate.ts"
import { Complaint } from "./complaint.ts"
import { Amount, AtMs, Id } from "./entities.ts"
import { amountOf, koboOf } from "./money.ts"
import { ProvidedWay } from "./payment.ts"
import { PersonalHere, PersonalText } from "./personal.ts"

const text = Schema.String
const int = Schema.Int
const nullable = Schema.NullOr
const optional = Schema.optionalKey

export const ACCOUNT_CHANGE_CODES = [100, 103, 104, 200, 201, 203, 214] as const
export const AccountChangeCode = Schema.Literals(ACCOUNT_CHANGE_CODES)
/** The contract, deposit or withdrawal that an account change belongs to. */
export const RecordLink = Schema.Struct({
  kind: Schema.Literals(["contract", "deposit", "withdrawal"]),
  id: Id,
})
export type RecordLink = typeof RecordLink.Type
export const AccountChange = Schema.Struct({
  id: Id,
  atMs: AtMs,
  code: AccountChangeCode,
  /** Signed change of the available balance. */
  amount: Amount,
  balanceAfter: Amount,
  /** Signed result of the settled contract: amount − stake. Null for every other change and a refund. */
  profit: nullable(Amount),
  remark: PersonalText,
  reference: text,
  /** Null for a correction, which belongs to no record. */
  record: nullable(RecordLink),
}).pipe(Schema.encodeKeys({ atMs: "at_ms", balanceAfter: "balance_after" }))
export type AccountChange = typeof AccountChange.Type
/** The stake of a settled contract: what was credited without its result. */
export const stakeOf = (credited: string, profit: string): string =>
  amountOf(koboOf(credited) - koboOf(profit))
/** What cancelled withdrawals have returned, of the available balance: it cannot be staked yet. */
export const ReturnedHold = Schema.Struct({ amount: Amount, untilMs: AtMs }).pipe(
  Schema.encodeKeys({ untilMs: "until_ms" }),
)
export type ReturnedHold = typeof ReturnedHold.Type
export const WalletSummary = Schema.Struct({
  available: Amount,
  inContracts: Amount,
  inWithdrawals: Amount,
  todayDividend: Amount,
  totalDividend: Amount,
  returnedHold: optional(ReturnedHold),
  /** The number of the member's last event that these figures include. */
  number: optional(int),
  /** The latest account changes, newest first. Absent in answers of earlier releases. */
  latest: optional(Schema.Array(AccountChange)),
}).pipe(
  Schema.encodeKeys({
    inContracts: "in_contracts",
    inWithdrawals: "in_withdrawals",
    returnedHold: "returned_hold",
    todayDividend: "today_dividend",
    totalDividend: "total_dividend",
  }),
)
export type WalletSummary = typeof WalletSummary.Type
/** The part of the available balance that can be staked. */
export const stakeable = ({ available, returnedHold }: WalletSummary): string =>
  returnedHold === undefined ? available : amountOf(koboOf(available) - koboOf(returnedHold.amount))

/** 0 pending review · 1 successful · 2 rejected. */
export const ReviewStatus = Schema.Literals([0, 1, 2])
export const DepositNetwork = Schema.Struct({
  id: Id,
  network: text,
  address: text,
  minimum: Amount,
  maximum: Amount,
  arrivalMinutes: int,
  /** Absent for a network without an asset. */
  rate: optional(AssetRate),
}).pipe(Schema.encodeKeys({ arrivalMinutes: "arrival_minutes" }))
export type DepositNetwork = typeof DepositNetwork.Type
/** A deposit that a payment provider reports on. */
export const DepositPayment = Schema.Struct({
  way: ProvidedWay,
  /** The provider's page; null once the result is known and after the link has expired. */
  link: nullable(PersonalText),
  expiresAtMs: AtMs,
  /** True while an operator looks at it: the provider's notice could not be used. */
  isLookedAt: optional(Schema.Boolean),
  /** True if the member cancelled it on the provider's page. */
  isCancelled: optional(Schema.Boolean),
}).pipe(
  Schema.encodeKeys({
    expiresAtMs: "expires_at_ms",
    isLookedAt: "is_looked_at",
    isCancelled: "is_cancelled",
  }),
)
export type DepositPayment = typeof DepositPayment.Type
export const Deposit = Schema.Struct({
  id: Id,
  atMs: AtMs,
  network: text,
  address: text,
  currency: text,
  number: Amount,
  /** What was to be sent. Absent in records of releases that had no rates. */
  conversion: optional(Conversion),
  /** Absent for a payment: its proof is the provider's report. */
  proofImage: optional(Id),
  /** Absent where the member reported the deposit with a proof. */
  payment: optional(DepositPayment),
  status: ReviewStatus,
  /** In the words of the operator. */
  reason: nullable(PersonalHere),
  reviewedAtMs: nullable(AtMs),
}).pipe(Schema.encodeKeys({ atMs: "at_ms", proofImage: "proof_image", reviewedAtMs: "reviewed_at_ms" }))
export type Deposit = typeof Deposit.Type
export const WithdrawalMethod = Schema.Literals(["bank", "crypto"])
/** Why a withdrawal is refused. The text `review.withdrawal.CODE` says what its member should do. */
export const WITHDRAWAL_REFUSALS = ["destination", "name", "identity", "payment", "other"] as const
export type WithdrawalRefusal = (typeof WITHDRAWAL_REFUSALS)[number]
export const Withdrawal = Schema.Struct({
  id: Id,
  atMs: AtMs,
  currency: text,
  number: Amount,
  fee: Amount,
  /** The amount received: number − fee. */
  realNumber: Amount,
  /** The received amount in the asset of the network. Absent for a bank and without a rate. */
  conversion: optional(Conversion),
  method: WithdrawalMethod,
  network: nullable(text),
  address: PersonalText,
  /** The tag of an exchange's address. */
  tag: Schema.optionalKey(PersonalText),
  status: ReviewStatus,
  /** When a person took it for review: until then it can be cancelled. */
  takenAtMs: optional(AtMs),
  /** Within how long half of the last ones were decided, and nine of ten. Absent where too few were. */
  decidedIn: optional(
    Schema.Struct({ halfMinutes: int, mostMinutes: int }).pipe(
      Schema.encodeKeys({ halfMinutes: "half_minutes", mostMinutes: "most_minutes" }),
    ),
  ),
  /** What the bank or the network calls the payment. */
  paymentReference: optional(PersonalText),
  /** True if the member cancelled it; its status is then 2. */
  isCancelled: optional(Schema.Boolean),
  complaint: optional(Complaint),
  /** A code of `WITHDRAWAL_REFUSALS`, or of a newer release. Absent where an earlier one refused it. */
  refusalCode: optional(text),
  /** The text of the code; of an earlier release in the words of the operator. */
  reason: nullable(PersonalHere),
  reviewedAtMs: nullable(AtMs),
}).pipe(
  Schema.encodeKeys({
    atMs: "at_ms",
    realNumber: "real_number",
    takenAtMs: "taken_at_ms",
    decidedIn: "decided_in",
    paymentReference: "payment_reference",
    isCancelled: "is_cancelled",
    refusalCode: "refusal_code",
    reviewedAtMs: "reviewed_at_ms",
  }),
)
export type Withdrawal = typeof Withdrawal.Type
/** A bank card, or with a `bankCode` a bank account. */
export const BankCard = Schema.Struct({
  id: Id,
  bankName: text,
  /** The code of the account's bank in `nigerian-banks.ts`. */
  bankCode: Schema.optionalKey(text),
  /** Masked except for the last four digits. */
  cardNumber: PersonalText,
  username: PersonalText,
  addedAtMs: AtMs,
  /** The end of the cooling-off time of a new destination. */
  usableAtMs: AtMs,
}).pipe(
  Schema.encodeKeys({
    bankName: "bank_name",
    bankCode: "bank_code",
    cardNumber: "card_number",
    addedAtMs: "added_at_ms",
    usableAtMs: "usable_at_ms",
  }),
)
export type BankCard = typeof BankCard.Type
/** How a network writes addresses; `crypto-address.ts` checks them. */
export const ADDRESS_FORMATS = ["tron", "ethereum", "bitcoin", "ripple"] as const
export const AddressFormat = Schema.Literals(ADDRESS_FORMATS)
export type AddressFormat = typeof AddressFormat.Type
export const CryptoAddress = Schema.Struct({
  id: Id,
  network: text,
  address: PersonalText,
  /** True for an address at an exchange. Answers of earlier releases have none. */
  exchange: Schema.optionalKey(Schema.Boolean),
  tag: Schema.optionalKey(PersonalText),
  addedAtMs: AtMs,
  usableAtMs: AtMs,
}).pipe(Schema.encodeKeys({ addedAtMs: "added_at_ms", usableAtMs: "usable_at_ms" }))
export type CryptoAddress = typeof CryptoAddress.Type
/** Bounds, fee and arrival time of a withdrawal, per method. */
export const WithdrawalTerms = Schema.Struct({
  method: WithdrawalMethod,
  network: nullable(text),
  /** Of a crypto network. */
  format: Schema.optionalKey(AddressFormat),
  minimum: Amount,
  maximum: Amount,
  fee: Amount,
  arrivalMinutes: int,
  /** Absent for a bank and for a network without an asset. */
  rate: optional(AssetRate),
}).pipe(Schema.encodeKeys({ arrivalMinutes: "arrival_minutes" }))
export type WithdrawalTerms = typeof WithdrawalTerms.Type
