import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { basename, join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { makeTemplate, markReady, templatePath, unpackTemplate } from "../../server/db/data-directory.ts"
import { Db, type Engine, makeDb } from "../../server/db/db.ts"
import { migrate, migrations } from "../../server/db/migrations.ts"
import { openPgliteEngine, pgliteLayer } from "./pglite.ts"

const cacheDirectory = join(import.meta.dirname, "../../node_modules/.cache/financial-links")

/** The path of a cached, packed, empty data directory: ten times faster than initialising one. */
export const emptyDatabase = async (): Promise<string> => {
  const path = templatePath(cacheDirectory)
  if (!existsSync(path)) {
    mkdirSync(cacheDirectory, { recursive: true })
    const partial = `${path}.${process.pid}`
    writeFileSync(partial, await makeTemplate())
    try {
      // unlike a renaming, it replaces no file that another process reads
      linkSync(partial, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    } finally {
      rmSync(partial, { force: true })
    }
  }
  return path
}

const makeMigrated = async (path: string): Promise<string> => {
  const packed = await emptyDatabase()
  const partial = mkdtempSync(join(cacheDirectory, "migrating-"))
  try {
    const directory = join(partial, "database")
    await unpackTemplate(packed, directory)
    const layer = Layer.provideMerge(Layer.effectDiscard(migrate(migrations)), pgliteLayer(directory))
    await Effect.runPromise(Effect.orDie(Effect.scoped(Layer.build(layer))))
    renameSync(directory, path)
  } catch (error) {
    // another process may have been first
    if (!existsSync(path)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return path
}

/** Names what the migrations make. */
export const schemaHash = (): string =>
  createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16)

let migrated: Promise<string> | undefined

/**
 * The path of a cached data directory with the whole schema and no rows. Copying it takes a sixth of
 * the CPU time of unpacking an empty one and migrating it.
 */
const migratedDatabase = (): Promise<string> => {
  const path = join(cacheDirectory, `${basename(templatePath(""), ".tar.gz")}-${schemaHash()}`)
  migrated ??= existsSync(path) ? Promise.resolve(path) : makeMigrated(path)
  return migrated
}

/** Puts an embedded database without rows into a new data folder. */
export const prepareDataDir = async (dataDir: string): Promise<void> => {
  const directory = join(dataDir, "database")
  cpSync(await migratedDatabase(), directory, { recursive: true })
  markReady(directory)
}

const openEngine = async (): Promise<IdleEngine> => {
  const template = await openAsBlob(await emptyDatabase(), { type: "application/gzip" })
  const scope = await Effect.runPromise(Scope.make())
  const engine = await Effect.runPromise(Scope.provide(openPgliteEngine(null, template), scope))
  const db = makeDb(engine)
  await Effect.runPromise(Effect.provideService(migrate(migrations), Db, db))
  const [tables, schema] = await Effect.runPromise(Effect.all([tablesOf(db), schemaOf(db)]))
  return { engine, tables, schema, close: Scope.close(scope, Exit.void) }
}

/** What a test may have altered, as counts. */
const schemaOf = (db: Db["Service"]) =>
  Effect.map(
    db.sql<{ counts: string }>(
      `select concat_ws(' ', (select count(*) from pg_constraint), (select count(*) from pg_attribute where not attisdropped),
        (select count(*) from pg_trigger where tgenabled <> 'D')) as counts`,
    ),
    ([row]) => row?.counts ?? "",
  )

/** Quoted. Without the table that says how far the schema is. */
const tablesOf = (db: Db["Service"]) =>
  Effect.map(
    db.sql<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
    ),
    (rows) => rows.map(({ name }) => name),
  )

interface IdleEngine {
  readonly engine: Engine
  readonly tables: readonly string[]
  readonly schema: string
  readonly close: Effect.Effect<void>
}

declare global {
  var idleEngines: IdleEngine[] | undefined
}

/**
 * Idle engines for reuse: opening one takes a second of CPU time, emptying one a tenth of that. They
 * belong to the thread, because a run with changed sources evaluates this module for each test file.
 */
globalThis.idleEngines ??= []
const idle = globalThis.idleEngines

const truncateFilled = (tables: readonly string[]): string => `do $$
  declare
    each text;
    is_filled boolean;
    filled text[];
  begin
    foreach each in array array[${tables.map((name) => `'${name}'`).join(", ")}] loop
      execute 'select exists (select from ' || each || ')' into is_filled;
      if is_filled then filled := filled || each; end if;
    end loop;
    if filled is not null then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
  end $$`

/**
 * Empties an engine: drops a test's own tables and truncates the others. Migrations write no rows. One
 * whose schema a test has altered is closed: the next test would run without what the schema forbids.
 */
const emptied = Effect.fnUntraced(function* (opened: IdleEngine) {
  const { tables } = opened
  const db = makeDb(opened.engine)
  const added = (yield* tablesOf(db)).filter((name) => !tables.includes(name))
  if (added.length > 0) yield* db.script(`drop table ${added.join(", ")} cascade`)
  if ((yield* schemaOf(db)) !== opened.schema) return yield* opened.close
  // past the triggers of append-only tables; a table without rows is not truncated, which is dear
  yield* db.script(`begin; set local session_replication_role = replica; ${truncateFilled(tables)}; commit`)
  idle.push(opened)
})

/** A fresh embedded database in memory with the whole schema, over whose engine a test may put another. */
export const memoryDatabaseOver = (over: (engine: Engine) => Engine): Layer.Layer<Db> =>
  Layer.effect(
    Db,
    Effect.map(
      Effect.acquireRelease(
        Effect.suspend(() => {
          const known = idle.pop()
          return known === undefined ? Effect.promise(openEngine) : Effect.succeed(known)
        }),
        (opened) => Effect.catchCause(emptied(opened), () => opened.close),
      ),
      ({ engine }) => makeDb(over(engine)),
    ),
  )

export const memoryDatabase = memoryDatabaseOver((engine) => engine)
