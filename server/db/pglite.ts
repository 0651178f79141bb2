import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Layer, Semaphore } from "effect"
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
import { findTemplate, unpackTemplate } from "./template.ts"

const int8 = 20

/** A quarter of the engine's default: the operating system caches the same files. */
const engineMemory = ["-c", "shared_buffers=24MB", "-c", "wal_buffers=1MB"]

/**
 * The embedded engine. It has one connection, so statements outside a transaction wait for the
 * running transaction. It survives kill -9 but never calls fsync: a power failure may lose the last
 * moments. A null `directory` keeps everything in memory; `template` is a dump of a data directory
 * to start from.
 */
export const pgliteLayer = (
  directory: string | null,
  template: Blob | null = null,
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(openDatabase(directory, template), (opened) =>
        Effect.promise(() => opened.close().catch(() => undefined)),
      )
      const turn = yield* Semaphore.make(1)
      const connection: Connection = {
        run: (sql, params) => runStatement(database, sql, params),
        script: (sql) => database.exec(sql).then(() => undefined),
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
