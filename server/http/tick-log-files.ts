import { type Context, Effect } from "effect"
import { leafHash } from "../../src/domain/tick-log/merkle.ts"
import { encodeSummaryNode } from "../../src/domain/tick-log/summary-tree.ts"
import {
  encodeEntries,
  readSummaryTilePath,
  readTilePath,
  TILE_WIDTH,
  type TilePath,
  tickData,
} from "../../src/domain/tick-log/tile.ts"
import type { Db } from "../db/db.ts"
import { readLeaves, readMonthNote, readMonths } from "../market/execution.ts"
import { readLiabilityFile } from "../market/liabilities.ts"
import { Market } from "../market/market.ts"
import { readTicks } from "../market/tick-journal.ts"
import { readNodes } from "../market/tick-log/log-nodes.ts"
import type { HttpExchange } from "./api.ts"
import { cutStalledReader } from "./slow-sender.ts"

const join = (parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** The bytes of a tile or of a bundle of entries. Null where the log does not have all of it. */
const readTile = Effect.fnUntraced(function* (symbol: string, { level, index, width }: TilePath) {
  const from = index * TILE_WIDTH
  if (level !== "entries" && level > 0) {
    const nodes = yield* readNodes(symbol, level, from, from + width)
    return nodes.length === width ? join(nodes.map((node) => node.tickHash)) : null
  }
  const ticks = yield* readTicks(symbol, from + 1, width)
  const isWhole = ticks.length === width && ticks.every((tick, i) => tick.seq === from + i + 1)
  if (!isWhole) return null
  const entries = ticks.map((tick) => tickData(symbol, tick.seq, tick))
  return level === "entries" ? encodeEntries(entries) : join(entries.map(leafHash))
})

/** What is answered, with how long it may be kept. */
interface LogFile {
  readonly type: string
  readonly cacheControl: string
  readonly bytes: Uint8Array
}

const immutable = "public, max-age=31536000, immutable"
const text = (content: string): LogFile => ({
  type: "text/plain; charset=utf-8",
  cacheControl: "public, max-age=2",
  bytes: new Uint8Array(Buffer.from(content)),
})

/** The bytes of a tile of summaries. Null where the log does not have all of it. */
const readSummaryTile = Effect.fnUntraced(function* (symbol: string, { level, index, width }: TilePath) {
  if (level === "entries") return null
  const from = index * TILE_WIDTH
  // the stored levels count from the ticks: a complete tile of them is a leaf of this tree
  const nodes = yield* readNodes(symbol, level + 1, from, from + width)
  return nodes.length === width ? join(nodes.map((node) => encodeSummaryNode(node.summary))) : null
})

const readLogFile = Effect.fnUntraced(function* (symbol: string, name: string) {
  const { feed, checkpointOf } = yield* Market
  if (!feed.symbols.includes(symbol)) return null
  if (name === "checkpoint") {
    const checkpoint = checkpointOf(symbol)
    return checkpoint === null ? null : text(checkpoint)
  }
  const [tile, summaries] = [readTilePath(name), readSummaryTilePath(name)]
  let bytes: Uint8Array | null = null
  if (tile !== null) bytes = yield* readTile(symbol, tile)
  else if (summaries !== null) bytes = yield* readSummaryTile(symbol, summaries)
  if (bytes === null) return null
  const file: LogFile = { type: "application/octet-stream", cacheControl: immutable, bytes }
  return file
})

/** The months whose figures are published, those of one, or a tile of its leaves. */
const readExecutionFile = Effect.fnUntraced(function* (name: string) {
  if (name === "months") return text((yield* readMonths).map((month) => `${month}\n`).join(""))
  const [month = "", tile] = name.split("/")
  if (tile !== undefined && !/^\d{1,6}$/u.test(tile)) return null
  const content = tile === undefined ? yield* readMonthNote(month) : yield* readLeaves(month, Number(tile))
  return content === null ? null : { ...text(content), cacheControl: immutable }
})

/** Notes and days may be followed by others; leaves stay what they are while they are published. */
const readLiabilities = (name: string) =>
  Effect.map(readLiabilityFile(name), (bytes): LogFile | null =>
    bytes === null
      ? null
      : {
          type: "application/octet-stream",
          cacheControl: "public, max-age=60",
          bytes: new Uint8Array(bytes),
        },
  )

/** What belongs to no symbol: the key, and the symbols whose logs are published, one in each line. */
const readMarketFile = Effect.fnUntraced(function* (name: string) {
  const { feed, key, checkpointOf } = yield* Market
  if (name === "key") return text(`${key.publicText}\n`)
  if (name !== "symbols") return null
  const published = feed.symbols.filter((symbol) => checkpointOf(symbol) !== null)
  return text(published.map((symbol) => `${encodeURIComponent(symbol)}\n`).join(""))
})

const readFile = (first: string, name: string | undefined) => {
  if (name === undefined) return readMarketFile(first)
  if (first === "execution") return readExecutionFile(name)
  return first === "liabilities" ? readLiabilities(name) : readLogFile(first, name)
}

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/**
 * Serves the logs of the market without a session, in the paths of C2SP tlog-tiles below `/log/SYMBOL/`, the
 * market's key under `/log/key`, the symbols under `/log/symbols`, how contracts were executed below
 * `/log/execution/` and what is owed to members below `/log/liabilities/`. Resolves true when the path
 * belongs to them.
 */
export const serveLogFiles = (services: Context.Context<Db | Market>) => {
  const run = Effect.runPromiseWith(services)
  return async ({ request, response, url }: HttpExchange): Promise<boolean> => {
    const [, first, name] = /^\/log\/([^/]+)(?:\/(.+))?$/.exec(url.pathname) ?? []
    if (first === undefined) return false
    const symbol = decoded(first)
    const file = symbol === null ? null : await run(readFile(symbol, name))
    if (file === null) {
      response.writeHead(404, { "cache-control": "no-store" }).end()
      return true
    }
    cutStalledReader(response)
    response.writeHead(200, {
      "content-type": file.type,
      "content-length": file.bytes.length,
      "cache-control": file.cacheControl,
      "access-control-allow-origin": "*",
    })
    response.end(request.method === "HEAD" ? undefined : file.bytes)
    return true
  }
}
