/**
 * Validates deposit and withdrawal drafts: a draft becomes an intent with every figure fixed, or a
 * list of field problems.
 */

import { type AgreedRate, agreedRate, type Conversion, convert } from "./asset-rate.ts"
import type { DepositNetwork, WithdrawalTerms } from "./cash.ts"
import { amountOf, koboOf, parseAmountInput, type Separators } from "./money.ts"
import { PROVIDERS, type ProvidedOffer, type ProvidedWay } from "./payment.ts"
import type { NamedRefusal, Problem, Problems } from "./problem.ts"

const CHOOSE: Problem = { reason: "field.choose" }

// ── deposits ─────────────────────────────────────────────────────────────────
export const DEPOSIT_FIELDS = ["network", "amount", "proof"] as const
export type DepositField = (typeof DEPOSIT_FIELDS)[number]

/** A conversion as shown to the member, and the rate that the request names. */
export interface IntendedConversion extends Conversion {
  readonly rateId: string
}

const intended = (
  naira: string,
  rate: AgreedRate | undefined,
  rounding: "up" | "down",
): { readonly conversion?: IntendedConversion } =>
  rate === undefined ? {} : { conversion: { ...convert(naira, rate, rounding), rateId: rate.rateId } }

export interface DepositIntent {
  readonly networkId: string
  readonly network: string
  readonly address: string
  readonly amount: string
  /** What is to be sent. Absent without a rate, and in intents of releases that had no rates. */
  readonly conversion?: IntendedConversion
  /** Absent for a payment. */
  readonly proofId?: string
  /** Of a payment, which is sent to the provider's endpoint. */
  readonly way?: ProvidedWay
}

/** What a deposit by a network or a payment provider is checked against, as it was shown. */
export interface DepositTerms {
  readonly networkId: string
  readonly network: string
  /** Empty for a payment. */
  readonly address: string
  readonly minimum: string
  readonly maximum: string
  /** Absent for a network without an asset, and in journals of releases that had no rates. */
  readonly rate?: AgreedRate
  /** Of a payment: a provider takes the place of the network. */
  readonly way?: ProvidedWay
}

export const depositTerms = ({ rate, ...offered }: DepositNetwork): DepositTerms => ({
  networkId: offered.id,
  network: offered.network,
  address: offered.address,
  minimum: offered.minimum,
  maximum: offered.maximum,
  ...(rate !== undefined && { rate: agreedRate(rate) }),
})

/** A way to pay as the terms of a draft. */
export const paymentTerms = ({ way, minimum, maximum }: ProvidedOffer): DepositTerms => ({
  networkId: PROVIDERS[way],
  network: PROVIDERS[way],
  address: "",
  minimum,
  maximum,
  way,
})

export interface DepositDraft {
  readonly terms: DepositTerms | null
  /** As typed. */
  readonly amount: string
  /** Id of the uploaded proof image. */
  readonly proofId: string | null
}

/** Checks a deposit against its network's bounds. Returns every problem at once, or the intent. */
export const checkDeposit = (
  draft: DepositDraft,
  separators: Separators,
): { readonly problems: Problems<DepositField>; readonly intent: DepositIntent | null } => {
  const { terms, proofId } = draft
  const isProofMissing = proofId === null && terms?.way === undefined
  const parsed = parseAmountInput(draft.amount, separators, {
    minimum: terms?.minimum ?? null,
    maximum: terms?.maximum ?? null,
    available: null,
  })
  const problems = {
    ...(terms === null ? { network: CHOOSE } : {}),
    ...(parsed.ok ? {} : { amount: parsed.problem }),
    ...(isProofMissing ? { proof: CHOOSE } : {}),
  }
  if (terms === null || isProofMissing || !parsed.ok) return { problems, intent: null }
  const { networkId, network, address, way } = terms
  const conversion = intended(parsed.value, terms.rate, "up")
  const proof = proofId === null || way !== undefined ? {} : { proofId }
  return {
    problems,
    intent: {
      ...{ networkId, network, address, amount: parsed.value, ...conversion, ...proof },
      ...(way !== undefined && { way }),
    },
  }
}

const DEPOSIT_FIELD_OF: Readonly<Record<string, DepositField>> = {
  network_id: "network",
  way: "network",
  amount: "amount",
  proof_image: "proof",
  "deposit.network-unknown": "network",
  "payment.way-unknown": "network",
  "deposit.below-minimum": "amount",
  "deposit.above-maximum": "amount",
  "deposit.proof-unknown": "proof",
}

/** The deposit field that a refusal concerns; null for a refusal of the whole deposit. */
export const depositFieldOf = (refusal: NamedRefusal): DepositField | null =>
  DEPOSIT_FIELD_OF[refusal.field ?? ""] ?? DEPOSIT_FIELD_OF[refusal.reason] ?? null

// ── withdrawals ──────────────────────────────────────────────────────────────
export const WITHDRAWAL_FIELDS = ["amount", "destination"] as const
export type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number]

/** A withdrawal destination with its terms, as they were shown. The `label` of a card is masked. */
export interface DestinationTerms {
  readonly destinationId: string
  readonly label: string
  readonly method: WithdrawalTerms["method"]
  readonly network: string | null
  readonly minimum: string
  readonly maximum: string
  readonly fee: string
  readonly arrivalMinutes: number
  /** Absent for a bank and for a network without an asset. */
  readonly rate?: AgreedRate
}

export const destinationTerms = (
  { id, label }: { readonly id: string; readonly label: string },
  { rate, ...terms }: WithdrawalTerms,
): DestinationTerms => ({
  destinationId: id,
  label,
  method: terms.method,
  network: terms.network,
  minimum: terms.minimum,
  maximum: terms.maximum,
  fee: terms.fee,
  arrivalMinutes: terms.arrivalMinutes,
  ...(rate !== undefined && { rate: agreedRate(rate) }),
})

export interface WithdrawalIntent {
  readonly destinationId: string
  readonly label: string
  readonly method: WithdrawalTerms["method"]
  readonly network: string | null
  readonly amount: string
  readonly fee: string
  /** The amount received: amount − fee. */
  readonly received: string
  /** The received amount in the asset of the network. Absent without a rate. */
  readonly conversion?: IntendedConversion
  readonly arrivalMinutes: number
  /** The challenge that was proved for it. Absent before, and in intents of earlier releases. */
  readonly confirmation?: string
}

export interface WithdrawalDraft {
  readonly destination: DestinationTerms | null
  /** As typed. */
  readonly amount: string
}

/**
 * Checks a withdrawal against balance and terms. Returns every problem at once, or the intent with
 * fee, received amount and arrival. The cooling-off time is only displayed: the server's clock
 * decides it.
 */
export const checkWithdrawal = (
  draft: WithdrawalDraft,
  available: string,
  separators: Separators,
): { readonly problems: Problems<WithdrawalField>; readonly intent: WithdrawalIntent | null } => {
  const { destination } = draft
  const parsed = parseAmountInput(draft.amount, separators, {
    minimum: destination?.minimum ?? null,
    maximum: destination?.maximum ?? null,
    available,
  })
  const problems = {
    ...(destination === null ? { destination: CHOOSE } : {}),
    ...(parsed.ok ? {} : { amount: parsed.problem }),
  }
  if (destination === null || !parsed.ok) return { problems, intent: null }
  const { destinationId, label, method, network, fee, arrivalMinutes, rate } = destination
  const received = koboOf(parsed.value) - koboOf(fee)
  if (received <= 0n)
    return {
      problems: { amount: { reason: "withdrawal.below-fee", params: { fee } } },
      intent: null,
    }
  return {
    problems,
    intent: {
      ...{ destinationId, label, method, network, amount: parsed.value, fee },
      received: amountOf(received),
      ...intended(amountOf(received), rate, "down"),
      arrivalMinutes,
    },
  }
}

const WITHDRAWAL_FIELD_OF: Readonly<Record<string, WithdrawalField>> = {
  amount: "amount",
  method: "destination",
  destination_id: "destination",
  "withdrawal.insufficient-balance": "amount",
  "withdrawal.below-minimum": "amount",
  "withdrawal.above-maximum": "amount",
  "withdrawal.destination-unknown": "destination",
  "withdrawal.destination-cooling-off": "destination",
}

/** The withdrawal field that a refusal concerns; null for a refusal of the whole withdrawal. */
export const withdrawalFieldOf = (refusal: NamedRefusal): WithdrawalField | null =>
  WITHDRAWAL_FIELD_OF[refusal.field ?? ""] ?? WITHDRAWAL_FIELD_OF[refusal.reason] ?? null
