/**
 * Seals once a day what the market owes all members: a Merkle sum tree over their figures at midnight in
 * Lagos, signed and chained to the day before. A member gets its own leaf with its proof.
 */
import { Clock, Effect } from "effect"
import { accountDayOf, DAY_MS, startOfDayMs } from "../../src/domain/account-day.ts"
import {
  decodeSumNode,
  encodeSumNode,
  type Figures,
  LIABILITY_FIGURES,
  type LiabilityNote,
  leafName,
  leafNode,
  leafProofSpans,
  liabilityText,
  noteHash,
  type Reserves,
  readLiabilityText,
  SUM_NODE_BYTES,
  sumOf,
} from "../../src/domain/liability.ts"
import { amountOf, type Kobo, type PriceUnits } from "../../src/domain/money.ts"
import { HASH_BYTES, type Span } from "../../src/domain/tick-log/merkle.ts"
import { decodeNote } from "../../src/domain/tick-log/signed-note.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import type { Call } from "../core/handler.ts"
import { ASSET } from "../core/ledger.ts"
import { logFailure } from "../core/log-failure.ts"
import { sliceAfter } from "../core/slices.ts"
import { execute, type SqlValue, sql, transaction } from "../db/db.ts"
import { readSnapshot } from "../db/snapshot.ts"
import { type OpenContract, openResult, readPrice } from "./loss-rate.ts"
import { Market } from "./market.ts"
import type { MarketKey } from "./market-key.ts"

const LOOK_EVERY = "1 minute"
/** After midnight, so that what was begun before it is posted. */
const SETTLE_MS = 60_000
/** Days whose leaves are kept. */
export const LEAF_DAYS = 7

interface MemberRow {
  readonly member_id: string
  readonly username: string
  readonly available: Kobo
  readonly stakes: Kobo
  readonly withdrawals: Kobo
}

/** Members $2 to $3 at the time $1: today's balances without what was posted since. */
const membersSql = (within: string) => `
  select b.member_id, m.username, (b.available - later.available)::bigint as available,
    (b.contracts - later.contracts)::bigint as stakes, (b.withdrawals - later.withdrawals)::bigint as withdrawals
  from balances b join members m on m.id = b.member_id cross join lateral (
    select coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'contracts'), 0) as contracts,
      coalesce(sum(amount) filter (where account = 'withdrawals'), 0) as withdrawals
    from postings where member_id = b.member_id and asset = b.asset and at_ms >= $1::bigint
  ) later
  where b.asset = '${ASSET}' and m.registered_at_ms < $1::bigint and ${within}`

const columns = "member_id, symbol, direction, stake, leverage, commission_ppm, stop_out_bps, opening_price"
/** Their contracts that were open then: those still open, and those that ended since. */
const contractsSql = (within: string) => `
  select o.* from balances b cross join lateral (
    select ${columns} from orders where member_id = b.member_id and state = 'opened' and opened_at_ms < $1::bigint
    union all
    select ${columns} from orders where member_id = b.member_id
      and state in ('settled', 'stopped_out', 'closed_early') and closed_at_ms >= $1::bigint and opened_at_ms < $1::bigint
  ) o where b.asset = '${ASSET}' and ${within}`

const afterOne = "b.member_id > $2"
const upToNext = "b.member_id > $2 and b.member_id <= $3"

type Prices = Map<string, PriceUnits | null>

/** The value of a member's stakes with each price at so many fifths. */
const valueAt = (
  { stakes }: MemberRow,
  contracts: ReadonlyArray<OpenContract>,
  prices: Prices,
  fifths: bigint,
): Kobo => {
  const results = contracts.map((contract) =>
    openResult(contract, ((prices.get(contract.symbol) ?? contract.opening_price) * fifths) / 5n),
  )
  const value = results.reduce((sum, result) => sum + result, stakes)
  return value > 0n ? value : 0n
}

/** Every leaf at a time, by its name. */
const readEntries = Effect.fnUntraced(function* (day: string, endMs: number) {
  const { key } = yield* Market
  const prices: Prices = new Map()
  const entries: Array<Buffer> = []
  for (let after: string | null = ""; after !== null; ) {
    const { upTo }: { readonly upTo: string | null } = yield* sliceAfter("members", after)
    const [within, values]: [string, ReadonlyArray<SqlValue>] =
      upTo === null ? [afterOne, [endMs, after]] : [upToNext, [endMs, after, upTo]]
    const [members, contracts] = yield* readSnapshot(
      Effect.all([
        sql<MemberRow>(membersSql(within), values),
        sql<OpenContract>(contractsSql(within), values),
      ]),
    )
    const byMember = Map.groupBy(contracts, (contract) => contract.member_id)
    for (const { symbol } of contracts)
      if (!prices.has(symbol)) prices.set(symbol, yield* readPrice(symbol, endMs))
    for (const row of members) {
      const open = byMember.get(row.member_id) ?? []
      const figures: Figures = {
        ...{ available: row.available, withdrawals: row.withdrawals, stakes: row.stakes },
        ...{ value: valueAt(row, open, prices, 5n), fallen: valueAt(row, open, prices, 4n) },
        risen: valueAt(row, open, prices, 6n),
      }
      const hash = leafName(day, row.username, secretOf(key, day, row.member_id))
      entries.push(Buffer.from(encodeSumNode({ hash, figures })))
    }
    after = upTo
  }
  return entries.toSorted(Buffer.compare)
})

/** What the name of a member's leaf of a day follows from. */
const secretOf = ({ saltOf }: MarketKey["Service"], day: string, memberId: string): string =>
  saltOf(`liability ${day} ${memberId}`)

const RESERVES = "reserves"

/** States what the operator holds for its members; the next note says it. */
export const stateReserves = ({ amount, atMs }: Reserves) =>
  execute(
    `insert into settings (name, value, changed_at_ms) values ('${RESERVES}', $1::jsonb, $2)
     on conflict (name) do update set value = excluded.value, changed_at_ms = excluded.changed_at_ms`,
    [JSON.stringify(String(amount)), atMs],
  )

const readReserves = Effect.fnUntraced(function* () {
  const rows = yield* sql<{ amount: string; at_ms: bigint }>(
    `select value #>> '{}' as amount, changed_at_ms as at_ms from settings where name = '${RESERVES}'`,
  )
  return (
    rows.map(({ amount, at_ms }): Reserves => ({ amount: BigInt(amount), atMs: Number(at_ms) }))[0] ?? null
  )
})

const readNotes = (condition: string, values: ReadonlyArray<SqlValue> = []) =>
  sql<{ day: string; note: string }>(`select day, note from liabilities ${condition}`, values)

const hashOfNote = (note: string) => noteHash(decodeNote(note)?.text ?? "")

/** Tiles of leaves, each with its head. */
const tilesOf = (entries: ReadonlyArray<Buffer>) =>
  Array.from({ length: Math.ceil(entries.length / TILE_WIDTH) }, (_, index) => {
    const own = entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)
    return { index, own, node: sumOf(own.map(leafNode)) }
  })

/** Seals yesterday, once. */
export const sealLiabilities = Effect.fn("sealLiabilities")(function* () {
  const nowMs = yield* Clock.currentTimeMillis
  const endMs = startOfDayMs(nowMs)
  const day = accountDayOf(endMs - DAY_MS)
  if (nowMs < endMs + SETTLE_MS || (yield* readNotes("where day >= $1", [day])).length > 0) return
  const { key } = yield* Market
  const entries = yield* readEntries(day, endMs)
  const tiles = tilesOf(entries)
  const reserves = yield* readReserves()
  yield* Effect.gen(function* () {
    const [last] = yield* readNotes("order by day desc limit 1")
    const previous = last === undefined ? null : hashOfNote(last.note)
    const head = sumOf(tiles.map(({ node }) => node))
    const text = liabilityText({ ...head, day, size: entries.length, reserves, previous })
    const sealed = yield* sql(
      "insert into liabilities (day, note, sealed_at_ms) values ($1, $2, $3) on conflict do nothing returning day",
      [day, key.signText(text), nowMs],
    )
    if (sealed.length === 0) return
    for (const { index, own, node } of tiles)
      yield* execute(
        "insert into liability_tiles (day, index, first_name, entries, node) values ($1, $2, $3, $4, $5)",
        [
          ...[day, index, (own[0] ?? Buffer.alloc(0)).subarray(0, HASH_BYTES)],
          ...[Buffer.concat(own), encodeSumNode(node)],
        ],
      )
    yield* execute("delete from liability_tiles where day < $1", [accountDayOf(endMs - LEAF_DAYS * DAY_MS)])
  }).pipe(transaction)
})

/** Seals each day in the process that leads the market, forever. */
export const runLiabilities = Effect.gen(function* () {
  const { leadership } = yield* Market
  const look = Effect.suspend(() => (leadership() === null ? Effect.void : sealLiabilities()))
  return yield* look.pipe(
    Effect.catch((error) => logFailure("The liabilities are sealed later", error)),
    Effect.andThen(Effect.sleep(LOOK_EVERY)),
    Effect.forever,
  )
})

const entriesIn = (bytes: Uint8Array): ReadonlyArray<Buffer> =>
  Array.from({ length: bytes.length / SUM_NODE_BYTES }, (_, index) =>
    Buffer.from(bytes.subarray(index * SUM_NODE_BYTES, (index + 1) * SUM_NODE_BYTES)),
  )

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** The member's leaf of the last sealed day with its proof; null before the first, and for a newer member. */
export const readOwnLiability = Effect.fn("readOwnLiability")(function* (
  _request: object,
  { memberId }: Call,
) {
  const { key } = yield* Market
  const [last] = yield* readNotes("order by day desc limit 1")
  const text = last === undefined ? null : decodeNote(last.note)?.text
  const note: LiabilityNote | null = text ? readLiabilityText(text) : null
  const [member] = yield* sql<{ username: string }>("select username from members where id = $1", [memberId])
  if (last === undefined || note === null || member === undefined) return null
  const { day } = last
  const secret = secretOf(key, day, memberId)
  const name = Buffer.from(leafName(day, member.username, secret))
  const [tile] = yield* sql<{ index: number; entries: Uint8Array }>(
    "select index, entries from liability_tiles where day = $1 and first_name <= $2 order by first_name desc limit 1",
    [day, name],
  )
  const entries = entriesIn(tile?.entries ?? new Uint8Array())
  const place = entries.findIndex((entry) => entry.subarray(0, HASH_BYTES).equals(name))
  const own = entries[place]
  if (tile === undefined || own === undefined) return null
  const rows = yield* sql<{ node: Uint8Array }>(
    "select node from liability_tiles where day = $1 order by index",
    [day],
  )
  const nodes = rows.map(({ node }) => decodeSumNode(new Uint8Array(node)))
  const begin = tile.index * TILE_WIDTH
  const index = begin + place
  const nodeOf = ({ from, to }: Span) =>
    from >= begin && to <= begin + entries.length
      ? sumOf(entries.slice(from - begin, to - begin).map(leafNode))
      : sumOf(nodes.slice(from / TILE_WIDTH, Math.ceil(to / TILE_WIDTH)))
  const proof = leafProofSpans(note.size, index).map((span) => hex(encodeSumNode(nodeOf(span))))
  return { day, note: last.note, secret, index, leaf: hex(own.subarray(HASH_BYTES)), proof }
})

export const answerOwnLiability = (request: object, call: Call) =>
  Effect.map(readOwnLiability(request, call), (own) => (own === null ? {} : { own }))

/** The days whose leaves are published, the notes of all days, and the leaves by tiles; null for others. */
export const readLiabilityFile = Effect.fnUntraced(function* (name: string) {
  if (name === "days") {
    const notes = yield* readNotes("order by day")
    return Buffer.from(notes.map(({ day }) => `${day}\n`).join(""))
  }
  const [, day = "", index] = /^(\d{4}-\d\d-\d\d)(?:\/tile\/(\d{1,7}))?$/u.exec(name) ?? []
  if (index === undefined) {
    const [found] = yield* readNotes("where day = $1", [day])
    return found === undefined ? null : Buffer.from(found.note)
  }
  const [tile] = yield* sql<{ entries: Uint8Array }>(
    "select entries from liability_tiles where day = $1 and index = $2::int",
    [day, index],
  )
  return tile === undefined ? null : new Uint8Array(tile.entries)
})

/** What the last note says, for operators. */
export const showLiabilities = Effect.fn("showLiabilities")(function* () {
  const [last] = yield* readNotes("order by day desc limit 1")
  const text = last === undefined ? null : decodeNote(last.note)?.text
  const note = text ? readLiabilityText(text) : null
  if (note === null) return "No day was sealed yet."
  const sums = LIABILITY_FIGURES.map((figure) => [figure, amountOf(note.figures[figure])])
  const reserves = note.reserves === null ? null : amountOf(note.reserves.amount)
  return [{ day: note.day, members: note.size, ...Object.fromEntries(sums), reserves }]
})
