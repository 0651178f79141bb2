import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { BankCard } from "../../src/domain/cash.ts"
import { bankNameProblem, cardNumberProblem, realNameProblem } from "../../src/domain/member-fields.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { fieldRefusal, type Refusal, refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { Db, type DbError } from "../db/db.ts"
import { DESTINATIONS_PER_MEMBER, lockMember } from "./destination-limit.ts"

/** Vault purpose of a card number. It binds the value to its owner. */
export const cardPurpose = (memberId: string): string => `bank card of ${memberId}`

/** A card number with only its last four digits shown: "•••• 4242". */
export const maskedCard = (lastFour: string): string => `•••• ${lastFour}`

interface CardRow {
  readonly id: string
  readonly bank_name: string
  readonly last_four: string
  readonly username: string
  readonly added_at_ms: bigint
  readonly usable_at_ms: bigint
}

const cardOf = (row: CardRow): BankCard => ({
  id: row.id,
  bank_name: row.bank_name,
  card_number: maskedCard(row.last_four),
  username: row.username,
  added_at_ms: Number(row.added_at_ms),
  usable_at_ms: Number(row.usable_at_ms),
})

/** The member's bank cards, newest first, with masked numbers. */
export const listBankCards = Effect.fn("listBankCards")(function* (_request: object, call: Call) {
  const db = yield* Db
  const rows = yield* db.query<CardRow>(
    `select id, bank_name, last_four, username, added_at_ms, usable_at_ms from bank_cards
     where member_id = $1 order by added_at_ms desc, id desc`,
    [call.memberId],
  )
  return rows.map(cardOf)
})

/** A submitted card without spaces and hyphens in its number. */
const readCard = (request: RequestOf<"bankCardAdd">) => ({
  bankName: request.bank_name.trim(),
  number: request.card_number.replaceAll(/[\s-]/g, ""),
  username: request.username.trim(),
})

const checkCard = Effect.fnUntraced(function* (card: ReturnType<typeof readCard>) {
  const bankName = bankNameProblem(card.bankName)
  if (bankName !== null) return yield* fieldRefusal("bank_name", bankName)
  const number = cardNumberProblem(card.number)
  if (number !== null) return yield* fieldRefusal("card_number", number)
  const username = realNameProblem(card.username)
  if (username !== null) return yield* fieldRefusal("username", username)
})

/** Adds a bank card with its number sealed. It is usable after the cooling-off time. */
export const addBankCard = Effect.fn("addBankCard")(function* (
  request: RequestOf<"bankCardAdd">,
  call: Call,
) {
  const card = readCard(request)
  yield* checkCard(card)
  const db = yield* Db
  const vault = yield* Vault
  const { coolingOffMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  const row: CardRow = {
    id: newId(),
    bank_name: card.bankName,
    last_four: card.number.slice(-4),
    username: card.username,
    added_at_ms: BigInt(atMs),
    usable_at_ms: BigInt(atMs + coolingOffMs),
  }
  const sealed = vault.seal(card.number, cardPurpose(call.memberId))
  const fingerprint = vault.fingerprint(card.number, cardPurpose(call.memberId))
  const insert: Effect.Effect<void, Refusal | DbError, Db> = Effect.gen(function* () {
    yield* lockMember(call.memberId)
    const held = yield* db.query<{ number_fingerprint: string }>(
      "select number_fingerprint from bank_cards where member_id = $1",
      [call.memberId],
    )
    if (held.some((other) => other.number_fingerprint === fingerprint))
      return yield* refusal("bank.duplicate", { field: "card_number" })
    if (held.length >= DESTINATIONS_PER_MEMBER)
      return yield* refusal("bank.limit", { params: { max: DESTINATIONS_PER_MEMBER } })
    yield* db.execute(
      `insert into bank_cards (id, member_id, bank_name, number_sealed, number_fingerprint, last_four, username,
         added_at_ms, usable_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[row.id, call.memberId, row.bank_name, sealed, fingerprint],
        ...[row.last_four, row.username, row.added_at_ms, row.usable_at_ms],
      ],
    )
  })
  yield* db.transaction(insert)
  return cardOf(row)
})

/**
 * Removes a card of the member. Existing withdrawals keep their destination; a card added again has
 * to cool off again.
 */
export const removeBankCard = Effect.fn("removeBankCard")(function* (
  request: RequestOf<"bankCardRemove">,
  call: Call,
) {
  const db = yield* Db
  const removed = yield* db.execute("delete from bank_cards where id = $1 and member_id = $2", [
    request.id,
    call.memberId,
  ])
  if (removed === 0) return yield* refusal("bank.unknown")
  return {}
})
