/** The payment ways of the specification (§3) that a provider carries out, and the results. */
import { Schema } from "effect"
import type { PAYMENT_RESULTS, PAYMENT_WAYS } from "./limits.ts"

/** A way that leads through a provider's page. The balance (1) needs none. */
export const PROVIDED_WAYS = [2, 3] as const
export const ProvidedWay = Schema.Literals(PROVIDED_WAYS)
export type ProvidedWay = typeof ProvidedWay.Type

/** A way's provider in configuration, webhook paths and records. */
export const PROVIDERS = { 2: "wechat", 3: "alipay" } as const satisfies Record<ProvidedWay, string>

/** A way that the operator offers, with the bounds of one payment. */
export interface PaymentOffer {
  readonly way: (typeof PAYMENT_WAYS)[number]
  readonly minimum: string
  readonly maximum: string
}
export type ProvidedOffer = PaymentOffer & { readonly way: ProvidedWay }

export const isProvided = (offer: PaymentOffer): offer is ProvidedOffer => offer.way !== 1

type PaymentResult = (typeof PAYMENT_RESULTS)[number]

const resultOfStatus = { 0: "pending", 1: "success", 2: "fail" } as const satisfies Record<
  number,
  PaymentResult
>

/** The result of a payment by the status of its deposit. */
export const paymentResultOf = (status: 0 | 1 | 2): PaymentResult => resultOfStatus[status]
