import { existsSync, mkdirSync, openAsBlob, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { Db } from "../../server/db/db.ts"
import { migrate, migrations } from "../../server/db/migrations.ts"
import { markOf, pgliteLayer } from "../../server/db/pglite.ts"
import { makeTemplate, templatePath, unpackTemplate } from "../../server/db/template.ts"

const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/financial-links")

/** The path of an empty, packed data directory, made once and kept: starting from it is ten times faster than initialising one. */
const emptyDatabase = async (): Promise<string> => {
  const path = templatePath(cacheDirectory)
  if (!existsSync(path)) {
    mkdirSync(cacheDirectory, { recursive: true })
    const partial = `${path}.${process.pid}`
    writeFileSync(partial, await makeTemplate())
    renameSync(partial, path)
  }
  return path
}

/** Puts an empty embedded database into a new data folder, as if a server had been started on it once. */
export const prepareDataDir = async (dataDir: string): Promise<void> => {
  const directory = join(dataDir, "database")
  await unpackTemplate(await emptyDatabase(), directory)
  writeFileSync(markOf(directory), "")
}

const openEngine = async () => {
  const template = await openAsBlob(await emptyDatabase(), { type: "application/gzip" })
  const layer = Layer.provideMerge(Layer.effectDiscard(migrate(migrations)), pgliteLayer(null, template))
  return await ManagedRuntime.make(layer).runPromise(Db)
}

/** Engines that nobody uses just now; opening one costs a second of the processor, emptying one a tenth of that. */
const idle: Array<Db["Service"]> = []

/** No row is left but those that say how far the schema is: migrations write none. */
const emptied = Effect.fnUntraced(function* (db: Db["Service"]) {
  const tables = yield* db.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
  )
  yield* db.script(`truncate ${tables.map(({ name }) => name).join(", ")}`)
  idle.push(db)
})

/** A fresh embedded database in memory with the whole schema. Tests that change the schema must undo it. */
export const memoryDatabase: Layer.Layer<Db> = Layer.effect(
  Db,
  Effect.acquireRelease(
    Effect.suspend(() => {
      const known = idle.pop()
      return known === undefined ? Effect.promise(openEngine) : Effect.succeed(known)
    }),
    (db) => Effect.ignore(emptied(db)),
  ),
)
