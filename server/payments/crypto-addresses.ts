import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { AddressFormat, CryptoAddress } from "../../src/domain/cash.ts"
import { addressKey, cryptoAddressProblem, tagProblem } from "../../src/domain/crypto-address.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { fieldRefusal, type Refusal, refusal } from "../core/refusal.ts"
import { Db, type DbError } from "../db/db.ts"
import { DESTINATIONS_PER_MEMBER, lockMember } from "./destination-limit.ts"

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
  const db = yield* Db
  const rows = yield* db.query<AddressRow>(
    `select id, network, address, exchange, tag, added_at_ms, usable_at_ms from crypto_addresses
     where member_id = $1 order by added_at_ms desc, id desc`,
    [call.memberId],
  )
  return rows.map(addressOf)
})

/** An exchange tells its customers apart by the tag: with another tag it is another destination. */
const keyOf = ({ address, tag }: AddressRow): string =>
  tag === null ? addressKey(address) : `${addressKey(address)}?tag=${tag}`

/** Refuses networks without withdrawal terms, mistyped addresses and tags that do not belong there. */
const checkAddress = Effect.fnUntraced(function* (row: AddressRow) {
  const db = yield* Db
  const known = yield* db.query<{ format: AddressFormat }>(
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
})

/** Adds a crypto address. It is usable after the cooling-off time. */
export const addCryptoAddress = Effect.fn("addCryptoAddress")(function* (
  request: RequestOf<"cryptoAddressAdd">,
  call: Call,
) {
  const tag = (request.tag ?? "").trim()
  const db = yield* Db
  const { coolingOffMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  const row: AddressRow = {
    id: newId(),
    network: request.network,
    address: request.address.trim(),
    exchange: request.exchange ?? false,
    tag: tag === "" ? null : tag,
    added_at_ms: BigInt(atMs),
    usable_at_ms: BigInt(atMs + coolingOffMs),
  }
  yield* checkAddress(row)
  yield* db.transaction(insertAddress(row, call.memberId))
  return addressOf(row)
})

const insertAddress = (row: AddressRow, memberId: string): Effect.Effect<void, Refusal | DbError, Db> =>
  Effect.gen(function* () {
    const db = yield* Db
    yield* lockMember(memberId)
    const held = yield* db.query<{ network: string; address_key: string }>(
      "select network, address_key from crypto_addresses where member_id = $1",
      [memberId],
    )
    const key = keyOf(row)
    if (held.some((other) => other.network === row.network && other.address_key === key))
      return yield* refusal("usdt.duplicate", { field: "address" })
    if (held.length >= DESTINATIONS_PER_MEMBER)
      return yield* refusal("usdt.limit", { params: { max: DESTINATIONS_PER_MEMBER } })
    yield* db.execute(
      `insert into crypto_addresses (id, member_id, network, address, address_key, exchange, tag, added_at_ms,
         usable_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[row.id, memberId, row.network, row.address, key, row.exchange, row.tag],
        ...[row.added_at_ms, row.usable_at_ms],
      ],
    )
  })

/** Removes an address of the member. Existing withdrawals keep their destination. */
export const removeCryptoAddress = Effect.fn("removeCryptoAddress")(function* (
  request: RequestOf<"cryptoAddressRemove">,
  call: Call,
) {
  const db = yield* Db
  const removed = yield* db.execute("delete from crypto_addresses where id = $1 and member_id = $2", [
    request.id,
    call.memberId,
  ])
  if (removed === 0) return yield* refusal("usdt.unknown")
  return {}
})
