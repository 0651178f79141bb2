import { Cause, Context, Effect, Exit, Random, Schema } from "effect"
import { DbBusy, makeLanes } from "./lanes.ts"
import { makeOutageLog } from "./outage-log.ts"
import { realPause } from "./outer-clocks.ts"

/**
 * A value that can be bound to `$1`, `$2` … Times are epoch milliseconds; amounts are kobo as
 * bigint.
 */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | ReadonlyArray<string | number | bigint | boolean | null>

export interface SqlResult {
  readonly rows: ReadonlyArray<unknown>
  readonly affected: number
}

/**
 * Settings of each connection. A page reads a few rows of one member by an index, in its order; without
 * statistics, or with those of a member who has most of the rows, a scan and a sort look cheaper. Where
 * there is no index the costs are then so high that PostgreSQL would compile each statement.
 */
export const PLANNER_SETTINGS = ["enable_seqscan", "enable_bitmapscan", "enable_sort", "jit"].flatMap(
  (setting) => ["-c", `${setting}=off`],
)

/** One connection. `script` runs several statements without parameters. */
export interface Connection {
  readonly run: (sql: string, params: ReadonlyArray<SqlValue>) => Promise<SqlResult>
  readonly script: (sql: string) => Promise<void>
}

/** The database is unreachable. `outcome` says whether the statement may have been executed. */
export class DbUnavailable extends Schema.TaggedError<DbUnavailable>()("DbUnavailable", {
  message: Schema.String,
  outcome: Schema.Literals(["none", "unknown"]),
}) {}

/**
 * The engine aborted the transaction in favour of another (40001, 40P01) on every attempt. Nothing
 * was done.
 */
export class DbConflict extends Schema.TaggedError<DbConflict>()("DbConflict", {
  message: Schema.String,
}) {}

/**
 * A check constraint stopped the write: it would have broken an invariant of the books. Nothing was
 * done. Callers refuse what is not allowed before they write, so this is a defect of the server.
 */
export class DbInvariant extends Schema.TaggedError<DbInvariant>()("DbInvariant", {
  message: Schema.String,
  constraint: Schema.String,
}) {}

/**
 * The books are in read-only mode, because a difference was found in them. Nothing was done. Reads and
 * log-ins go on.
 */
export class DbReadOnly extends Schema.TaggedError<DbReadOnly>()("DbReadOnly", {
  message: Schema.String,
}) {}

/** A unique, foreign-key or not-null constraint rejected the statement. Nothing was done. */
export class DbConstraint extends Schema.TaggedError<DbConstraint>()("DbConstraint", {
  message: Schema.String,
  sqlState: Schema.String,
  constraint: Schema.String,
}) {}

export type DbError = DbBusy | DbUnavailable | DbConflict | DbConstraint | DbInvariant | DbReadOnly

/** A database engine: lends connections and names its driver's errors. */
export interface Engine {
  readonly name: "pglite" | "postgres"
  /**
   * Lends a connection to `use`: where the engine can, one that ends a statement after
   * `READ_LIMIT_MS` with `DbBusy`. A broken connection is not lent again.
   */
  readonly borrow: <A, E, R>(
    use: (connection: Connection) => Effect.Effect<A, E, R>,
    isLimited?: boolean,
  ) => Effect.Effect<A, E | DbUnavailable, R>
}

const CurrentConnection = Context.Reference<Connection | null>("financial-links/CurrentConnection", {
  defaultValue: () => null,
})

const attemptsOnConflict = 10
const attemptsOnLostConnection = 3

/**
 * The SQL database. The same statements run on the embedded engine and on every PostgreSQL-wire
 * engine. `int8` is always bigint, `bytea` always Uint8Array, `jsonb` is parsed.
 */
export class Db extends Context.Service<
  Db,
  {
    readonly engine: "pglite" | "postgres"
    /** Runs one statement and returns its rows. Inside `transaction` it joins that transaction. */
    readonly sql: <Row = Record<string, unknown>>(
      sql: string,
      params?: ReadonlyArray<SqlValue>,
    ) => Effect.Effect<ReadonlyArray<Row>, DbError>
    /** Like `sql`; returns the number of affected rows. */
    readonly execute: (sql: string, params?: ReadonlyArray<SqlValue>) => Effect.Effect<number, DbError>
    /** Runs several statements separated by semicolons, for migrations. */
    readonly script: (sql: string) => Effect.Effect<void, DbError>
    /**
     * Commits when `effect` succeeds; rolls back when it fails, dies or is interrupted. The effect
     * is retried on conflicts, so it must not touch anything but the database. A nested
     * `transaction` joins the outer one. Do not catch a `DbError` inside: the engine has already
     * aborted.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | DbError, R>
  }
>()("financial-links/server/db/Db") {}

// The methods of the service, for effects that need it.

export const sql = <Row = Record<string, unknown>>(text: string, params?: ReadonlyArray<SqlValue>) =>
  Db.use((db) => db.sql<Row>(text, params))

export const execute = (sql: string, params?: ReadonlyArray<SqlValue>) =>
  Db.use((db) => db.execute(sql, params))

export const script = (sql: string) => Db.use((db) => db.script(sql))

export const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Db.use((db) => db.transaction(effect))

/** True when a retry is safe and may help. */
const isRetryable = (error: unknown, attempt: number): boolean => {
  if (error instanceof DbConflict) return attempt < attemptsOnConflict
  if (error instanceof DbUnavailable && error.outcome === "none") return attempt < attemptsOnLostConnection
  return false
}

/** The pause before another attempt, the first of which is 1. */
type PauseBefore = (attempt: number) => Effect.Effect<void>

/** Exponential backoff with full jitter, in real time. */
const pauseBefore: PauseBefore = (attempt) =>
  Effect.flatMap(Random.next, (share) => realPause(share * Math.min(250, 4 * 2 ** attempt)))

const retryTransient = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  pause: PauseBefore,
): Effect.Effect<A, E, R> => {
  const attemptFrom = (attempt: number): Effect.Effect<A, E, R> =>
    Effect.catchIf(
      effect,
      (error) => isRetryable(error, attempt),
      () => Effect.flatMap(pause(attempt), () => attemptFrom(attempt + 1)),
    )
  return attemptFrom(1)
}

const lostOutcomeIsNone = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | DbUnavailable, R> =>
  Effect.catchIf(
    effect,
    (error) => error instanceof DbUnavailable && error.outcome === "unknown",
    (error) => Effect.fail(new DbUnavailable({ message: String(error), outcome: "none" })),
  )

const callDriver = <A>(work: () => Promise<A>): Effect.Effect<A, DbError> =>
  Effect.uninterruptible(
    Effect.flatten(
      Effect.promise(() =>
        work().then(
          (value): Effect.Effect<A, DbError> => Effect.succeed(value),
          (thrown: unknown): Effect.Effect<A, DbError> => describeFailure(thrown),
        ),
      ),
    ),
  )

const connectionStates = new Set(["57P01", "57P02", "57P03", "57014", "53300", "25P03", "25P04", "XX000"])
/** Duplicate table or type: another process created it at the same moment. */
const duplicateObjects = new Set(["42P07", "42710"])
const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"])
const lostMessages = /connection terminated|connection error|timeout|not queryable|client has encountered/i

const checkViolation = "23514"

/** The detail of an own statement names the invariant; that of a table would show the row. */
const violationOf = (thrown: unknown, message: string): DbInvariant | DbReadOnly => {
  const constraint = readText(thrown, "constraint")
  if (constraint === "books_are_writable")
    return new DbReadOnly({
      message: "The books are read-only since a difference was found in them: run check, then writes resume.",
    })
  const detail = constraint === "invariant_holds" ? ` ${readText(thrown, "detail")}` : ""
  return new DbInvariant({ message: `${message}${detail}`, constraint })
}

/**
 * Maps a driver error to a `DbError`. An error about neither data nor connection is a defect and
 * dies.
 */
export const describeFailure = (thrown: unknown): Effect.Effect<never, DbError> => {
  if (thrown instanceof DbBusy) return Effect.fail(thrown)
  const code = readText(thrown, "code")
  const message = readText(thrown, "message") || String(thrown)
  if (code === "40001" || code === "40P01") return Effect.fail(new DbConflict({ message }))
  // the engine has undone the statement, or refused it because the host became a standby
  if (code === "53100" || code === "25006")
    return Effect.fail(new DbUnavailable({ message, outcome: "none" }))
  if (code === checkViolation) return Effect.fail(violationOf(thrown, message))
  if (code.startsWith("23") || duplicateObjects.has(code))
    return Effect.fail(
      new DbConstraint({ message, sqlState: code, constraint: readText(thrown, "constraint") }),
    )
  const lost =
    connectionStates.has(code) ||
    code.startsWith("08") ||
    socketCodes.has(code) ||
    (code === "" && lostMessages.test(message))
  return lost ? Effect.fail(new DbUnavailable({ message, outcome: "unknown" })) : Effect.die(thrown)
}

const readText = (thrown: unknown, field: string): string => {
  if (typeof thrown !== "object" || thrown === null) return ""
  const value: unknown = Reflect.get(thrown, field)
  return typeof value === "string" ? value : ""
}

/** Builds the service on an engine. `pause` waits between two attempts; a simulation does not wait. */
export const makeDb = (engine: Engine, pause: PauseBefore = pauseBefore): Db["Service"] => {
  const watched = watchOutages()
  const inLane = makeLanes(engine.name)
  const onConnection = (
    use: (connection: Connection) => Effect.Effect<SqlResult, DbError>,
    isRead: boolean,
  ) =>
    Effect.flatMap(CurrentConnection, (current) => {
      if (current !== null) return lostOutcomeIsNone(use(current))
      return inLane((isLimited) => {
        const once = engine.borrow(use, isLimited)
        return watched(retryTransient(isRead ? lostOutcomeIsNone(once) : once, pause))
      })
    })
  const run = (sql: string, params: ReadonlyArray<SqlValue>) =>
    onConnection((connection) => callDriver(() => connection.run(sql, params)), isPlainRead(sql))
  return Db.of({
    engine: engine.name,
    sql: <Row>(sql: string, params: ReadonlyArray<SqlValue> = []) =>
      Effect.map(run(sql, params), (result) => rowsAs<Row>(result)),
    execute: (sql, params = []) => Effect.map(run(sql, params), (result) => result.affected),
    script: (sql) =>
      Effect.asVoid(
        onConnection(
          (connection) => callDriver(() => connection.script(sql).then(() => ({ rows: [], affected: 0 }))),
          false,
        ),
      ),
    transaction: (effect) =>
      Effect.flatMap(CurrentConnection, (current) =>
        current === null
          ? inLane((isLimited) => {
              const once = engine.borrow((connection) => runTransaction(connection, effect), isLimited)
              return watched(retryTransient(once, pause))
            })
          : effect,
      ),
  })
}

/** Logs each outage once. Statements of a transaction are not looked at: the transaction is. */
const watchOutages = () => {
  const log = makeOutageLog()
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.onExit(effect, (exit) => {
      if (Exit.isSuccess(exit)) return log.answered()
      const lost = exit.cause.reasons.find(
        (reason) => reason._tag === "Fail" && reason.error instanceof DbUnavailable,
      )
      return lost?._tag === "Fail" && lost.error instanceof DbUnavailable
        ? log.failed(lost.error.message)
        : Effect.void
    })
}

/**
 * The row type is the statement's promise. This is the one unchecked step from SQL to TypeScript.
 */
const rowsAs = <Row>(result: SqlResult) => result.rows as ReadonlyArray<Row>

const isPlainRead = (sql: string) => /^\s*select\b/i.test(sql)

const runTransaction = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* lostOutcomeIsNone(callDriver(() => connection.run("begin", [])))
      const exit = yield* Effect.exit(restore(Effect.provideService(effect, CurrentConnection, connection)))
      if (Exit.isSuccess(exit)) {
        yield* callDriver(() => connection.run("commit", []))
        return exit.value
      }
      const undone = yield* Effect.exit(callDriver(() => connection.run("rollback", [])))
      // Both causes are reported: the caller learns why the effect failed, and the pool that the
      // connection may still be inside a transaction.
      return yield* Exit.isSuccess(undone) ? exit : Effect.failCause(Cause.combine(exit.cause, undone.cause))
    }),
  )
