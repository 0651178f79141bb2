/**
 * How a market's log is published: tiles of hashes and bundles of entries under fixed paths (C2SP
 * tlog-tiles), and the ticks in them.
 */
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { type PriceUnits, priceOf, priceUnitsOf } from "../money.ts"

/** Hashes of one tile, and entries of one bundle: a tile of height 8. */
export const TILE_WIDTH = 256

/** The part of a tick that the log records. */
export interface LoggedTick {
  readonly atMs: number
  readonly price: PriceUnits
}

/**
 * The bytes of one tick: a leaf of the tree, and an entry of a bundle. Each line is one field, and no
 * field may contain a line break.
 */
export const tickData = (symbol: string, seq: number, tick: LoggedTick): Uint8Array =>
  utf8ToBytes(`${symbol}\n${seq}\n${tick.atMs}\n${priceOf(tick.price)}\n`)

/** A tile of level 0 and above, or a bundle of entries; `width` is below 256 for a partial one. */
export interface TilePath {
  readonly level: number | "entries"
  readonly index: number
  readonly width: number
}

const indexPath = (index: number): string => {
  const last = String(index % 1000).padStart(3, "0")
  let path = last
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, "0")}/${path}`
  return path
}

/** The path of a tile below the address of its log: "tile/0/x001/234.p/17". */
export const tilePath = ({ level, index, width }: TilePath): string =>
  `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? "" : `.p/${width}`}`

/** The path of a tile of summaries, in the tree over the complete tiles of ticks: "summaries/0/000.p/9". */
export const summaryTilePath = (tile: TilePath): string => tilePath(tile).replace(/^tile/u, "summaries")

const pathPattern = /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/u

/** Reads a path. Null where it names no tile, or names one in another way than `tilePath`. */
export const readTilePath = (path: string): TilePath | null => {
  const [, level, digits = "", width] = pathPattern.exec(path) ?? []
  if (level === undefined) return null
  const index = Number(digits.replace(/[x/]/gu, ""))
  const tile: TilePath = {
    level: level === "entries" ? level : Number(level),
    index,
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  return Number.isSafeInteger(index) && tilePath(tile) === path && tile.width > 0 ? tile : null
}

/** Reads the path of a tile of summaries. Null where it names none. */
export const readSummaryTilePath = (path: string): TilePath | null => {
  const tile = path.startsWith("summaries/") ? readTilePath(path.replace(/^summaries/u, "tile")) : null
  return tile === null || tile.level === "entries" ? null : tile
}

/** Entries with their lengths in two bytes each, highest first. */
export const encodeEntries = (entries: readonly Uint8Array[]): Uint8Array =>
  concatBytes(...entries.flatMap((each) => [Uint8Array.of(each.length >> 8, each.length & 255), each]))

const splitEntries = (bytes: Uint8Array): readonly Uint8Array[] => {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
    entries.push(bytes.slice(at + 2, at + 2 + length))
    at += 2 + length
  }
  return entries
}

const linePattern = /^\n(\d{1,15})\n(\d{1,15}\.\d{4})\n$/u

/**
 * Reads a bundle of entries whose first tick has this number. Null where it is anything but the ticks
 * of this symbol in order, each later than the one before.
 */
export const decodeTicks = (
  symbol: string,
  firstSeq: number,
  bytes: Uint8Array,
): readonly LoggedTick[] | null => {
  const ticks: LoggedTick[] = []
  for (const [index, entry] of splitEntries(bytes).entries()) {
    const head = `${symbol}\n${firstSeq + index}`
    const text = new TextDecoder().decode(entry)
    const [, atMs, price] = linePattern.exec(text.startsWith(head) ? text.slice(head.length) : "") ?? []
    if (atMs === undefined || price === undefined) return null
    const tick = { atMs: Number(atMs), price: priceUnitsOf(price) }
    if (tick.atMs <= (ticks.at(-1)?.atMs ?? -1)) return null
    ticks.push(tick)
  }
  const again = encodeEntries(ticks.map((tick, index) => tickData(symbol, firstSeq + index, tick)))
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at]) ? ticks : null
}
