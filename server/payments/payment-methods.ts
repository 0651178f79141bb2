import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { AddressFormat, BankCard, CryptoAddress } from "../../src/domain/cash.ts"
import {
  addressKey,
  cryptoAddressProblem,
  plainAddress,
  tagProblem,
} from "../../src/domain/crypto-address.ts"
import {
  bankAccountProblem,
  bankNameProblem,
  cardDigits,
  cardNumberProblem,
  normalName,
  realNameProblem,
} from "../../src/domain/member-forms.ts"
import { bankOf } from "../../src/domain/nigerian-banks.ts"
import { Config } from "../config.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import { stayUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { appendEvent, type MemberChange, PROJECTIONS } from "../core/member-events.ts"
import { fieldRefusal, type Refusal, refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { type Db, type DbError, execute, sql, transaction } from "../db/db.ts"

/** Bank cards, and likewise crypto addresses, that a member may store. */
const DESTINATIONS_PER_MEMBER = 10

/**
 * Locks the member's row for the running transaction, so that concurrent requests cannot exceed the
 * limit together.
 */
const lockMember = Effect.fnUntraced(function* (memberId: string) {
  yield* sql("select 1 from members where id = $1 for update", [memberId])
})

/** Vault purpose of a card number. It binds the value to its owner. */
export const cardPurpose = (memberId: string): string => `bank card of ${memberId}`

const holderPurpose = (memberId: string): string => `holder of a bank card of ${memberId}`

/** Every sealed text begins so, and no name does. */
const SEALED_START = "v1."

/**
 * The name of a card's holder. Row and event have the same sealed text, so that their comparison
 * holds; those of earlier releases have the name itself.
 */
export const holderOf = (vault: Vault["Service"], stored: string, memberId: string): string =>
  stored.startsWith(SEALED_START) ? vault.open(stored, holderPurpose(memberId)) : stored

/** A card or account number with only its last four digits shown: "•••• 4242". */
export const maskedCard = (lastFour: string): string => `•••• ${lastFour}`

/** After a change of the second factor, a destination that was added since waits so long. */
const FACTOR_WAIT_MS = 86_400_000

/**
 * From when on a destination can be used, as SQL: after its own cooling-off time, and where it is younger
 * than the last change of a second factor, a day after that. A site without cooling-off has neither.
 */
export const usableAtSql = (row: string, coolingOffMs: number): string =>
  coolingOffMs === 0
    ? `${row}.usable_at_ms`
    : `greatest(${row}.usable_at_ms, (select m.factor_changed_at_ms + ${FACTOR_WAIT_MS} from members m
        where m.id = ${row}.member_id and m.factor_changed_at_ms < ${row}.added_at_ms)) as usable_at_ms`

interface CardRow {
  readonly id: string
  readonly bank_name: string
  /** The bank of an account; null for a card. */
  readonly bank_code: string | null
  readonly last_four: string
  readonly username: string
  readonly added_at_ms: bigint
  readonly usable_at_ms: bigint
}

const cardOf = (row: CardRow): BankCard => ({
  id: row.id,
  bankName: row.bank_name,
  ...(row.bank_code !== null && { bankCode: row.bank_code }),
  cardNumber: maskedCard(row.last_four),
  username: row.username,
  addedAtMs: Number(row.added_at_ms),
  usableAtMs: Number(row.usable_at_ms),
})

/** The member's bank cards and accounts, newest first, with masked numbers. */
export const listBankCards = Effect.fn("listBankCards")(function* (_request: object, call: Call) {
  const rows = yield* sql<CardRow>(
    `select c.id, c.bank_name, c.bank_code, c.last_four, c.username, c.added_at_ms,
       ${usableAtSql("c", (yield* Config).coolingOffMs)}
     from bank_cards c where c.member_id = $1 order by c.added_at_ms desc, c.id desc`,
    [call.memberId],
  )
  const vault = yield* Vault
  return rows.map((row) => cardOf({ ...row, username: holderOf(vault, row.username, call.memberId) }))
})

type DestinationKind = "bank-card" | "crypto-address"

const destinationChange = (
  kind: DestinationKind,
  subject: string,
  to: "added" | "removed",
): MemberChange => ({
  kind,
  subject,
  from: to === "added" ? null : "added",
  to,
  columns: to === "added" ? "all" : [],
  who: "member",
  why: "",
})

/** Removes a destination of the member. False if they have no such one. */
const removeDestination = Effect.fnUntraced(function* (kind: DestinationKind, id: string, memberId: string) {
  return yield* Effect.gen(function* () {
    const { table } = PROJECTIONS[kind]
    yield* stayUnfrozen(memberId)
    const removed = yield* execute(`delete from ${table} where id = $1 and member_id = $2`, [id, memberId])
    if (removed > 0) yield* appendEvent(memberId, destinationChange(kind, id, "removed"))
    return removed > 0
  }).pipe(transaction)
})

type Inserting = Effect.Effect<void, Refusal | DbError, Config | Db | Vault>

/** A submitted card or account without spaces and hyphens in its number. */
const readCard = (request: RequestOf<"bankCardAdd">) => ({
  bankName: normalName(request.bankName ?? ""),
  bankCode: request.bankCode ?? null,
  number: cardDigits(request.cardNumber),
  username: normalName(request.username),
})

/** Returns the name of the bank: of an account the one in the list, of a card as it was given. */
const checkCard = Effect.fnUntraced(function* (card: ReturnType<typeof readCard>) {
  const listed = card.bankCode === null ? undefined : bankOf(card.bankCode)
  if (card.bankCode !== null && listed === undefined)
    return yield* fieldRefusal("bank_code", { reason: "choose" })
  const bankName = listed ? null : bankNameProblem(card.bankName)
  if (bankName !== null) return yield* fieldRefusal("bank_name", bankName)
  const number = listed ? bankAccountProblem(card.number, listed.code) : cardNumberProblem(card.number)
  if (number !== null) return yield* fieldRefusal("card_number", number)
  const username = realNameProblem(card.username)
  if (username !== null) return yield* fieldRefusal("username", username)
  return listed?.name ?? card.bankName
})

/** What makes a number the same destination: an account number belongs to one bank only. */
const identityOf = ({ bankCode, number }: ReturnType<typeof readCard>): string =>
  bankCode === null ? number : `${bankCode} ${number}`

/** Adds a bank card or account with its number sealed. It is usable after the cooling-off time. */
export const addBankCard = Effect.fn("addBankCard")(function* (
  request: RequestOf<"bankCardAdd">,
  call: Call,
) {
  const card = readCard(request)
  const bankName = yield* checkCard(card)
  const vault = yield* Vault
  const { coolingOffMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  const row: CardRow = {
    id: yield* newId,
    bank_name: bankName,
    bank_code: card.bankCode,
    last_four: card.number.slice(-4),
    username: card.username,
    added_at_ms: BigInt(atMs),
    usable_at_ms: BigInt(atMs + coolingOffMs),
  }
  const sealed = vault.seal(card.number, cardPurpose(call.memberId))
  const holder = vault.seal(card.username, holderPurpose(call.memberId))
  const fingerprint = vault.fingerprint(identityOf(card), cardPurpose(call.memberId))
  const insert: Inserting = Effect.gen(function* () {
    yield* lockMember(call.memberId)
    yield* stayUnfrozen(call.memberId)
    const held = yield* sql<{ number_fingerprint: string }>(
      "select number_fingerprint from bank_cards where member_id = $1",
      [call.memberId],
    )
    if (held.some((other) => other.number_fingerprint === fingerprint))
      return yield* refusal("bank.duplicate", { field: "card_number" })
    if (held.length >= DESTINATIONS_PER_MEMBER)
      return yield* refusal("bank.limit", { params: { max: DESTINATIONS_PER_MEMBER } })
    yield* requireConfirmation({ purpose: "bank-card", ...request }, request.confirmation, call)
    yield* execute(
      `insert into bank_cards (id, member_id, bank_name, bank_code, number_sealed, number_fingerprint, last_four,
         username, added_at_ms, usable_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[row.id, call.memberId, row.bank_name, row.bank_code, sealed, fingerprint],
        ...[row.last_four, holder, row.added_at_ms, row.usable_at_ms],
      ],
    )
    yield* appendEvent(call.memberId, destinationChange("bank-card", row.id, "added"))
  })
  yield* transaction(insert)
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
  const isRemoved = yield* removeDestination("bank-card", request.id, call.memberId)
  return isRemoved ? {} : yield* refusal("bank.unknown")
})

interface AddressRow {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly exchange: boolean
  readonly tag: string | null
  readonly added_at_ms: bigint
  readonly usable_at_ms: bigint
}

const addressOf = ({ tag, ...row }: AddressRow): CryptoAddress => ({
  ...row,
  ...(tag !== null && { tag }),
  addedAtMs: Number(row.added_at_ms),
  usableAtMs: Number(row.usable_at_ms),
})

/** The member's crypto addresses, newest first. */
export const listCryptoAddresses = Effect.fn("listCryptoAddresses")(function* (_request: object, call: Call) {
  const rows = yield* sql<AddressRow>(
    `select a.id, a.network, a.address, a.exchange, a.tag, a.added_at_ms,
       ${usableAtSql("a", (yield* Config).coolingOffMs)}
     from crypto_addresses a where a.member_id = $1 order by a.added_at_ms desc, a.id desc`,
    [call.memberId],
  )
  return rows.map(addressOf)
})

/** An exchange tells its customers apart by the tag: with another tag it is another destination. */
const keyOf = ({ address, tag }: AddressRow): string =>
  tag === null ? addressKey(address) : `${addressKey(address)}?tag=${tag}`

/**
 * The bare address. Refuses networks without withdrawal terms, mistyped addresses and tags that do
 * not belong there.
 */
const checkAddress = Effect.fnUntraced(function* (
  row: AddressRow,
): Effect.fn.Return<string, Refusal | DbError, Db> {
  const known = yield* sql<{ format: AddressFormat }>(
    `select format from withdrawal_terms
     where method = 'crypto' and enabled and network = $1 and format is not null`,
    [row.network],
  )
  const format = known[0]?.format
  if (format === undefined) return yield* fieldRefusal("network", { reason: "choose" })
  const address = cryptoAddressProblem(row.address, format)
  if (address !== null) return yield* fieldRefusal("address", address)
  const tag = tagProblem(row.tag ?? "", format, row.exchange)
  if (tag !== null) return yield* fieldRefusal("tag", tag)
  return plainAddress(row.address, format)
})

/** Adds a crypto address. It is usable after the cooling-off time. */
export const addCryptoAddress = Effect.fn("addCryptoAddress")(function* (
  request: RequestOf<"cryptoAddressAdd">,
  call: Call,
) {
  const tag = (request.tag ?? "").trim()
  const { coolingOffMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  const typed: AddressRow = {
    id: yield* newId,
    network: request.network,
    address: request.address,
    exchange: request.exchange ?? false,
    tag: tag === "" ? null : tag,
    added_at_ms: BigInt(atMs),
    usable_at_ms: BigInt(atMs + coolingOffMs),
  }
  const row = { ...typed, address: yield* checkAddress(typed) }
  yield* transaction(insertAddress(row, request, call))
  return addressOf(row)
})

const insertAddress = (row: AddressRow, request: RequestOf<"cryptoAddressAdd">, call: Call): Inserting =>
  Effect.gen(function* () {
    const { memberId } = call
    yield* lockMember(memberId)
    yield* stayUnfrozen(memberId)
    const held = yield* sql<{ network: string; address_key: string }>(
      "select network, address_key from crypto_addresses where member_id = $1",
      [memberId],
    )
    const key = keyOf(row)
    if (held.some((other) => other.network === row.network && other.address_key === key))
      return yield* refusal("usdt.duplicate", { field: "address" })
    if (held.length >= DESTINATIONS_PER_MEMBER)
      return yield* refusal("usdt.limit", { params: { max: DESTINATIONS_PER_MEMBER } })
    yield* requireConfirmation({ purpose: "crypto-address", ...request }, request.confirmation, call)
    yield* execute(
      `insert into crypto_addresses (id, member_id, network, address, address_key, exchange, tag, added_at_ms,
         usable_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[row.id, memberId, row.network, row.address, key, row.exchange, row.tag],
        ...[row.added_at_ms, row.usable_at_ms],
      ],
    )
    yield* appendEvent(memberId, destinationChange("crypto-address", row.id, "added"))
  })

/** Removes an address of the member. Existing withdrawals keep their destination. */
export const removeCryptoAddress = Effect.fn("removeCryptoAddress")(function* (
  request: RequestOf<"cryptoAddressRemove">,
  call: Call,
) {
  const isRemoved = yield* removeDestination("crypto-address", request.id, call.memberId)
  return isRemoved ? {} : yield* refusal("usdt.unknown")
})
