import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { addBankCard } from "../../server/payments/bank-cards.ts"
import { createDeposit, listDepositNetworks } from "../../server/payments/deposits.ts"
import { createWithdrawal, listWithdrawalTerms } from "../../server/payments/withdrawals.ts"
import { newUpload } from "./cash.ts"

/** Adds a bank card of the member. */
export const addCard = (call: Call) =>
  addBankCard({ bank_name: "Zenith Bank", card_number: "4242424242424242", username: "Ada Obi" }, call)

/** The id of the rate on offer for a deposit network; nothing for one without a rate. */
export const heldRate = Effect.fnUntraced(function* (networkId: string) {
  const found = (yield* listDepositNetworks()).find(({ id }) => id === networkId)
  return found?.rate === undefined ? {} : { rate_id: found.rate.id }
})

/** The id of the rate on offer for withdrawals over a network; nothing for one without a rate. */
export const heldRateOut = Effect.fnUntraced(function* (network: string) {
  const found = (yield* listWithdrawalTerms()).find((terms) => terms.network === network)
  return found?.rate === undefined ? {} : { rate_id: found.rate.id }
})

/** Reports a deposit with a proof of the member. */
export const deposit = Effect.fnUntraced(function* (call: Call, amount: string) {
  const proof_image = yield* newUpload(call)
  const network_id = "usdt-trc20"
  const request = { key: randomUUID(), network_id, amount, proof_image, ...(yield* heldRate(network_id)) }
  return yield* createDeposit(request, call)
})

/** Asks for a withdrawal to a bank card. */
export const withdrawal = (call: Call, amount: string, destination_id: string, key: string = randomUUID()) =>
  createWithdrawal({ key, amount, method: "bank", destination_id }, call)
