import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import { Effect, Layer, Option, Schema, Semaphore } from "effect"
import { extract } from "tar-fs"
import { projectFolder } from "../paths.ts"
import { compileEngine } from "./compile-engine.ts"
import {
  type Connection,
  Db,
  DbUnavailable,
  type Engine,
  makeDb,
  type SqlResult,
  type SqlValue,
} from "./db.ts"
import { freeBytesOf, type ReadFreeBytes, watchDiskSpace } from "./disk-space.ts"

const int8 = 20

/** A quarter of the engine's default: the operating system caches the same files. */
const engineMemory = ["-c", "shared_buffers=24MB", "-c", "wal_buffers=1MB"]

/** Statements that write nothing. */
const harmless = /^\s*(select|begin|commit|rollback)\b/i

/**
 * The embedded engine. It has one connection, so statements outside a transaction wait for the
 * running transaction. It survives kill -9 but never calls fsync: a power failure may lose the last
 * moments. On an almost full disk it refuses to write, and reads. A null `directory` keeps everything
 * in memory; `template` is a dump of a data directory to start from.
 */
export const pgliteLayer = (
  directory: string | null,
  template: Blob | null = null,
  readFreeBytes: ReadFreeBytes | null = directory === null ? null : freeBytesOf(dirname(directory)),
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(openDatabase(directory, template), (opened) =>
        Effect.promise(() => opened.close().catch(() => undefined)),
      )
      const turn = yield* Semaphore.make(1)
      const requireSpace = readFreeBytes === null ? () => {} : yield* watchDiskSpace(readFreeBytes)
      const connection: Connection = {
        run: async (sql, params) => {
          if (!harmless.test(sql)) requireSpace()
          return runStatement(database, sql, params)
        },
        script: async (sql) => {
          requireSpace()
          await database.exec(sql)
        },
      }
      const engine: Engine = { name: "pglite", borrow: (use) => turn.withPermit(use(connection)) }
      return makeDb(engine)
    }),
  )

const openDatabase = (directory: string | null, template: Blob | null) =>
  Effect.tryPromise({
    try: async () => {
      if (directory !== null && isNew(directory)) await begin(directory)
      const { PGlite } = await import("@electric-sql/pglite")
      const opened = await PGlite.create({
        pgliteWasmModule: await compileEngine(),
        dataDir: directory ?? "memory://",
        startParams: [...PGlite.defaultStartParams, ...engineMemory],
        parsers: { [int8]: (text: string) => BigInt(text) },
        ...(template === null ? {} : { loadDataDir: template }),
      })
      if (directory !== null) writeFileSync(readyMarkerOf(directory), "", { mode: 0o600 })
      return opened
    },
    catch: (thrown) =>
      new DbUnavailable({ message: `The embedded database cannot be opened: ${thrown}`, outcome: "none" }),
  })

const begin = async (directory: string): Promise<void> => {
  const packed = findTemplate()
  if (packed !== null) await unpackTemplate(packed, directory)
}

/** Marker file beside a directory that has been opened successfully once. */
export const readyMarkerOf = (directory: string): string => `${directory}.made`

/**
 * True when there is no usable directory. One without its marker was never finished, because the
 * server was killed while initialising it; it is renamed.
 */
const isNew = (directory: string): boolean => {
  mkdirSync(dirname(directory), { recursive: true, mode: 0o700 })
  if (!existsSync(directory)) return true
  if (existsSync(readyMarkerOf(directory))) return false
  renameSync(directory, `${directory}.unfinished-${Date.now()}`)
  return true
}

type Opened = Effect.Success<ReturnType<typeof openDatabase>>

const runStatement = async (
  database: Opened,
  sql: string,
  params: ReadonlyArray<SqlValue>,
): Promise<SqlResult> => {
  const answer = await database.query(sql, [...params])
  return { rows: answer.rows, affected: answer.affectedRows ?? 0 }
}

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

const engineVersion = (): string | null => {
  const path = join(projectFolder, "node_modules/@electric-sql/pglite/package.json")
  if (!existsSync(path)) return null
  const manifest = Schema.decodeUnknownOption(Manifest)(readFileSync(path, "utf8"))
  return Option.getOrNull(Option.map(manifest, ({ version }) => version))
}

/**
 * Path of the built template. Its name contains the engine's version, so that a template of another
 * version is never used.
 */
export const templatePath = (distFolder: string): string =>
  join(distFolder, `database-${engineVersion() ?? "unknown"}.tar.gz`)

/**
 * Builds an initialised, empty data directory of the embedded engine as a tar.gz. Unpacking it
 * takes a fraction of the time and memory of initialising one.
 */
export const makeTemplate = async (): Promise<Uint8Array> => {
  const { PGlite } = await import("@electric-sql/pglite")
  const database = await PGlite.create("memory://")
  const packed = await database.dumpDataDir("gzip")
  await database.close()
  return new Uint8Array(await packed.arrayBuffer())
}

/**
 * The built template. Null where there is none; the engine then initialises its directory itself.
 */
const findTemplate = (): string | null => {
  const path = templatePath(join(projectFolder, "dist"))
  return existsSync(path) ? path : null
}

/** Unpacks a template. The directory appears complete or not at all. */
export const unpackTemplate = async (path: string, directory: string): Promise<void> => {
  const partial = `${directory}.unpacking-${process.pid}`
  await pipeline(createReadStream(path), createGunzip(), extract(partial))
  renameSync(partial, directory)
}

/** Another running process holds the data folder. */
export class DirectoryTaken extends Schema.TaggedError<DirectoryTaken>()("DirectoryTaken", {
  message: Schema.String,
}) {}

/**
 * Locks a folder for this process until the scope closes or the process ends. The lock is SQLite's
 * exclusive file lock, which the operating system releases: a killed process leaves nothing behind,
 * and of two processes that start at once exactly one gets it. The lock file lies beside the
 * engine's directory, never in it.
 */
export const holdDirectory = (lockFile: string): Layer.Layer<never, DirectoryTaken> =>
  Layer.effectDiscard(
    Effect.acquireRelease(Effect.try({ try: () => take(lockFile), catch: refused(lockFile) }), (held) =>
      Effect.sync(() => held.close()),
    ),
  )

const take = (lockFile: string): DatabaseSync => {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    file.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive")
    return file
  } catch (thrown) {
    file.close()
    throw thrown
  }
}

const busy = 5

const refused =
  (lockFile: string) =>
  (thrown: unknown): DirectoryTaken => {
    const isTaken = typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "errcode") === busy
    const folder = dirname(lockFile)
    return new DirectoryTaken({
      message: isTaken
        ? `The data folder ${folder} is in use by another running server.`
        : `The data folder ${folder} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}.`,
    })
  }
