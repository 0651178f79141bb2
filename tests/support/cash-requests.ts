import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { createDeposit, listDepositNetworks } from "../../server/payments/deposits.ts"
import { listWithdrawalTerms } from "../../server/payments/withdrawals.ts"
import { newUpload } from "./cash.ts"
import { addBankCard, createWithdrawal } from "./confirmed.ts"

/** Adds a bank card of the member. */
export const addCard = (call: Call) =>
  addBankCard({ bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" }, call)

/** The id of the rate on offer for a deposit network; nothing for one without a rate. */
export const heldRate = Effect.fnUntraced(function* (networkId: string) {
  const found = (yield* listDepositNetworks()).find(({ id }) => id === networkId)
  return found?.rate === undefined ? {} : { rateId: found.rate.id }
})

/** The id of the rate on offer for withdrawals over a network; nothing for one without a rate. */
export const heldRateOut = Effect.fnUntraced(function* (network: string) {
  const found = (yield* listWithdrawalTerms()).find((terms) => terms.network === network)
  return found?.rate === undefined ? {} : { rateId: found.rate.id }
})

/** Reports a deposit with a proof of the member. */
export const deposit = Effect.fnUntraced(function* (call: Call, amount: string) {
  const proofImage = yield* newUpload(call)
  const networkId = "usdt-trc20"
  const request = { key: randomUUID(), networkId, amount, proofImage, ...(yield* heldRate(networkId)) }
  return yield* createDeposit(request, call)
})

/** Asks for a withdrawal to a bank card. */
export const withdrawal = (call: Call, amount: string, destinationId: string, key: string = randomUUID()) =>
  createWithdrawal({ key, amount, method: "bank", destinationId }, call)
