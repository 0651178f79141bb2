import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { Db } from "../db/db.ts"
import { cardPurpose, maskedCard } from "./bank-cards.ts"

/** Where a withdrawal goes and what it takes to go there. */
export interface Destination {
  readonly network: string | null
  /** What a record shows: masked where it is a card. */
  readonly address: string
  /** The whole card for the operator who pays, readable with the vault only and only until the decision; null where `address` says all. */
  readonly sealed: string | null
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
}

/** Binds a sealed destination to its withdrawal. */
export const destinationPurpose = (withdrawalId: string): string => `withdrawal ${withdrawalId}`

interface Terms {
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
}

interface CardRow extends Terms {
  readonly bank_name: string
  readonly number_sealed: string
  readonly last_four: string
  readonly username: string
  readonly usable_at_ms: bigint
}

interface CryptoRow extends Terms {
  readonly network: string
  readonly address: string
  readonly usable_at_ms: bigint
}

/** The member's own destination, rested long enough and with terms to withdraw to it; anything else is refused. */
export const findDestination = Effect.fn("findDestination")(function* (
  request: RequestOf<"withdrawalCreate">,
  memberId: string,
  withdrawalId: string,
) {
  return request.method === "bank"
    ? yield* findCard(request.destination_id, memberId, withdrawalId)
    : yield* findCrypto(request.destination_id, memberId)
})

const findCard = Effect.fnUntraced(function* (id: string, memberId: string, withdrawalId: string) {
  const db = yield* Db
  const vault = yield* Vault
  const rows = yield* db.query<CardRow>(
    `select c.bank_name, c.number_sealed, c.last_four, c.username, c.usable_at_ms, t.minimum, t.maximum, t.fee
     from bank_cards c join withdrawal_terms t on t.method = 'bank' and t.enabled
     where c.id = $1 and c.member_id = $2`,
    [id, memberId],
  )
  const card = yield* rested(rows[0])
  const number = vault.open(card.number_sealed, cardPurpose(memberId))
  const destination: Destination = {
    network: null,
    address: `${card.bank_name} ${maskedCard(card.last_four)}`,
    sealed: vault.seal(`${card.bank_name}, ${number}, ${card.username}`, destinationPurpose(withdrawalId)),
    minimum: card.minimum,
    maximum: card.maximum,
    fee: card.fee,
  }
  return destination
})

const findCrypto = Effect.fnUntraced(function* (id: string, memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<CryptoRow>(
    `select a.network, a.address, a.usable_at_ms, t.minimum, t.maximum, t.fee
     from crypto_addresses a join withdrawal_terms t on t.method = 'crypto' and t.network = a.network and t.enabled
     where a.id = $1 and a.member_id = $2`,
    [id, memberId],
  )
  const { network, address, minimum, maximum, fee } = yield* rested(rows[0])
  const destination: Destination = { network, address, sealed: null, minimum, maximum, fee }
  return destination
})

/** A destination that was added recently cannot be paid to yet. */
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
