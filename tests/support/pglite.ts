import { Effect, Layer, Semaphore } from "effect"
import { markReady, prepareDirectory } from "../../server/db/data-directory.ts"
import { type Connection, Db, DbUnavailable, type Engine, makeDb } from "../../server/db/db.ts"
import { openPglite } from "../../server/db/open-pglite.ts"

const openHere = (directory: string | null, template: Blob | null) =>
  Effect.tryPromise({
    try: async () => {
      if (directory !== null) await prepareDirectory(directory)
      const opened = await openPglite(directory, template)
      if (directory !== null) markReady(directory)
      return opened
    },
    catch: (thrown) => new DbUnavailable({ message: `Cannot be opened: ${thrown}`, outcome: "none" }),
  })

/** As `pgliteLayer`, until the scope ends. */
export const openPgliteEngine = Effect.fnUntraced(function* (
  directory: string | null,
  template: Blob | null,
) {
  const database = yield* Effect.acquireRelease(openHere(directory, template), (opened) =>
    Effect.promise(() => opened.close().catch(() => undefined)),
  )
  const turn = yield* Semaphore.make(1)
  const connection: Connection = {
    run: async (sql, params) => {
      const { rows, affectedRows } = await database.query(sql, [...params])
      return { rows, affected: affectedRows ?? 0 }
    },
    script: async (sql) => void (await database.exec(sql)),
  }
  const engine: Engine = { name: "pglite", borrow: (use) => turn.withPermit(use(connection)) }
  return engine
})

/**
 * The embedded engine in this thread: the options and statements of the server's, without its
 * watchdog. A null `directory` keeps everything in memory; `template` is a dump of a data directory
 * to start from.
 */
export const pgliteLayer = (
  directory: string | null,
  template: Blob | null = null,
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.map(openPgliteEngine(directory, template), (engine) => makeDb(engine)),
  )
