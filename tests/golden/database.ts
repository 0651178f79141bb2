/**
 * The database of a release's server: how it is recorded, and how a test gets a copy of its own.
 */
import { execFileSync } from "node:child_process"
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip, gunzipSync, gzipSync } from "node:zlib"
import { Effect, type Layer, Schema } from "effect"
import pg from "pg"
import { extract, pack } from "tar-fs"
import { type Db, execute, sql } from "../../server/db/db.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { AccountChange, Deposit, Withdrawal } from "../../src/domain/cash.ts"
import { Order } from "../../src/domain/entities.ts"
import { OPERATIONS } from "../../src/domain/operation.ts"
import { readChanges, readDeposits, readOrders, readWithdrawals } from "../support/answers.ts"
import { callServer } from "../support/app.ts"
import type { Store } from "../support/engines.ts"
import { pgliteLayer } from "../support/pglite.ts"
import { createDatabase, findBinaries } from "../support/postgres.ts"
import { releaseFolder } from "./device.ts"

export type EngineName = "embedded" | "postgresql"

/** Longest that a session may be kept: a recording is used for years. */
const LONG_MS = String(399 * 86_400_000)

/** What every server of a recording is configured with. A contract day lasts ten seconds. */
export const recordingEnv = {
  DAY_MS: "10000",
  TICK_MS: "1000",
  MARKET_SEED: "golden",
  REGISTRATION_BONUS: "200000.00",
  SESSION_IDLE_MS: LONG_MS,
  SESSION_ABSOLUTE_MS: LONG_MS,
} as const

const RecordedMember = Schema.Struct({ id: Schema.String, username: Schema.String, token: Schema.String })
export type RecordedMember = typeof RecordedMember.Type

const Recorded = Schema.Record(Schema.String, Schema.Unknown)

/** Everything of a member that is decided: no later version may show it in another way. */
const Decided = Schema.Struct({
  orders: Schema.Array(Recorded),
  deposits: Schema.Array(Recorded),
  withdrawals: Schema.Array(Recorded),
  changes: Schema.Array(Recorded),
})
export type Decided = typeof Decided.Type

const RecordedOperation = Schema.Struct({
  memberId: Schema.String,
  operation: Schema.Literals(OPERATIONS),
  key: Schema.String,
  /** The body of the release's own answer to the key. */
  answer: Schema.Unknown,
})
export type RecordedOperation = typeof RecordedOperation.Type

/** What a database holds, as the release that wrote it answers. */
const Contents = Schema.Struct({
  members: Schema.Array(RecordedMember),
  operations: Schema.Array(RecordedOperation),
  decided: Schema.Record(Schema.String, Decided),
  /** Number of rows by table. */
  rows: Schema.Record(Schema.String, Schema.Int),
})
export type Contents = typeof Contents.Type

const contentsPath = (release: string, engine: EngineName): string =>
  join(releaseFolder(release), `${engine}.json`)

/** False for a release of which only devices are kept. */
export const hasDatabase = (release: string, engine: EngineName): boolean =>
  existsSync(contentsPath(release, engine))

export const readContents = (release: string, engine: EngineName): Contents =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Contents))(
    readFileSync(contentsPath(release, engine), "utf8"),
  )

const encodeOrders = Schema.encodeSync(Schema.Array(Order))
const encodeDeposits = Schema.encodeSync(Schema.Array(Deposit))
const encodeWithdrawals = Schema.encodeSync(Schema.Array(Withdrawal))
const encodeChanges = Schema.encodeSync(Schema.Array(AccountChange))

/** Reads what is decided about a member, in the form of the answers. */
export const readDecided = async (url: string, token: string): Promise<Decided> => {
  const orders = await readOrders(url, token)
  const deposits = await readDeposits(url, token)
  const withdrawals = await readWithdrawals(url, token)
  return {
    orders: encodeOrders(orders.filter(({ status }) => status === "completed")),
    deposits: encodeDeposits(deposits.filter(({ status }) => status !== 0)),
    withdrawals: encodeWithdrawals(withdrawals.filter(({ status }) => status !== 0)),
    changes: encodeChanges(await readChanges(url, token)),
  }
}

/** The body of the answer to a key. */
export const readOutcome = async (
  url: string,
  token: string,
  { operation, key }: Pick<RecordedOperation, "operation" | "key">,
): Promise<unknown> => (await callServer(url, "operationResult", { operation, key }, { token })).body

const layerOf = ({ env }: Store): Layer.Layer<Db, unknown> => {
  const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = env
  return url === "" ? pgliteLayer(join(dataDir, "database")) : postgresLayer(url, 1)
}

/** Runs an effect on the database of a store; no server may run on it. */
export const onDatabase = <A>(store: Store, effect: Effect.Effect<A, unknown, Db>): Promise<A> =>
  Effect.runPromise(Effect.orDie(Effect.provide(effect, layerOf(store))))

const tablesSql =
  "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'leases' order by tablename"

export const countRows = Effect.gen(function* () {
  const counts: Record<string, number> = {}
  for (const { name } of yield* sql<{ name: string }>(tablesSql)) {
    const [row] = yield* sql<{ count: bigint }>(`select count(*) as count from ${name}`)
    counts[name] = Number(row?.count ?? 0n)
  }
  return counts
})

interface OperationRow {
  readonly member_id: string
  readonly operation: RecordedOperation["operation"]
  readonly key: string
}

/** Every operation that the server has seen. */
export const readOperations = Effect.gen(function* () {
  return yield* sql<OperationRow>("select member_id, operation, key from operations order by at_ms, key")
})

const archivePath = (release: string, engine: EngineName): string =>
  join(releaseFolder(release), `${engine}.tar.gz`)
const dumpPath = (release: string): string => join(releaseFolder(release), "postgresql.sql.gz")

/** Packs the data folder of a stopped server: an embedded database, the secret, the demo login. */
const packFolder = async (dataDir: string, path: string): Promise<void> => {
  const isLeftOut = (name: string): boolean => /\.(sock|lock|pid)$/.test(name)
  await pipeline(pack(dataDir, { ignore: isLeftOut }), createGzip({ level: 9 }), createWriteStream(path))
}

/** Writes a PostgreSQL database as plain statements, one row each. */
const dumpDatabase = (url: string, path: string): void => {
  const binaries = findBinaries()
  if (binaries === null) throw new Error("there is no pg_dump")
  const options = ["--inserts", "--no-owner", "--no-privileges", `--dbname=${url}`]
  const sql = execFileSync(join(binaries, "pg_dump"), options, { maxBuffer: 1 << 30 })
  writeFileSync(path, gzipSync(sql, { level: 9 }))
}

/** Writes a stopped server's database into the release's folder. */
export const recordDatabase = async (
  release: string,
  engine: EngineName,
  store: Store,
  contents: Contents,
): Promise<void> => {
  writeFileSync(contentsPath(release, engine), `${JSON.stringify(contents, null, 1)}\n`)
  const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = store.env
  await packFolder(dataDir, archivePath(release, engine))
  if (engine === "postgresql") dumpDatabase(url, dumpPath(release))
}

/** Statements of a dump, without the lines that only psql understands. */
const readDump = (release: string): string =>
  gunzipSync(readFileSync(dumpPath(release)))
    .toString("utf8")
    .replaceAll(/^\\.*$/gm, "")

const loadDump = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const renewSessionsSql = "update sessions set expires_at_ms = $1, seen_at_ms = $2"

/**
 * A copy of a release's database for one test. Its sessions are made good again, because a session ends by the
 * calendar. `clusterUrl` names a PostgreSQL for the engine `postgresql`.
 */
export const openRecorded = async (
  release: string,
  engine: EngineName,
  clusterUrl: string | null,
): Promise<Store> => {
  const folder = mkdtempSync(join(tmpdir(), "links-golden-"))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  await pipeline(createReadStream(archivePath(release, engine)), createGunzip(), extract(folder))
  let store: Store
  if (engine === "embedded") {
    store = { env: { DATA_DIR: folder, DATABASE_URL: "" }, remove: async () => remove() }
  } else {
    const database = await createDatabase(clusterUrl ?? "")
    await loadDump(database.url, readDump(release))
    const removeBoth = async (): Promise<void> => {
      await database.drop()
      remove()
    }
    store = { env: { DATA_DIR: folder, DATABASE_URL: database.url }, remove: removeBoth }
  }
  const renew = Effect.gen(function* () {
    const nowMs = Date.now()
    yield* execute(renewSessionsSql, [BigInt(nowMs + 86_400_000), BigInt(nowMs)])
  })
  await onDatabase(store, renew)
  return store
}
