/** Commands that are confirmed first, as a member confirms them. */
import { Effect } from "effect"
import type { Call } from "../../server/core/handler.ts"
import { execute } from "../../server/db/db.ts"
import { createConfirmation } from "../../server/members/step-up.ts"
import { findDestination } from "../../server/payments/destinations.ts"
import * as methods from "../../server/payments/payment-methods.ts"
import * as withdrawals from "../../server/payments/withdrawals.ts"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Confirmable } from "../../src/domain/confirmation.ts"
import { amountOf } from "../../src/domain/money.ts"

/** A proved challenge, without its proof. */
export const confirmed = Effect.fn("confirmed")(function* (subject: Confirmable, call: Call) {
  const { id } = yield* createConfirmation({ subject }, call)
  yield* execute("update confirmations set proved_at_ms = 0 where id = $1", [id])
  return id
})

export const addBankCard = Effect.fnUntraced(function* (request: RequestOf<"bankCardAdd">, call: Call) {
  const confirmation = yield* confirmed({ purpose: "bank-card", ...request }, call)
  return yield* methods.addBankCard({ ...request, confirmation }, call)
})

export const addCryptoAddress = Effect.fnUntraced(function* (
  request: RequestOf<"cryptoAddressAdd">,
  call: Call,
) {
  const confirmation = yield* confirmed({ purpose: "crypto-address", ...request }, call)
  return yield* methods.addCryptoAddress({ ...request, confirmation }, call)
})

/** The fee is the one in force, where the request names none. */
export const createWithdrawal = Effect.fnUntraced(function* (
  request: RequestOf<"withdrawalCreate">,
  call: Call,
) {
  const fee = yield* findDestination(request, call.memberId, "").pipe(
    Effect.match({ onSuccess: (destination) => amountOf(destination.fee), onFailure: () => "0.00" }),
  )
  const confirmation = yield* confirmed({ purpose: "withdrawal", fee, ...request }, call)
  return yield* withdrawals.createWithdrawal({ ...request, confirmation }, call)
})
