import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { CryptoAddress } from "../../src/domain/cash.ts"
import { cryptoAddressProblem } from "../../src/domain/member-fields.ts"
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
  readonly added_at_ms: bigint
  readonly usable_at_ms: bigint
}

const addressOf = (row: AddressRow): CryptoAddress => ({
  ...row,
  added_at_ms: Number(row.added_at_ms),
  usable_at_ms: Number(row.usable_at_ms),
})

/** The member's crypto addresses, newest first. */
export const listCryptoAddresses = Effect.fn("listCryptoAddresses")(function* (_request: object, call: Call) {
  const db = yield* Db
  const rows = yield* db.query<AddressRow>(
    `select id, network, address, added_at_ms, usable_at_ms from crypto_addresses
     where member_id = $1 order by added_at_ms desc, id desc`,
    [call.memberId],
  )
  return rows.map(addressOf)
})

/**
 * The comparison key of an address. Hexadecimal and bech32 addresses are case-insensitive, base58
 * ones are not.
 */
const keyOf = (address: string): string => (/^(?:0x|bc1)/.test(address) ? address.toLowerCase() : address)

/** Refuses networks without withdrawal terms and malformed addresses. */
const checkAddress = Effect.fnUntraced(function* (network: string, address: string) {
  const db = yield* Db
  const known = yield* db.query(
    "select 1 from withdrawal_terms where method = 'crypto' and enabled and network = $1",
    [network],
  )
  if (known.length === 0) return yield* fieldRefusal("network", { reason: "choose" })
  const problem = cryptoAddressProblem(address, network)
  if (problem !== null) return yield* fieldRefusal("address", problem)
})

/** Adds a crypto address. It is usable after the cooling-off time. */
export const addCryptoAddress = Effect.fn("addCryptoAddress")(function* (
  request: RequestOf<"cryptoAddressAdd">,
  call: Call,
) {
  const address = request.address.trim()
  yield* checkAddress(request.network, address)
  const db = yield* Db
  const { coolingOffMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  const row: AddressRow = {
    id: newId(),
    network: request.network,
    address,
    added_at_ms: BigInt(atMs),
    usable_at_ms: BigInt(atMs + coolingOffMs),
  }
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
    const key = keyOf(row.address)
    if (held.some((other) => other.network === row.network && other.address_key === key))
      return yield* refusal("usdt.duplicate", { field: "address" })
    if (held.length >= DESTINATIONS_PER_MEMBER)
      return yield* refusal("usdt.limit", { params: { max: DESTINATIONS_PER_MEMBER } })
    yield* db.execute(
      `insert into crypto_addresses (id, member_id, network, address, address_key, added_at_ms, usable_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.id, memberId, row.network, row.address, key, row.added_at_ms, row.usable_at_ms],
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
