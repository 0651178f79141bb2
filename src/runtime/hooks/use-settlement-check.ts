/** Checks the settlement of a contract on this device. */
import { useEffect, useEffectEvent, useState } from "react"
import { DAY_MS } from "../../domain/account-day.ts"
import {
  checkSettlement,
  contractFileText,
  hasOldForm,
  openCheckpoint,
  readMarketKey,
  type Verdict,
} from "../../domain/check-settlement.ts"
import type { Order, OrderDetail } from "../../domain/entities.ts"
import { priceUnitsOf } from "../../domain/money.ts"
import { type Continuity, continuityOf, type ReadLogFile } from "../../domain/tick-log/log-tiles.ts"
import { areTicksLogged, isTileHonest, tileCount } from "../../domain/tick-log/open-tile.ts"
import type { Checkpoint } from "../../domain/tick-log/signed-note.ts"
import { TILE_WIDTH } from "../../domain/tick-log/tile.ts"
import { type Refusal, refused } from "../../domain/verify-settlement.ts"
import type { MarketTrust } from "../api/market-trust.ts"
import type { SeenCheckpoint } from "../api/market-trust-store.ts"
import { readContracts } from "../api/own-contracts.ts"
import { useApiLayer } from "./runtime-context.tsx"

export interface CheckedSettlement {
  readonly verdict: Verdict
  /** Tiles of the log that were opened at random and recomputed. */
  readonly openedTiles: number
  /** False where the log could not be reached to compare it with what was seen before. */
  readonly isCompared: boolean
}

/** Checkpoints of accepted orders that are compared in one check; the others wait for the next. */
const COMPARISONS_MAX = 8
/** Tiles opened in one check. */
const TILES_OPENED = 3
const LOG_FILE_TIMEOUT_MS = 10_000

/** Reads the published log of a symbol from this origin. */
const logReaderOf =
  (baseUrl: string, symbol: string): ReadLogFile =>
  async (path) => {
    const url = `${baseUrl}/log/${encodeURIComponent(symbol)}/${path}`
    const response = await fetch(url, {
      credentials: "omit",
      signal: AbortSignal.timeout(LOG_FILE_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the log answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  }

/** The checkpoints of this symbol that were seen, and are signed with the key that is trusted. */
const readSeen = async (trust: MarketTrust, symbol: string, publicKey: Uint8Array) => {
  const seen = await Promise.all(
    (await trust.checkpointsOf(symbol)).map(async (row) => ({
      row,
      checkpoint: await openCheckpoint(row.note, symbol, publicKey),
    })),
  )
  const isSigned = (each: (typeof seen)[number]): each is { row: SeenCheckpoint; checkpoint: Checkpoint } =>
    each.checkpoint !== null
  const signed = seen.filter(isSigned)
  return {
    compared: signed.filter(({ row }) => row.isCompared).map(({ checkpoint }) => checkpoint),
    others: signed.filter(({ row }) => !row.isCompared).slice(-COMPARISONS_MAX),
  }
}

/**
 * Compares a checkpoint with everything that was seen of its log, and remembers what belongs to it. The
 * proof has shown already that it extends the checkpoint of the order.
 */
const compare = async (
  order: Order,
  verdict: Verdict & { readonly kind: "verified" },
  publicKey: Uint8Array,
  trust: MarketTrust,
  read: ReadLogFile,
): Promise<Continuity> => {
  const { checkpoint, note } = verdict
  const { symbol, size } = checkpoint
  const { compared, others } = await readSeen(trust, symbol, publicKey)
  const continuity = await continuityOf(checkpoint, compared, read)
  if (continuity === "contradicts" || continuity === "unknown") return continuity
  const belonging: SeenCheckpoint[] = [{ symbol, size, note, isCompared: true }]
  let isWhole = true
  for (const other of others) {
    const isShown = other.row.note === order.checkpoint
    const found = isShown ? "continues" : await continuityOf(checkpoint, [other.checkpoint], read)
    if (found === "contradicts") return found
    if (found === "unknown") isWhole = false
    else belonging.push({ ...other.row, isCompared: true })
  }
  await trust.addCheckpoints(belonging)
  return isWhole ? continuity : "unknown"
}

/**
 * Since when contracts carry a checkpoint: as this device has seen it, or else as the log says now. A
 * market cannot move it, because the earliest time counts. Null where it is not known.
 */
const receiptsSince = async (
  trust: MarketTrust,
  symbol: string,
  publicKey: Uint8Array,
  read: ReadLogFile,
): Promise<number | null> => {
  const { compared, others } = await readSeen(trust, symbol, publicKey)
  const seen = [...compared, ...others.map(({ checkpoint }) => checkpoint)]
  const times = seen.flatMap(({ receiptsSinceMs }) => (receiptsSinceMs === null ? [] : [receiptsSinceMs]))
  if (times.length > 0) return Math.min(...times)
  try {
    const note = new TextDecoder().decode(await read("checkpoint"))
    return (await openCheckpoint(note, symbol, publicKey))?.receiptsSinceMs ?? null
  } catch {
    return null
  }
}

/**
 * Whether the ticks that an answer in the old form shows are in the log. Such an answer has no signed
 * word about its acceptance, but a false date needs other ticks around the entry. True where the log
 * cannot be reached, or ends before them: a journal with a gap is published up to the gap.
 */
const mayBeLogged = async (
  { order: { symbol }, entryTicks, exitTicks }: OrderDetail,
  publicKey: Uint8Array,
  read: ReadLogFile,
): Promise<boolean> => {
  try {
    const note = new TextDecoder().decode(await read("checkpoint"))
    const checkpoint = await openCheckpoint(note, symbol, publicKey)
    if (checkpoint === null) return true
    const ticks = [...entryTicks, ...exitTicks]
      .map(({ seq, atMs, price }) => ({ seq, atMs, price: priceUnitsOf(price) }))
      .filter(({ seq }) => seq <= checkpoint.size)
    return await areTicksLogged(checkpoint, ticks, read)
  } catch {
    return true
  }
}

/** Different tiles of a range, chosen at random: the next free one where a number comes twice. */
const chooseTiles = (from: number, to: number, random: () => number): readonly number[] => {
  const count = to - from
  const chosen = new Set<number>()
  for (let choice = 0; choice < Math.min(TILES_OPENED, count); choice += 1) {
    let tile = Math.floor(random() * count)
    while (chosen.has(tile)) tile = (tile + 1) % count
    chosen.add(tile)
  }
  return Array.from(chosen, (tile) => from + tile)
}

/**
 * Opens tiles that the proof has not opened: those between entry and exit, or any of the log where there
 * are none. How many were honest; null where one was not. 0 where the log could not be reached.
 */
const openTiles = async (
  { entrySeq, exitSeq }: Order,
  checkpoint: Checkpoint,
  read: ReadLogFile,
  random: () => number,
): Promise<number | null> => {
  const all = { from: 0, to: tileCount(checkpoint) }
  const between = {
    from: Math.floor((entrySeq ?? 0) / TILE_WIDTH) + 1,
    to: Math.min(all.to, Math.floor((exitSeq ?? 0) / TILE_WIDTH)),
  }
  const { from, to } = between.from < between.to ? between : all
  try {
    const found = await Promise.all(
      chooseTiles(from, to, random).map((index) => isTileHonest(checkpoint, index, read)),
    )
    return found.every((isHonest) => isHonest) ? found.length : null
  } catch {
    return 0
  }
}

/** Reads each file once. */
const remembering = (read: ReadLogFile): ReadLogFile => {
  const files = new Map<string, Promise<Uint8Array>>()
  return (path) => {
    const file = files.get(path) ?? read(path)
    files.set(path, file)
    return file
  }
}

/** Whose contract is checked, and with which others their limits of amounts are summed. */
export interface ContractOwner {
  readonly id: string
  readonly readOthers: () => Promise<readonly Order[]>
}

/** Rejects where the device cannot compute hashes, or the market's key could not be learned. */
export const checkOnDevice = async (
  detail: OrderDetail,
  trust: MarketTrust,
  baseUrl: string,
  random: () => number = Math.random,
  owner: ContractOwner | null = null,
): Promise<CheckedSettlement> => {
  const { symbol, id } = detail.order
  const read = remembering(logReaderOf(baseUrl, symbol))
  const key = await trust.key()
  const publicKey = key === null ? null : readMarketKey(key)
  const receiptsSinceMs =
    publicKey !== null && hasOldForm(detail) ? await receiptsSince(trust, symbol, publicKey, read) : null
  const receipt = await trust.receiptOf(id)
  const promises = owner === null ? [] : await trust.promisesOf(owner.id)
  const isLimited = promises.length > 0 || detail.promises !== undefined
  const verdict = await checkSettlement(detail, {
    publicKey,
    acceptedWith: receipt?.note ?? null,
    acceptedTerms: receipt?.terms ?? null,
    closeTerms: await trust.closeTermsOf(id),
    amendmentTerms: await trust.amendmentTermsOf(id),
    receiptsSinceMs,
    member: owner === null ? null : { id: owner.id, promises },
    others: owner !== null && isLimited ? await owner.readOthers() : [],
  })
  const isCompared = true
  const refuse = (reason: Refusal): CheckedSettlement => ({
    verdict: { kind: "refused", ...refused(reason) },
    isCompared,
    openedTiles: 0,
  })
  if (verdict.kind === "old-form" && publicKey !== null && !(await mayBeLogged(detail, publicKey, read)))
    return refuse("ticks")
  if (verdict.kind !== "verified" || publicKey === null) return { verdict, isCompared, openedTiles: 0 }
  const continuity = await compare(detail.order, verdict, publicKey, trust, read)
  if (continuity === "contradicts") return refuse("rollback")
  const openedTiles = await openTiles(detail.order, verdict.checkpoint, read, random)
  if (openedTiles === null) return refuse("tiles")
  return { verdict, isCompared: continuity !== "unknown", openedTiles }
}

/** Limits look back so far. */
const LIMITS_LOOK_BACK_MS = 31 * DAY_MS

/** Promises that this device has kept are evidence where the market's answer lacks them. */
export const withPromises = async (
  detail: OrderDetail,
  trust: Pick<MarketTrust, "promisesOf">,
  memberId: string | null,
): Promise<OrderDetail> => {
  const kept = memberId === null ? [] : await trust.promisesOf(memberId).catch(() => [])
  const promises = [...new Set([...(detail.promises ?? []), ...kept])]
  return promises.length === 0 ? detail : { ...detail, promises }
}

/** What the last check found. `awaiting`: the market has not proved the settlement yet. */
export type SettlementCheck =
  | { readonly phase: "idle" | "busy" | "failed"; readonly found: null }
  | { readonly phase: "done" | "awaiting"; readonly found: CheckedSettlement }

/** Runs the check. A failure is one of the device or the network: nothing was found. */
export const settlementCheck = (read: () => Promise<CheckedSettlement>): Promise<SettlementCheck> =>
  read().then(
    (found) => ({ phase: found.verdict.kind === "pending" ? "awaiting" : "done", found }),
    () => ({ phase: "failed", found: null }),
  )

/** One check at a time. One that found no proof yet is repeated when the proof arrives. */
export const useSettlementCheck = (
  detail: OrderDetail,
): SettlementCheck & { readonly check: () => void; readonly readFile: () => Promise<string> } => {
  const { marketTrust, caller, call } = useApiLayer()
  const memberId = caller.userId()
  const sinceMs = detail.order.acceptedAtMs - LIMITS_LOOK_BACK_MS
  const readOthers = async () => (await readContracts(call, sinceMs)).orders
  const owner = memberId === null ? null : { id: memberId, readOthers }
  const [state, setState] = useState<SettlementCheck>({ phase: "idle", found: null })
  const check = () => {
    if (state.phase === "busy") return
    setState({ phase: "busy", found: null })
    settlementCheck(() => checkOnDevice(detail, marketTrust, caller.baseUrl, Math.random, owner)).then(
      setState,
    )
  }
  const repeat = useEffectEvent(check)
  const isDue = state.phase === "awaiting" && typeof detail.proof === "string"
  useEffect(() => {
    if (isDue) repeat()
  }, [isDue])
  const readFile = async () => contractFileText(await withPromises(detail, marketTrust, memberId))
  return { ...state, check, readFile }
}
