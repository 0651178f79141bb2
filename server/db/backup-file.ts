/**
 * The form of a backup: lines of JSON, compressed with gzip. First a header, then each table (its
 * name and columns, then one array of texts for each row), at last the number of rows and a hash of
 * the lines before, sealed by SECRET. A backup of one engine restores on the other.
 */
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { pipeline } from "node:stream"
import { finished } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { Effect, Option, Schema } from "effect"

/** A keyed hash of a text, by the server's secret. */
export type Seal = (text: string) => string

/** The file is no complete backup, or a database cannot take it. Nothing was changed. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  message: Schema.String,
}) {}

export const BACKUP_FORMAT = 1

const Header = Schema.Struct({
  format: Schema.Literal(BACKUP_FORMAT),
  atMs: Schema.Int,
  engine: Schema.String,
  /** What the schema consists of. The checksum is null where an earlier release stored none. */
  migrations: Schema.Array(Schema.Struct({ id: Schema.String, checksum: Schema.NullOr(Schema.String) })),
})
export type BackupHeader = typeof Header.Type

const Column = Schema.Struct({ name: Schema.String, type: Schema.String })
/** The line before the rows of a table. */
export const TableLine = Schema.fromJsonString(
  Schema.Struct({ table: Schema.String, columns: Schema.Array(Column) }),
)
const EndLine = Schema.fromJsonString(
  Schema.Struct({
    rows: Schema.Int,
    sha256: Schema.String,
    /** Absent in backups of earlier releases. */
    seal: Schema.optionalKey(Schema.String),
  }),
)

const HeaderLine = Schema.fromJsonString(Header)
export const encodeHeader = Schema.encodeSync(HeaderLine)
const encodeEnd = Schema.encodeSync(EndLine)
const decodeHeader = Schema.decodeUnknownOption(HeaderLine)
const decodeEnd = Schema.decodeUnknownOption(EndLine)

export const isRowLine = (line: string): boolean => line.startsWith("[")

const lineHash = () => {
  const hash = createHash("sha256")
  let rows = 0
  return {
    add: (line: string): void => {
      hash.update(`${line}\n`)
      if (isRowLine(line)) rows += 1
    },
    end: () => ({ rows, sha256: hash.digest("hex") }),
  }
}

const sealed = ({ rows, sha256 }: ReturnType<ReturnType<typeof lineHash>["end"]>) => `${rows} ${sha256}`

const sentenceOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Runs work on a file. A failure becomes a refusal. */
export const onFile = <A>(work: () => Promise<A>): Effect.Effect<A, BackupRefused> =>
  Effect.tryPromise({
    try: work,
    catch: (thrown) =>
      thrown instanceof BackupRefused
        ? thrown
        : new BackupRefused({ message: `The file cannot be read or written: ${sentenceOf(thrown)}` }),
  })

/**
 * Opens a new file for writing, for this user alone. `write` waits for the disk; `end` adds the last
 * line and waits until everything is written.
 */
export const createBackupFile = (path: string, seal: Seal) => {
  const gzip = createGzip({ level: 3 })
  const file = createWriteStream(path, { mode: 0o600 })
  // A failure ends both streams; the next write receives it.
  const copied = pipeline(gzip, file, () => {})
  const hash = lineHash()
  const writeText = (text: string) =>
    new Promise<void>((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())))
  return {
    write: async (lines: ReadonlyArray<string>): Promise<void> => {
      for (const line of lines) hash.add(line)
      await writeText(lines.map((line) => `${line}\n`).join(""))
    },
    end: async (): Promise<void> => {
      const end = hash.end()
      gzip.end(`${encodeEnd({ ...end, seal: seal(sealed(end)) })}\n`)
      await finished(copied)
    },
    destroy: (): void => void gzip.destroy(),
  }
}

/** The lines of a backup, read no faster than they are taken. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const unpacked = pipeline(createReadStream(path), createGunzip(), () => {})
  unpacked.setEncoding("utf8")
  let parts: Array<string> = []
  for await (const chunk of unpacked) {
    const lines = String(chunk).split("\n")
    const rest = lines.pop() ?? ""
    for (const line of lines) {
      yield [...parts, line].join("")
      parts = []
    }
    parts.push(rest)
  }
  const last = parts.join("")
  if (last !== "") yield last
}

/**
 * Reads a whole file and compares it with its last line and seal. Returns the header. Without `seal`
 * a file that was written again by another hand passes.
 */
export const checkBackupFile = (
  path: string,
  seal: Seal | null,
): Effect.Effect<BackupHeader, BackupRefused> =>
  onFile(async () => {
    const hash = lineHash()
    let header: BackupHeader | null = null
    let last = ""
    for await (const line of readLines(path)) {
      header ??= Option.getOrNull(decodeHeader(line))
      if (header === null) throw new BackupRefused({ message: "The file is no backup of this format." })
      if (last !== "") hash.add(last)
      last = line
    }
    const end = Option.getOrNull(decodeEnd(last))
    if (header === null || end === null) throw new BackupRefused({ message: "The backup is cut off." })
    const found = hash.end()
    if (end.rows !== found.rows || end.sha256 !== found.sha256)
      throw new BackupRefused({ message: "The backup was altered: its hash is another." })
    if (seal !== null && end.seal === undefined)
      throw new BackupRefused({
        message: "The backup is not sealed: an earlier release wrote it, or another hand.",
      })
    if (seal !== null && end.seal !== seal(sealed(found)))
      throw new BackupRefused({ message: "The backup was altered, or another SECRET has sealed it." })
    return header
  })
