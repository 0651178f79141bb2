/**
 * How the contracts of a month were executed, and how many accounts lost, in a form that every device and
 * `npm run audit` recompute: leaves of a Merkle tree, one for each contract and one for each account of a
 * group of products, under salted names. The figures follow from the leaves alone.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base64nopad } from "@scure/base"
import { Schema } from "effect"
import { ACCOUNT_OFFSET_MS, daysSpan, monthSpan } from "./account-day.ts"
import { type Counted, Month } from "./counted.ts"
import type { Order } from "./entities.ts"
import { koboOf, priceUnitsOf } from "./money.ts"
import {
  appendSubtree,
  EMPTY_FRONTIER,
  EMPTY_ROOT,
  frontierHead,
  type Hash,
  leafHash,
  nodeHash,
  ProofMismatch,
  rangeProofRoot,
} from "./tick-log/merkle.ts"

/** A group has at least so many accounts. */
export const GROUP_MIN = 20

/** How an entry compares with the price shown; "refused" beyond the tolerance, "none" without an entry. */
const ENTRY_SIDES = ["better", "same", "worse", "refused", "none"] as const
export type EntrySide = (typeof ENTRY_SIDES)[number]

const count = Schema.Int
/** The figures of some products together. */
const ExecutionGroup = Schema.Struct({
  symbols: Schema.Array(Schema.String),
  accounts: count,
  losing: count,
  ...{ better: count, same: count, worse: count, refused: count, none: count },
  /** Milliseconds from acceptance to entry: of half of the contracts, and of nine in ten, at most. */
  ...{ halfMs: count, mostMs: count },
})
export type ExecutionGroup = typeof ExecutionGroup.Type

/** What the market signs of a month, in the order of its text. */
const ExecutionMonth = Schema.Struct({
  month: Month,
  /** Leaves, and the head of their tree in base64. */
  size: count,
  root: Schema.String,
  groups: Schema.Array(ExecutionGroup),
})
export type ExecutionMonth = typeof ExecutionMonth.Type

/** The first line of every such file. */
const EXECUTION_ORIGIN = "financial-links/execution"
const Json = Schema.fromJsonString(ExecutionMonth)
const encode = Schema.encodeSync(Json)
const decode = Schema.decodeUnknownSync(Json)

export const executionText = (month: ExecutionMonth): string => `${EXECUTION_ORIGIN}\n${encode(month)}\n`

/** Reads the signed text of a month. Null where it is none. */
export const readExecution = (text: string): ExecutionMonth | null => {
  try {
    const month = decode(text.split("\n")[1] ?? "")
    return executionText(month) === text ? month : null
  } catch {
    return null
  }
}

/** The first millisecond of a month in Lagos, and of the next. */
export const monthMs = (month: string) => {
  const { from, to } = monthSpan(`${month}-01`)
  return daysSpan(from, to)
}

/** The month in Lagos before the one of a time. */
export const monthBefore = (atMs: number): string =>
  monthSpan(new Date(atMs + ACCOUNT_OFFSET_MS).toISOString().slice(0, 10), -1).from.slice(0, 7)

export interface Executed {
  readonly direction: "up" | "down"
  readonly quoted: bigint
  readonly entry: bigint | null
  readonly isSlippage: boolean
}

export const entrySideOf = ({ direction, quoted, entry, isSlippage }: Executed): EntrySide => {
  if (entry === null) return isSlippage ? "refused" : "none"
  if (entry === quoted) return "same"
  return entry < quoted === (direction === "up") ? "better" : "worse"
}

/** The salted name that a leaf begins with. */
export const leafName = (salt: string, subject: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${salt}\n${subject}`)))

/** The leaf of a contract: its salted name, its group, how it was entered and after how long. */
export const contractLeaf = (
  salt: string,
  {
    id,
    group,
    side,
    waitMs,
  }: { readonly id: string; readonly group: number; readonly side: EntrySide; readonly waitMs: number },
): string => `${leafName(salt, id)} contract ${group} ${side} ${waitMs}`

/** The leaf of an account in a group. */
export const accountLeaf = (salt: string, memberId: string, group: number, isLosing: boolean): string =>
  `${leafName(salt, memberId)} account ${group} ${isLosing ? "lost" : "kept"}`

const LEAF =
  /^[0-9a-f]{64} (?:contract (\d{1,4}) (better|same|worse|refused|none) (\d{1,12})|account (\d{1,4}) (lost|kept))$/u

const isSide = (text: string | undefined): text is EntrySide => ENTRY_SIDES.some((side) => side === text)

/** The value that this share of sorted values does not exceed; 0 without values. */
const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

/** Adds up the leaves of a month, in the order of their names. Throws for one that is no leaf of it. */
export const tallyOf = (month: string, groups: readonly (readonly string[])[]) => {
  let tree: typeof EMPTY_FRONTIER | ReturnType<typeof appendSubtree<Hash>> = EMPTY_FRONTIER
  let last = ""
  const sums = groups.map((symbols) => ({
    counts: { accounts: 0, losing: 0, better: 0, same: 0, worse: 0, refused: 0, none: 0 },
    symbols,
    waits: [] as number[],
  }))
  const groupAt = (index: string | undefined) => {
    const group = sums[Number(index)]
    if (group === undefined) throw new RangeError("a leaf is of no group")
    return group
  }
  return {
    add: (leaf: string): void => {
      const parts = LEAF.exec(leaf)
      if (parts === null || leaf <= last) throw new RangeError("the leaves are malformed or not in order")
      last = leaf
      const [, contractGroup, side, wait, accountGroup, result] = parts
      if (isSide(side)) {
        const { counts, waits } = groupAt(contractGroup)
        counts[side] += 1
        if (side !== "refused" && side !== "none") waits.push(Number(wait))
      } else {
        const { counts } = groupAt(accountGroup)
        counts.accounts += 1
        if (result === "lost") counts.losing += 1
      }
      tree = appendSubtree<Hash>(tree, 0, leafHash(utf8ToBytes(leaf)), nodeHash)
    },
    end: (): ExecutionMonth => ({
      month,
      size: tree.size,
      root: base64nopad.encode(frontierHead<Hash>(tree, nodeHash) ?? EMPTY_ROOT),
      groups: sums.map(({ symbols, counts, waits }) => {
        const sorted = waits.toSorted((a, b) => a - b)
        return { symbols, ...counts, halfMs: shareOf(sorted, 0.5), mostMs: shareOf(sorted, 0.9) }
      }),
    }),
  }
}

const isInTree = ({ size, root }: ExecutionMonth, leaf: string, { index, path }: Counted): boolean => {
  try {
    if (index < 0 || index >= size) return false
    const hashes = path.map((hash) => base64nopad.decode(hash))
    const span = { from: index, to: index + 1 }
    const head = rangeProofRoot(size, [span], () => leafHash(utf8ToBytes(leaf)), hashes)
    return base64nopad.encode(head) === root
  } catch (thrown) {
    if (thrown instanceof ProofMismatch || thrown instanceof Error) return false
    throw thrown
  }
}

const unitsOrNull = (price: string | null) => (price === null ? null : priceUnitsOf(price))

const leafOf = (salt: string, group: number, order: Order): string => {
  const { id, direction, openingPrice, openedAtMs, acceptedAtMs, cancelReason } = order
  const side = entrySideOf({
    ...{ direction, quoted: priceUnitsOf(order.quotedPrice), entry: unitsOrNull(openingPrice) },
    isSlippage: cancelReason === "slippage",
  })
  return contractLeaf(salt, { id, group, side, waitMs: (openedAtMs ?? acceptedAtMs) - acceptedAtMs })
}

export interface OwnCounted {
  /** Leaves that are where they should be. */
  readonly right: number
  /** Contracts that are missing or on another side, and groups whose account is. */
  readonly wrong: readonly string[]
}

/** Whether a contract ended in a month. */
export const isEndedIn = (month: string, { closedAtMs }: Order): boolean => {
  const { fromMs, untilMs } = monthMs(month)
  return closedAtMs !== null && closedAtMs >= fromMs && closedAtMs < untilMs
}

/** Whether contracts that ended in a month, and the member's account in each group, are counted rightly. */
export const checkCounted = (
  month: ExecutionMonth,
  member: { readonly id: string; readonly orders: readonly Order[]; readonly isWhole: boolean },
  answered: readonly Counted[],
): OwnCounted => {
  const placeOf = new Map(answered.map((counted) => [counted.subject, counted]))
  const results = new Map<number, bigint>()
  const wrong: string[] = []
  let right = 0
  const judge = (subject: string, leaf: (salt: string) => string) => {
    const counted = placeOf.get(subject)
    if (counted !== undefined && isInTree(month, leaf(counted.salt), counted)) right += 1
    else wrong.push(subject)
  }
  for (const order of member.orders) {
    const { id, symbol, net } = order
    const group = month.groups.findIndex(({ symbols }) => symbols.includes(symbol))
    if (month.groups.length === 0 || !isEndedIn(month.month, order)) continue
    judge(id, (salt) => leafOf(salt, group, order))
    if (net !== null) results.set(group, (results.get(group) ?? 0n) + koboOf(net))
  }
  if (member.isWhole)
    for (const [group, result] of results)
      judge(String(group), (salt) => accountLeaf(salt, member.id, group, result < 0n))
  return { right, wrong }
}
