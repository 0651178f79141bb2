import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { addBankCard } from "../../server/payments/bank-cards.ts"
import { createDeposit } from "../../server/payments/deposits.ts"
import { createWithdrawal } from "../../server/payments/withdrawals.ts"
import { newUpload } from "./cash.ts"

/** Adds a bank card of the member. */
export const addCard = (call: Call) =>
  addBankCard({ bank_name: "Zenith Bank", card_number: "4242424242424242", username: "Ada Obi" }, call)

/** Reports a deposit with a proof of the member. */
export const deposit = Effect.fnUntraced(function* (call: Call, amount: string) {
  const proof_image = yield* newUpload(call)
  return yield* createDeposit({ key: randomUUID(), network_id: "usdt-trc20", amount, proof_image }, call)
})

/** Asks for a withdrawal to a bank card. */
export const withdrawal = (call: Call, amount: string, destination_id: string, key: string = randomUUID()) =>
  createWithdrawal({ key, amount, method: "bank", destination_id }, call)
