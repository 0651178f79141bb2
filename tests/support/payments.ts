import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { readSettings } from "../../server/config.ts"
import type { Call } from "../../server/core/handler.ts"
import { createPayment } from "../../server/payments/create-payment.ts"
import type { PaymentEvent } from "../../server/payments/payment-events.ts"
import type { Deposit } from "../../src/domain/cash.ts"

/** The variables of a server with both providers. */
export const paymentEnvironment = {
  PAY_WAYS: "1,2,3",
  PAY_WECHAT_PAGE: "https://wechat.example/start",
  PAY_WECHAT_SECRET: "wechat-secret-for-tests-0123456789abcdef",
  PAY_ALIPAY_PAGE: "https://alipay.example/start",
  PAY_ALIPAY_SECRET: "alipay-secret-for-tests-0123456789abcdef",
} as const

/** The settings of the same, for programs that run without a server. */
export const paymentSettings = () => {
  const { payment, linkHosts } = readSettings(paymentEnvironment)
  return { payment, linkHosts }
}

/** Starts a payment by Alipay under a new key. */
export const pay = Effect.fnUntraced(function* (call: Call, amount: string, way: 2 | 3 = 3) {
  return yield* createPayment({ key: randomUUID(), way, amount }, call)
})

/** A provider's report on this payment. */
export const eventOf = (
  { id, number, currency }: Deposit,
  result: PaymentEvent["result"],
  changes: Partial<PaymentEvent> = {},
): PaymentEvent => ({
  event_id: randomUUID(),
  payment_id: id,
  result,
  amount: number,
  currency,
  ...changes,
})
