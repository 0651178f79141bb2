import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import { refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { sql } from "../db/db.ts"
import { cardPurpose, holderOf, maskedCard, usableAtSql } from "./payment-methods.ts"

/** A withdrawal destination with its terms. */
export interface Destination {
  readonly network: string | null
  /** The destination as records show it, masked for a card. */
  readonly address: string
  /** The tag that the payment must carry to reach the member's account at an exchange. */
  readonly tag: string | null
  /**
   * The full card for the operator who pays, sealed and erased at the decision. Null when `address`
   * is complete.
   */
  readonly sealed: string | null
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
}

/** Vault purpose of a sealed destination. It binds the value to its withdrawal. */
export const destinationPurpose = (withdrawalId: string): string => `withdrawal ${withdrawalId}`

interface Terms {
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
}

interface CardRow extends Terms {
  readonly bank_name: string
  readonly bank_code: string | null
  readonly number_sealed: string
  readonly last_four: string
  readonly username: string
  readonly usable_at_ms: bigint
}

interface CryptoRow extends Terms {
  readonly network: string
  readonly address: string
  readonly tag: string | null
  readonly usable_at_ms: bigint
}

/**
 * The member's destination with its withdrawal terms. Refuses an unknown destination and one still
 * cooling off.
 */
export const findDestination = Effect.fn("findDestination")(function* (
  request: RequestOf<"withdrawalCreate">,
  memberId: string,
  withdrawalId: string,
) {
  return request.method === "bank"
    ? yield* findCard(request.destinationId, memberId, withdrawalId)
    : yield* findCrypto(request.destinationId, memberId)
})

const findCard = Effect.fnUntraced(function* (id: string, memberId: string, withdrawalId: string) {
  const vault = yield* Vault
  const rows = yield* sql<CardRow>(
    `select c.bank_name, c.bank_code, c.number_sealed, c.last_four, c.username,
       ${usableAtSql("c", (yield* Config).coolingOffMs)},
       t.minimum, t.maximum, t.fee
     from bank_cards c join withdrawal_terms t on t.method = 'bank' and t.enabled
     where c.id = $1 and c.member_id = $2`,
    [id, memberId],
  )
  const card = yield* rested(rows[0])
  const number = vault.open(card.number_sealed, cardPurpose(memberId))
  const bank = card.bank_code === null ? card.bank_name : `${card.bank_name} (${card.bank_code})`
  const destination: Destination = {
    network: null,
    address: `${card.bank_name} ${maskedCard(card.last_four)}`,
    tag: null,
    sealed: vault.seal(
      `${bank}, ${number}, ${holderOf(vault, card.username, memberId)}`,
      destinationPurpose(withdrawalId),
    ),
    minimum: card.minimum,
    maximum: card.maximum,
    fee: card.fee,
  }
  return destination
})

const findCrypto = Effect.fnUntraced(function* (id: string, memberId: string) {
  const rows = yield* sql<CryptoRow>(
    `select a.network, a.address, a.tag, ${usableAtSql("a", (yield* Config).coolingOffMs)},
       t.minimum, t.maximum, t.fee
     from crypto_addresses a join withdrawal_terms t on t.method = 'crypto' and t.network = a.network and t.enabled
     where a.id = $1 and a.member_id = $2`,
    [id, memberId],
  )
  const { network, address, tag, minimum, maximum, fee } = yield* rested(rows[0])
  const destination: Destination = { network, address, tag, sealed: null, minimum, maximum, fee }
  return destination
})

/** Refuses a destination whose cooling-off time is not over. */
const rested = Effect.fnUntraced(function* <Row extends { readonly usable_at_ms: bigint }>(
  row: Row | undefined,
) {
  if (row === undefined) return yield* refusal("withdrawal.destination-unknown", { field: "destination_id" })
  const usableAtMs = Number(row.usable_at_ms)
  if (usableAtMs > (yield* Clock.currentTimeMillis)) {
    const params = { until: usableAtMs }
    return yield* refusal("withdrawal.destination-cooling-off", { field: "destination_id", params })
  }
  return row
})
