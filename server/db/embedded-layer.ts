import { dirname } from "node:path"
import { Effect, Layer } from "effect"
import { markReady, prepareDirectory } from "./data-directory.ts"
import { type Connection, Db, DbUnavailable, makeDb } from "./db.ts"
import { freeBytesOf, type ReadFreeBytes, watchDiskSpace } from "./disk-space.ts"
import { ENGINE_LIMITS, type EngineLimits, superviseEngine } from "./embedded-engine.ts"
import { openEngineThread } from "./engine-thread.ts"

const reading = /^\s*(select|begin|commit|rollback)\b/i
const tables = /^\s*with\b/i
const writing = /\b(insert|update|delete|merge)\b/i

/** Whether a statement writes nothing. One that names its tables first may write in each of them. */
const isHarmless = (sql: string): boolean => reading.test(sql) || (tables.test(sql) && !writing.test(sql))

/** Refuses writes that the disk has no room for. */
const guarded = (connection: Connection, requireSpace: () => void): Connection => ({
  run: async (sql, params) => {
    if (!isHarmless(sql)) requireSpace()
    return connection.run(sql, params)
  },
  script: async (sql) => {
    requireSpace()
    await connection.script(sql)
  },
})

const openingFailed = (thrown: unknown) =>
  new DbUnavailable({ message: `The embedded database cannot be opened: ${thrown}`, outcome: "none" })

/**
 * The embedded engine in a thread of its own. It has one connection, so statements outside a
 * transaction wait for the running transaction. It survives kill -9 but never calls fsync: a power
 * failure may lose the last moments. On an almost full disk it refuses to write, and reads. While
 * its thread answers nothing, every call is refused; a thread that stays silent is replaced.
 */
export const embeddedLayer = (
  directory: string,
  limits: EngineLimits = ENGINE_LIMITS,
  readFreeBytes: ReadFreeBytes = freeBytesOf(dirname(directory)),
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.gen(function* () {
      const open = async () => {
        await prepareDirectory(directory)
        const engine = await superviseEngine(() => openEngineThread(directory), limits)
        markReady(directory)
        return engine
      }
      const engine = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: open, catch: openingFailed }),
        (opened) => Effect.promise(opened.close),
      )
      const requireSpace = yield* watchDiskSpace(readFreeBytes)
      return makeDb({
        ...engine,
        borrow: (use) => engine.borrow((connection) => use(guarded(connection, requireSpace))),
      })
    }),
  )
