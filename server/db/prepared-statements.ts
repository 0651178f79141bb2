import { createHash } from "node:crypto"
import { type messages, type PGlite, parse, protocol, type Results } from "@electric-sql/pglite"
import type { SqlValue } from "./db.ts"
import type { EngineRows } from "./engine-messages.ts"

/** Statements that the engine keeps prepared. Further ones are parsed and planned at each call. */
export const PREPARED_MAX = 150
/** Texts that are remembered because they were called once. */
export const CALLED_ONCE_MAX = 1_000

const { serialize } = protocol

/** Statements that are planned. Others, as those about the transaction, are run as they come. */
const planned = /^\s*(select|insert|update|delete|with)\b/i
/** A script that may change the columns of a prepared statement, which would fail from then on. */
const changesSchema = /\b(create|alter|drop)\b/i

/** A statement that the engine has parsed. */
interface Prepared {
  readonly name: string
  readonly parameterTypes: ReadonlyArray<number>
  /** The engine's description of the columns. */
  readonly description: ReadonlyArray<messages.BackendMessage>
}

export interface Statements {
  readonly run: (sql: string, params: ReadonlyArray<SqlValue>) => Promise<EngineRows>
  /** Runs several statements without parameters. */
  readonly script: (sql: string) => Promise<void>
}

type Answer = Pick<Results<unknown[]>, "fields" | "rows" | "affectedRows">

const isList = (row: unknown): row is unknown[] => Array.isArray(row)

const rowsOf = ({ fields, rows, affectedRows }: Answer): EngineRows => ({
  columns: fields.map(({ name }) => name),
  rows,
  affected: affectedRows ?? 0,
})

/**
 * Keeps each statement prepared from its second call on, as the driver of PostgreSQL does: parsing and
 * planning the large ones takes as long as running them. PGlite's `query` does both at each call.
 */
export const makeStatements = (database: PGlite): Statements => {
  const calledOnce = new Set<string>()
  const prepared = new Map<string, Prepared>()

  /** One round trip; after an error the engine skips to the `sync` at its end. */
  const send = (...requests: ReadonlyArray<Uint8Array>) =>
    database.execProtocolStream(Buffer.concat([...requests, serialize.sync()]))

  const prepare = async (sql: string): Promise<Prepared> => {
    const name = createHash("sha256").update(sql).digest("base64url").slice(0, 24)
    const description = await send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
    )
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(description), description }
    prepared.set(sql, statement)
    return statement
  }

  const encode = (value: SqlValue, type: number | undefined) => {
    const serializer = type === undefined ? undefined : database.serializers[type]
    return value === null ? null : serializer === undefined ? String(value) : serializer(value)
  }

  const runPrepared = async (statement: Prepared, params: ReadonlyArray<SqlValue>): Promise<EngineRows> => {
    const values = params.map((value, i) => encode(value, statement.parameterTypes[i]))
    const answer = await send(serialize.bind({ statement: statement.name, values }), serialize.execute({}))
    const results = parse.parseResults([...statement.description, ...answer], database.parsers, {
      rowMode: "array",
    })
    const [result = { fields: [], rows: [] }] = results
    return rowsOf({ ...result, rows: result.rows.filter(isList) })
  }

  const isCalledAgain = (sql: string): boolean => {
    if (calledOnce.delete(sql)) return true
    if (calledOnce.size >= CALLED_ONCE_MAX) calledOnce.clear()
    calledOnce.add(sql)
    return false
  }

  return {
    run: async (sql, params) => {
      const known = prepared.get(sql)
      if (known !== undefined) return database.runExclusive(() => runPrepared(known, params))
      if (planned.test(sql) && prepared.size < PREPARED_MAX && isCalledAgain(sql))
        return database.runExclusive(async () => runPrepared(await prepare(sql), params))
      return rowsOf(await database.query<unknown[]>(sql, [...params], { rowMode: "array" }))
    },
    script: async (sql) => {
      if (changesSchema.test(sql)) {
        if (prepared.size > 0) await database.exec("deallocate all")
        prepared.clear()
      }
      await database.exec(sql)
    },
  }
}
