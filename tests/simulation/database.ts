/**
 * The embedded database in memory as several server processes share it: one statement or
 * transaction at a time, in an order that the seed chooses, with faults of the connection.
 */
import { openAsBlob } from "node:fs"
import { Effect } from "effect"
import {
  type Connection,
  Db,
  DbUnavailable,
  makeDb,
  type SqlResult,
  type SqlValue,
} from "../../server/db/db.ts"
import { resultOf } from "../../server/db/engine-thread.ts"
import { migrate } from "../../server/db/migrations.ts"
import { openPglite } from "../../server/db/open-pglite.ts"
import { makeStatements } from "../../server/db/prepared-statements.ts"
import type { Dice } from "../chaos/seeded-dice.ts"
import { emptyDatabase } from "../support/database.ts"
import type { Trail } from "./trail.ts"
import type { Shift, VirtualTime } from "./virtual-time.ts"

const faults = [
  "conflict",
  "conflict",
  "lost before",
  "lost before",
  "lost after",
  "lost after",
  "full",
  "crash before",
  "crash after",
] as const
type Fault = (typeof faults)[number]

/** One incarnation of a server process as the database sees it. */
export interface Client {
  readonly name: string
  /** The process is gone: what it still asks for fails. */
  isDead: boolean
  /** Until then nothing that it asks for begins. */
  stalledUntilMs: number
  /** Ends the process at once. */
  readonly crash: () => void
}

/** What the run does to the database. */
export interface Ailments {
  /** Of ten thousand statements this many fail. */
  faultRate: number
  isFull: boolean
  isAway: boolean
  /** How far its clock is set away from the virtual time. */
  readonly clock: Shift
}

export interface SimulatedDatabase {
  readonly ailments: Ailments
  readonly connect: (client: Client) => Db["Service"]
  /** Without faults and turns. Only while nothing else uses the database. */
  readonly direct: Db["Service"]
  /** Resolves when every process waits for time, or for the end of a stall. */
  readonly settled: () => Promise<void>
  /** Lets those begin whose stall is over. */
  readonly resume: () => void
  readonly statements: () => number
  readonly close: () => Promise<void>
}

const driverError = (code: string, message: string): Error => Object.assign(new Error(message), { code })
const lost = () => driverError("08006", "connection lost")

/** The embedded engine as its thread serves it, in this thread. */
const open = async (template: Blob) => {
  const engine = await openPglite(null, template)
  const { run, script } = makeStatements(engine)
  const connection: Connection = { run: async (sql, params) => resultOf(await run(sql, params)), script }
  return { engine, connection }
}

/** The database's clock is a setting: every statement of the product reads it there. */
const virtualClockSql = `
  create schema simulated;
  create function simulated.clock_timestamp() returns timestamptz language sql volatile
    as $$ select to_timestamp(current_setting('simulated.now_ms')::double precision / 1000) $$;
  create index on public.postings (member_id);`

const makeTemplate = async (): Promise<Blob> => {
  const { engine, connection } = await open(
    await openAsBlob(await emptyDatabase(), { type: "application/gzip" }),
  )
  const db = makeDb({ name: "pglite", borrow: (use) => use(connection) })
  const schema = Effect.provideService(Effect.orDie(migrate()), Db, db)
  await Effect.runPromise(schema)
  await engine.exec(virtualClockSql)
  const template = await engine.dumpDataDir("none")
  await engine.close()
  return template
}

let template: Promise<Blob> | undefined

const immediate = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Turns of the event loop without a statement after which no fiber can have more to do. */
const QUIET_TURNS = 6

interface Turn {
  readonly client: Client
  readonly start: () => void
}

/** Opens a fresh database with the whole schema. */
export const openSimulatedDatabase = async (
  time: VirtualTime,
  dice: Dice,
  trail: Trail,
): Promise<SimulatedDatabase> => {
  template ??= makeTemplate()
  const { engine, connection: bare } = await open(await template)
  await engine.exec("set search_path = simulated, pg_catalog, public")
  const ailments: Ailments = { faultRate: 0, isFull: false, isAway: false, clock: { ms: 0, driftPpm: 0 } }
  let clockMs = Number.NaN
  let statements = 0

  const run = async (sql: string, params: ReadonlyArray<SqlValue>): Promise<SqlResult> => {
    const nowMs = time.nowMs() + ailments.clock.ms
    if (clockMs !== nowMs) {
      await bare.run("select set_config('simulated.now_ms', $1, false)", [String(nowMs)])
      clockMs = nowMs
    }
    statements += 1
    return bare.run(sql, params)
  }
  const { script } = bare
  const turns = makeTurns(time, dice)
  const chooseFault = makeFaults(ailments, dice)

  const connect = (client: Client): Db["Service"] =>
    makeDb(
      {
        name: "pglite",
        borrow: (use) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              if (client.isDead || ailments.isAway) return yield* unreachable
              yield* restore(turns.take(client))
              const { connection, end } = connectionOf(client, { run, script }, chooseFault, trail)
              return yield* Effect.ensuring(
                restore(use(connection)),
                Effect.andThen(Effect.promise(end), Effect.sync(turns.giveBack)),
              )
            }),
          ),
      },
      () => Effect.void,
    )
  return {
    ailments,
    connect,
    direct: makeDb({ name: "pglite", borrow: (use) => use({ run, script }) }),
    settled: async () => {
      for (let quiet = 0; quiet < QUIET_TURNS; ) {
        await immediate()
        quiet = turns.isActive() ? 0 : quiet + 1
      }
    },
    resume: turns.resume,
    statements: () => statements,
    close: () => engine.close(),
  }
}

const unreachable = Effect.fail(
  new DbUnavailable({ message: "the database cannot be reached", outcome: "none" }),
)

/** One statement or transaction at a time; of those that wait the seed chooses the next. */
const makeTurns = (time: VirtualTime, dice: Dice) => {
  const waiting: Turn[] = []
  let isTaken = false
  let isScheduled = false
  const isReady = ({ client }: Turn) => client.isDead || client.stalledUntilMs <= time.nowMs()
  const start = () => {
    isScheduled = false
    const ready = waiting.filter(isReady)
    const turn = isTaken ? undefined : ready[dice.roll(Math.max(1, ready.length))]
    if (turn === undefined) return
    waiting.splice(waiting.indexOf(turn), 1)
    isTaken = true
    turn.start()
  }
  // after everything that is about to ask has asked
  const resume = () => {
    if (isTaken || isScheduled || !waiting.some(isReady)) return
    isScheduled = true
    setImmediate(() => setImmediate(start))
  }
  const giveBack = () => {
    isTaken = false
    resume()
  }
  const take = (client: Client): Effect.Effect<void> => {
    let isOurs = false
    return Effect.onInterrupt(
      Effect.callback<void>((done) => {
        const turn: Turn = {
          client,
          start: () => {
            isOurs = true
            done(Effect.void)
          },
        }
        waiting.push(turn)
        resume()
        return Effect.sync(() => {
          if (waiting.includes(turn)) waiting.splice(waiting.indexOf(turn), 1)
        })
      }),
      () => Effect.sync(() => void (isOurs && giveBack())),
    )
  }
  return { take, giveBack, resume, isActive: () => isTaken || isScheduled || waiting.some(isReady) }
}

const isWrite = (sql: string): boolean => !/^\s*(select|begin|commit|rollback)\b/i.test(sql)

const makeFaults =
  (ailments: Ailments, dice: Dice) =>
  (sql: string): Fault | null => {
    if (ailments.isFull && isWrite(sql)) return "full"
    if (ailments.faultRate === 0 || dice.roll(10_000) >= ailments.faultRate) return null
    const fault = dice.pick(faults)
    return fault === "full" && !isWrite(sql) ? null : fault
  }

/**
 * A connection that is lent once. A lost one is rolled back, as the engine does when its peer is
 * gone, and everything that is asked of it later fails.
 */
const connectionOf = (
  client: Client,
  { run, script }: Connection,
  chooseFault: (sql: string) => Fault | null,
  trail: Trail,
) => {
  let isInTransaction = false
  let isLost = false
  const execute = async (sql: string, params: ReadonlyArray<SqlValue>) => {
    const result = await run(sql, params)
    if (sql === "begin") isInTransaction = true
    if (sql === "commit" || sql === "rollback") isInTransaction = false
    return result
  }
  const end = async () => {
    if (isInTransaction) await execute("rollback", [])
  }
  const lose = async (isCrash: boolean) => {
    isLost = true
    await end()
    if (isCrash) client.crash()
    throw lost()
  }
  /** As the engine does it: only `rollback` ends an aborted transaction, and `commit` does not commit. */
  const refuse = async (code: string, message: string) => {
    if (isInTransaction) await run("select 1 / 0", []).catch(() => undefined)
    throw driverError(code, message)
  }
  const connection: Connection = {
    script,
    run: async (sql, params) => {
      if (isLost || client.isDead) throw lost()
      const fault = chooseFault(sql)
      if (fault === null) return execute(sql, params)
      trail.count(`fault: ${fault}`)
      trail.note(`${client.name} ${fault}: ${sql.trim().slice(0, 24).replaceAll(/\s+/g, " ")}`)
      if (fault === "conflict") return refuse("40001", "could not serialize access")
      if (fault === "full") return refuse("53100", "could not extend file")
      if (fault.endsWith("after")) await execute(sql, params).catch(() => undefined)
      return lose(fault.startsWith("crash"))
    },
  }
  return { connection, end }
}
