/**
 * Publishes how the contracts of each month were executed, as a Merkle tree of salted leaves: once the
 * month is over, and everything that ended in it is settled.
 */

import { base64nopad } from "@scure/base"
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { DAY_MS } from "../../src/domain/account-day.ts"
import type { Counted } from "../../src/domain/counted.ts"
import {
  accountLeaf,
  contractLeaf,
  entrySideOf,
  executionText,
  GROUP_MIN,
  leafName,
  monthBefore,
  monthMs,
  readExecution,
  tallyOf,
} from "../../src/domain/execution.ts"
import type { Kobo, PriceUnits } from "../../src/domain/money.ts"
import {
  appendSubtree,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  type Frontier,
  foldTree,
  frontierHead,
  type Hash,
  leafHash,
  nodeHash,
  rangeProofSpans,
  type Span,
} from "../../src/domain/tick-log/merkle.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import type { Direction } from "../../src/domain/trade.ts"
import type { Call } from "../core/handler.ts"
import { logFailure } from "../core/log-failure.ts"
import { type Db, type DbError, execute, sql, transaction } from "../db/db.ts"
import { Market } from "./market.ts"
import { forEachMembers } from "./member-contracts.ts"

const LOOK_EVERY = "1 minute"
/** Leaves that one statement reads. */
const PAGE = 4 * TILE_WIDTH

interface ContractRow {
  readonly id: string
  readonly member_id: string
  readonly accepted_at_ms: bigint
  readonly opened_at_ms: bigint | null
  readonly symbol: string
  readonly direction: Direction
  readonly quoted_price: PriceUnits
  readonly opening_price: PriceUnits | null
  readonly cancel_reason: string | null
  readonly net: Kobo | null
}

const COLUMNS = "opened_at_ms, symbol, direction, quoted_price, opening_price, cancel_reason, net"

/** The contracts that ended in a month, of some members after those of others. */
const forEachEnded = <E, R>(
  month: string,
  use: (rows: ReadonlyArray<ContractRow>) => Effect.Effect<void, E, R>,
) => {
  const { fromMs, untilMs } = monthMs(month)
  return forEachMembers(COLUMNS, "closed_at_ms >= $1 and closed_at_ms < $2::bigint", [fromMs, untilMs], use)
}

type Members = ReadonlySet<string>

/**
 * Products with enough accounts alone, and the others together, with as many more products as it takes.
 * None where all of them have too few. Of each product the first accounts are known.
 */
const groupsOf = (accounts: ReadonlyMap<string, Members>): ReadonlyArray<ReadonlyArray<string>> => {
  const symbols = [...accounts.keys()].toSorted()
  const sizeOf = (some: ReadonlyArray<string>) =>
    new Set(some.flatMap((symbol) => [...(accounts.get(symbol) ?? [])])).size
  const alone = symbols.filter((symbol) => sizeOf([symbol]) >= GROUP_MIN)
  const merged = symbols.filter((symbol) => !alone.includes(symbol))
  while (merged.length > 0 && sizeOf(merged) < GROUP_MIN) {
    const next = alone.pop()
    if (next === undefined) return []
    merged.push(next)
  }
  return [...alone.map((symbol) => [symbol]), ...(merged.length === 0 ? [] : [merged.toSorted()])]
}

const readGroups = Effect.fnUntraced(function* (month: string) {
  const accounts = new Map<string, Set<string>>()
  yield* forEachEnded(month, (rows) =>
    Effect.sync(() => {
      for (const { symbol, member_id, net } of rows) {
        const known = accounts.get(symbol) ?? new Set()
        if (net !== null && known.size < GROUP_MIN) known.add(member_id)
        accounts.set(symbol, known)
      }
    }),
  )
  return groupsOf(accounts)
})

type SaltOf = Market["Service"]["key"]["saltOf"]

/** The leaves of some members' contracts and of their accounts in each group. */
const leavesOf = (
  month: string,
  rows: ReadonlyArray<ContractRow>,
  groupOf: ReadonlyMap<string, number>,
  saltOf: SaltOf,
): ReadonlyArray<string> => {
  const results = new Map<string, Map<number, Kobo>>()
  const contracts = rows.map((row) => {
    const { id, symbol, member_id, direction, quoted_price: quoted, opening_price: entry, net } = row
    const group = groupOf.get(symbol) ?? 0
    const ofMember = results.get(member_id) ?? new Map<number, Kobo>()
    results.set(member_id, ofMember)
    if (net !== null) ofMember.set(group, (ofMember.get(group) ?? 0n) + net)
    const side = entrySideOf({ direction, quoted, entry, isSlippage: row.cancel_reason === "slippage" })
    const waitMs = Number((row.opened_at_ms ?? row.accepted_at_ms) - row.accepted_at_ms)
    return contractLeaf(saltOf(`${month}\n${id}`), { id, group, side, waitMs })
  })
  const accounts = [...results].flatMap(([member, ofMember]) =>
    Array.from(ofMember, ([group, result]) =>
      accountLeaf(saltOf(`${month}\n${member}\n${group}`), member, group, result < 0n),
    ),
  )
  return [...contracts, ...accounts]
}

const hashOfLeaf = (leaf: string): Hash => leafHash(new Uint8Array(Buffer.from(leaf)))

const headOf = (hashes: ReadonlyArray<Hash>): Hash => {
  let tree: Frontier<Hash> = EMPTY_FRONTIER
  for (const hash of hashes) tree = appendSubtree<Hash>(tree, 0, hash, nodeHash)
  return frontierHead<Hash>(tree, nodeHash) ?? EMPTY_ROOT
}

/** Writes the tiles of a month from its sorted leaves, and adds the leaves up. */
const writeTiles = Effect.fnUntraced(function* (month: string, groups: ReadonlyArray<ReadonlyArray<string>>) {
  const tally = tallyOf(month, groups)
  yield* execute("delete from execution_tiles where month = $1", [month])
  let number = 0
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: ReadonlyArray<{ leaf: string }> = yield* sql<{ leaf: string }>(
      `select leaf from execution_leaves where month = $1 and leaf > $2 order by leaf limit ${PAGE}`,
      [month, after],
    )
    const leaves = rows.map(({ leaf }) => leaf)
    leaves.forEach(tally.add)
    for (let from = 0; from < leaves.length; from += TILE_WIDTH) {
      const ofTile = leaves.slice(from, from + TILE_WIDTH)
      yield* execute(
        "insert into execution_tiles (month, number, first_leaf, root, leaves) values ($1, $2, $3, $4, $5)",
        [month, number, ofTile[0] ?? "", headOf(ofTile.map(hashOfLeaf)), ofTile.join("\n")],
      )
      number += 1
    }
    after = leaves.length < PAGE ? undefined : leaves.at(-1)
  }
  return tally.end()
})

/** Contracts that ended in a month may still wait for a settlement that failed. */
const isSettled = Effect.fnUntraced(function* (untilMs: number) {
  const held = yield* sql(
    `select 1 from settlement_holds h join orders o on o.id = h.order_id
     where o.state in ('accepted', 'opened') and o.accepted_at_ms < $1 limit 1`,
    [untilMs],
  )
  return held.length === 0
})

/** Publishes the month before, once, a day after its end. */
export const publishMonth = Effect.fn("publishMonth")(function* () {
  const { nowMs: marketNow, key } = yield* Market
  const nowMs = marketNow()
  const month = monthBefore(nowMs)
  const { untilMs } = monthMs(month)
  if (nowMs < untilMs + DAY_MS) return
  if ((yield* sql("select 1 from execution_months where month = $1", [month])).length > 0) return
  if (!(yield* isSettled(untilMs))) return
  const groups = yield* readGroups(month)
  const groupOf = new Map(
    groups.flatMap((symbols, index) => symbols.map((symbol) => [symbol, index] as const)),
  )
  const clear = execute("delete from execution_leaves", [])
  yield* clear
  if (groups.length > 0)
    yield* forEachEnded(month, (rows) =>
      execute("insert into execution_leaves (month, leaf) select $1, leaf from unnest($2::text[]) as leaf", [
        month,
        leavesOf(month, rows, groupOf, key.saltOf),
      ]),
    )
  const computedAtMs = yield* Clock.currentTimeMillis
  const publish: Effect.Effect<void, DbError, Db> = Effect.gen(function* () {
    const figures = yield* writeTiles(month, groups)
    yield* execute(
      "insert into execution_months (month, body, computed_at_ms) values ($1, $2, $3) on conflict do nothing",
      [month, executionText(figures), computedAtMs],
    )
    yield* clear
  })
  yield* transaction(publish)
})

/** Publishes each month in the process that leads the market, forever. */
export const runExecution = Effect.gen(function* () {
  const { leadership } = yield* Market
  const look = Effect.suspend(() => (leadership() === null ? Effect.void : publishMonth()))
  return yield* look.pipe(
    Effect.catch((error) => logFailure("The figures of a month are published later", error)),
    Effect.andThen(Effect.sleep(LOOK_EVERY)),
    Effect.forever,
  )
})

/** The months that are published, the last first. */
export const readMonths = Effect.gen(function* () {
  const rows = yield* sql<{ month: string }>("select month from execution_months order by month desc")
  return rows.map(({ month }) => month)
})

/** The figures of a month as a signed note. Null where it is not published. */
export const readMonthNote = Effect.fnUntraced(function* (month: string) {
  const { key } = yield* Market
  const rows = yield* sql<{ body: string }>("select body from execution_months where month = $1", [month])
  return rows[0] === undefined ? null : key.signText(rows[0].body)
})

/** The leaves of a tile, a line each. Null where there is none. */
export const readLeaves = Effect.fnUntraced(function* (month: string, number: number) {
  const rows = yield* sql<{ leaves: string }>(
    "select leaves from execution_tiles where month = $1 and number = $2",
    [month, number],
  )
  return rows[0]?.leaves ?? null
})

/** Answers the months, and the figures of one: of the last where none is named. */
export const readExecutionFigures = Effect.fn("readExecutionFigures")(function* ({
  month,
}: RequestOf<"execution">) {
  const months = yield* readMonths
  const shown = month ?? months[0]
  const note = shown === undefined ? null : yield* readMonthNote(shown)
  return { months, ...(note !== null && { note }) }
})

/** Reads the hash of any span of leaves that lies in one tile, or is made of whole ones. */
const readTree = Effect.fnUntraced(function* (month: string) {
  const roots = (yield* sql<{ root: Uint8Array }>(
    "select root from execution_tiles where month = $1 order by number",
    [month],
  )).map(({ root }) => new Uint8Array(root))
  return (tile: number, leaves: ReadonlyArray<Hash>, span: Span): Hash => {
    const from = tile * TILE_WIDTH
    if (span.from >= from && span.to <= from + TILE_WIDTH)
      return headOf(leaves.slice(span.from - from, span.to - from))
    return foldTree<Hash>(span, {
      opens: ({ from: begins, to }) => (to - begins <= TILE_WIDTH ? "none" : "some"),
      leaf: () => EMPTY_ROOT,
      closed: ({ from: begins }) => roots[begins / TILE_WIDTH] ?? EMPTY_ROOT,
      join: nodeHash,
    })
  }
})

interface OwnRow {
  readonly id: string
  readonly symbol: string
}

/** The places of a member's contracts of a month, and of their accounts in the groups of these. */
export const readCounted = Effect.fn("readCounted")(function* (
  { month, ids }: RequestOf<"executionPlaces">,
  { memberId }: Call,
) {
  const { key } = yield* Market
  const [stored] = yield* sql<{ body: string }>("select body from execution_months where month = $1", [month])
  const figures = stored === undefined ? null : readExecution(stored.body)
  if (figures === null) return []
  const own = yield* sql<OwnRow>(
    "select id, symbol from orders where id = any($1::text[]) and member_id = $2",
    [ids.split(","), memberId],
  )
  const groups = new Set(
    own.map(({ symbol }) => figures.groups.findIndex(({ symbols }) => symbols.includes(symbol))),
  )
  const named = [
    ...own.map(({ id }) => ({ subject: id, name: id, salt: key.saltOf(`${month}\n${id}`) })),
    ...Array.from(groups, (group) => ({
      ...{ subject: String(group), name: memberId },
      salt: key.saltOf(`${month}\n${memberId}\n${group}`),
    })),
  ]
  const hashOf = yield* readTree(month)
  const counted: Array<Counted> = []
  for (const { subject, name, salt } of named) {
    const begins = leafName(salt, name)
    const [tile] = yield* sql<{ number: number; leaves: string }>(
      `select number, leaves from execution_tiles where month = $1 and first_leaf < $2 order by first_leaf desc limit 1`,
      [month, `${begins}~`],
    )
    const leaves = tile?.leaves.split("\n") ?? []
    const at = leaves.findIndex((leaf) => leaf.startsWith(begins))
    if (tile === undefined || at < 0) continue
    const hashes = leaves.map(hashOfLeaf)
    const index = tile.number * TILE_WIDTH + at
    const path = rangeProofSpans(figures.size, [{ from: index, to: index + 1 }]).map((span) =>
      base64nopad.encode(hashOf(tile.number, hashes, span)),
    )
    counted.push({ subject, salt, index, path })
  }
  return counted
})
