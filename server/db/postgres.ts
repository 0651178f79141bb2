import { createHash } from "node:crypto"
import { Effect, Exit, Layer } from "effect"
import pg from "pg"
import {
  type Connection,
  Db,
  DbUnavailable,
  type Engine,
  makeDb,
  PLANNER_SETTINGS,
  type SqlResult,
  type SqlValue,
} from "./db.ts"
import { CONNECTIONS, DbBusy, READ_LIMIT_MS } from "./lanes.ts"
import { isPooledAddress, makeWritableHosts, type WritableHosts } from "./postgres-hosts.ts"

const int8 = 20
const int8Array = 1016
const textArray: number = 1009
/** Including the retries this stays below the client's request timeout. */
const connectTimeoutMs = 3_000
const statementTimeoutMs = 15_000
/** A migration may take hours. What the driver waits at most: the longest that a timer holds. */
const scriptTimeoutMs = 2 ** 31 - 1
/** Statements that a connection keeps by name. Further ones are parsed at each call. */
export const PREPARED_NAMES_MAX = 500

/**
 * A connection pool for any PostgreSQL-wire engine. The address may name several hosts; the one that
 * takes writes is used. The layer is ready after one successful statement.
 */
export const postgresLayer = (
  url: string,
  connectionsMax: number = CONNECTIONS.all,
  timeoutMs = statementTimeoutMs,
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.gen(function* () {
      const hosts = makeWritableHosts(url)
      const isPooled = isPooledAddress(url)
      const open = (max: number, limitMs: number) =>
        Effect.acquireRelease(
          Effect.sync(() => makePool(hosts, max, limitMs, isPooled)),
          (opened) => Effect.promise(() => opened.end().catch(() => undefined)),
        )
      const limitedMax = Math.max(1, Math.floor(connectionsMax * CONNECTIONS.limitedShare))
      // a migration renews its lease on a second connection
      const ownMax = Math.max(connectionsMax - limitedMax, Math.min(2, connectionsMax))
      const pools = {
        own: yield* open(ownMax, timeoutMs),
        limited: yield* open(limitedMax, Math.min(READ_LIMIT_MS, timeoutMs)),
      }
      const engine = makeEngine(pools, hosts, isPooled ? unnamed : makeStatementNames())
      yield* engine.borrow((connection) =>
        Effect.tryPromise({ try: () => connection.run("select 1", []), catch: unreachable }),
      )
      return makeDb(engine)
    }),
  )

const makePool = (
  hosts: WritableHosts,
  connectionsMax: number,
  timeoutMs: number,
  isPooled: boolean,
): pg.Pool => {
  // PgBouncer refuses them as parameters of a connection: there they are set for the role.
  const limits = isPooled
    ? {}
    : {
        idle_in_transaction_session_timeout: timeoutMs,
        statement_timeout: timeoutMs,
        options: PLANNER_SETTINGS.join(" "),
      }
  const pool = new pg.Pool({
    Client: hosts.Client,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    ...limits,
    query_timeout: timeoutMs + 5_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The statement that uses a dying connection reports the error. Without listeners the process
  // would exit.
  pool.on("error", () => undefined)
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool
}

/** Parses int8 as bigint, in arrays too. Every other type is parsed as the driver does. */
function getTypeParser(oid: number, format?: "text" | "binary") {
  if (oid === int8) return (text: string) => BigInt(text)
  if (oid === int8Array) return readBigints
  return pg.types.getTypeParser(oid, format)
}

const readTexts: (text: string) => ReadonlyArray<string | null> = pg.types.getTypeParser(textArray)
const readBigints = (text: string) => readTexts(text).map((item) => (item === null ? null : BigInt(item)))

const unreachable = (thrown: unknown) =>
  new DbUnavailable({ message: `The database cannot be reached: ${describe(thrown)}`, outcome: "none" })

const describe = (thrown: unknown): string => {
  if (thrown instanceof AggregateError) return thrown.errors.map(describe).join("; ")
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** Connections of the lane "reads", which end a statement after `READ_LIMIT_MS`, and the others. */
interface Pools {
  readonly own: pg.Pool
  readonly limited: pg.Pool
}

const makeEngine = (pools: Pools, hosts: WritableHosts, nameOf: StatementName): Engine => ({
  name: "postgres",
  borrow: (use, isLimited = false) =>
    Effect.acquireUseRelease(
      Effect.tryPromise({
        try: () => hosts.connect(isLimited ? pools.limited : pools.own),
        catch: unreachable,
      }),
      (client) => {
        const connection = connectionOf(client, nameOf)
        return use(isLimited ? limitedConnection(connection) : connection)
      },
      (client, exit) => Effect.sync(() => client.release(Exit.isFailure(exit) && isBroken(exit))),
    ),
})

/**
 * True when the connection's state is unknown: after any failure but an error answered by the
 * engine.
 */
const isBroken = (exit: Exit.Failure<unknown, unknown>): boolean =>
  exit.cause.reasons.some((reason) => reason._tag !== "Fail" || reason.error instanceof DbUnavailable)

/** The name under which a connection keeps a statement; undefined: it parses it each time. */
type StatementName = (sql: string) => string | undefined

const unnamed: StatementName = () => undefined

/**
 * Names prepared statements by the hash of their text, so that a connection parses each one once.
 */
const makeStatementNames = (): StatementName => {
  const names = new Map<string, string>()
  return (sql) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= PREPARED_NAMES_MAX) return undefined
    const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24)
    names.set(sql, name)
    return name
  }
}

const connectionOf = (client: pg.PoolClient, nameOf: StatementName): Connection => ({
  run: (sql, params) => runStatement(client, sql, params, params.length > 0 ? nameOf(sql) : undefined),
  script: (sql) => {
    const query = { text: sql, query_timeout: scriptTimeoutMs }
    return client.query(query).then(() => undefined)
  },
})

/** Names the end of a statement that the engine stopped after its time limit. */
const limitedConnection = (connection: Connection): Connection => ({
  ...connection,
  run: (sql, params) =>
    connection.run(sql, params).catch((thrown: unknown) => {
      const isStopped = thrown instanceof pg.DatabaseError && thrown.code === "57014"
      throw isStopped ? new DbBusy({ message: "A read took too long." }) : thrown
    }),
})

const runStatement = async (
  client: pg.PoolClient,
  sql: string,
  params: ReadonlyArray<SqlValue>,
  name: string | undefined,
): Promise<SqlResult> => {
  const answer = await client.query({
    text: sql,
    values: [...params],
    ...(name === undefined ? {} : { name }),
  })
  return { rows: answer.rows, affected: answer.rowCount ?? 0 }
}
