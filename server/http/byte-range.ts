/** Answers requests for a part of a file (RFC 9110, section 14). */
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { lookup } from "mrmime"

interface ByteRange {
  readonly start: number
  /** The last byte. */
  readonly end: number
}

/** One range of the header; null where it reaches no byte of the file, undefined for a wrong one. */
const readRange = (text: string, size: number): ByteRange | null | undefined => {
  const [, first, last = "", suffix] = /^(?:(\d+)-(\d*)|-(\d+))$/.exec(text) ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? null : { start: size - length, end: size - 1 }
  }
  if (first === undefined || (last !== "" && Number(last) < Number(first))) return undefined
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1)
  return Number(first) < size ? { start: Number(first), end } : null
}

/**
 * The part of a file that a `Range` header asks for. "whole": the header is none of bytes, wrong, or
 * asks for several parts, and is ignored.
 */
export const byteRangeOf = (header: string, size: number): ByteRange | "whole" | "unsatisfiable" => {
  const [, list] = /^bytes=(.*)$/i.exec(header.trim()) ?? []
  const texts = (list ?? "").split(",").map((text) => text.trim())
  const ranges = texts.filter((text) => text !== "").map((text) => readRange(text, size))
  if (ranges.length === 0 || ranges.includes(undefined)) return "whole"
  const [range, ...others] = ranges.filter((each) => each !== null)
  if (range === undefined) return others.length === 0 ? "unsatisfiable" : "whole"
  return others.length === 0 ? range : "whole"
}

/** A file's path, as the whole file has it: no hidden ones, and none outside of the folder. */
const pathIn = (folder: string, url: string): string | null => {
  try {
    const pathname = decodeURIComponent(URL.parse(url, "http://localhost")?.pathname ?? "/")
    return /\/\.|\\|\0/.test(pathname) ? null : join(folder, pathname)
  } catch {
    return null
  }
}

/** Validators of files are weak, and a weak one matches no `If-Range`; the time of change does. */
const isUnchanged = (ifRange: string | undefined, changed: string): boolean =>
  ifRange === undefined || ifRange === changed

/**
 * Sends the part of a file that `header` asks for, without compression. False where the whole file is
 * the answer, and where there is none.
 */
export const sendByteRange = async (
  folder: string,
  { url = "/", headers }: IncomingMessage,
  response: ServerResponse,
  header: string,
): Promise<boolean> => {
  const path = pathIn(folder, url)
  const stats = path === null ? undefined : await stat(path).catch(() => undefined)
  if (path === null || !stats?.isFile()) return false
  const changed = stats.mtime.toUTCString()
  if (headers["if-none-match"] !== undefined || !isUnchanged(headers["if-range"]?.toString(), changed))
    return false
  const range = byteRangeOf(header, stats.size)
  if (range === "whole") return false
  if (range === "unsatisfiable") {
    response.writeHead(416, { "content-range": `bytes */${stats.size}`, "content-length": 0 }).end()
    return true
  }
  const { start, end } = range
  response.writeHead(206, {
    "content-type": lookup(path) ?? "application/octet-stream",
    "content-length": end - start + 1,
    "content-range": `bytes ${start}-${end}/${stats.size}`,
    "last-modified": changed,
    etag: `W/"${stats.size}-${stats.mtime.getTime()}"`,
    vary: "Accept-Encoding",
  })
  await pipeline(createReadStream(path, { start, end }), response).catch(() => response.destroy())
  return true
}
