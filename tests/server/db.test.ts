import { Cause, Effect, Exit, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Connection,
  Db,
  DbConflict,
  DbInvariant,
  DbUnavailable,
  describeFailure,
  execute,
  makeDb,
  script,
  sql,
  transaction,
} from "../../server/db/db.ts"
import { CurrentLane, DbBusy } from "../../server/db/lanes.ts"
import { migrate, migrations } from "../../server/db/migrations.ts"
import { PREPARED_NAMES_MAX, postgresLayer } from "../../server/db/postgres.ts"
import { effectTests, onEachDatabase, runOn } from "../support/effect-tests.ts"
import { grounds } from "../support/grounds.ts"
import { createDatabase } from "../support/postgres.ts"

const failureOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error : reason._tag))[0]
    : null

onEachDatabase("database", (database) => {
  const test = effectTests(runOn(database))
  const prepared = Effect.gen(function* () {
    const db = yield* Db
    yield* db.script(
      "create table counters (id text primary key, n bigint not null check (n >= 0)); insert into counters values ('a', 0)",
    )
    return db
  })

  test("returns the same values with every driver", function* () {
    const rows = yield* sql(
      `select $1::bigint as big, count(*) as count, $2::bytea as bytes, $3::jsonb as json, $4::bigint[] as bigs,
         $5::text[] as texts, $6::boolean as yes, $7::text as nothing`,
      [
        9_007_199_254_740_993n,
        new Uint8Array([0, 255]),
        '{"a":[1]}',
        [1n, null],
        ["x", "it's {1,2}"],
        true,
        null,
      ],
    )
    const { bytes, ...rest } = rows[0] ?? {}
    expect(rest).toEqual({
      big: 9_007_199_254_740_993n,
      count: 1n,
      json: { a: [1] },
      bigs: [1n, null],
      texts: ["x", "it's {1,2}"],
      yes: true,
      nothing: null,
    })
    expect(bytes instanceof Uint8Array && [...bytes]).toEqual([0, 255])
  })

  test("commits all or nothing, also when the effect fails, dies or is interrupted", function* () {
    const db = yield* prepared
    const bump = db.execute("update counters set n = n + 1 where id = 'a'")
    for (const end of [Effect.fail("no"), Effect.die("bug"), Effect.interrupt]) {
      const exit = yield* Effect.exit(db.transaction(Effect.andThen(bump, end)))
      expect(Exit.isFailure(exit)).toBe(true)
    }
    yield* db.transaction(Effect.andThen(bump, db.transaction(bump)))
    expect(yield* db.sql("select n from counters")).toEqual([{ n: 2n }])
  })

  test("names a broken constraint and goes on", function* () {
    const db = yield* prepared
    const taken = yield* Effect.exit(db.execute("insert into counters values ('a', 1)"))
    expect(failureOf(taken)).toMatchObject({
      _tag: "DbConstraint",
      sqlState: "23505",
      constraint: "counters_pkey",
    })
    const negative = yield* Effect.exit(db.transaction(db.execute("update counters set n = -1")))
    expect(failureOf(negative)).toBeInstanceOf(DbInvariant)
    expect(yield* db.sql("select n from counters")).toEqual([{ n: 0n }])
  })

  test("dies of an invalid statement", function* () {
    const exit = yield* Effect.exit(sql("select * from nowhere"))
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
  })

  test("loses none of fifty concurrent read-modify-write updates", function* () {
    const db = yield* prepared
    const bump = Effect.gen(function* () {
      const rows = yield* db.sql<{ n: bigint }>("select n from counters where id = 'a' for update")
      yield* db.execute("update counters set n = $1 where id = 'a'", [(rows[0]?.n ?? 0n) + 1n])
    }).pipe(db.transaction)
    yield* Effect.all(
      Array.from({ length: 50 }, () => bump),
      { concurrency: "unbounded" },
    )
    expect(yield* db.sql("select n from counters")).toEqual([{ n: 50n }])
  })

  test("migrates nothing the second time", function* () {
    expect(yield* migrate()).toBe(0)
    const rows = yield* sql<{ id: string }>("select id from schema_migrations")
    expect(rows.map((row) => row.id).sort()).toEqual(migrations.map((step) => step.id).sort())
  })
})

const clusterUrl = grounds().find((ground) => ground.name === "postgresql" && ground.isFound)

describe.skipIf(clusterUrl === undefined)("database [postgresql] alone", async () => {
  const { inject } = await import("vitest")
  const url = inject("postgresUrl") ?? ""
  const withDatabase = async <A, E>(work: (layer: Layer.Layer<Db, DbUnavailable>) => Effect.Effect<A, E>) => {
    const database = await createDatabase(url)
    try {
      return await Effect.runPromise(work(postgresLayer(database.url, 8)))
    } finally {
      await database.drop()
    }
  }

  it("migrates once when six processes start at the same moment", () =>
    withDatabase((layer) =>
      Effect.gen(function* () {
        const counts = yield* Effect.all(
          Array.from({ length: 6 }, () => Effect.provide(migrate(), layer, { local: true })),
          { concurrency: "unbounded" },
        )
        expect(counts.filter((count) => count > 0)).toEqual([migrations.length])
      }),
    ))

  it("serialises and retries what the engine refuses (40001)", () =>
    withDatabase((layer) =>
      Effect.gen(function* () {
        yield* script("create table n (n bigint); insert into n values (0)")
        const bump = Effect.gen(function* () {
          yield* execute("set transaction isolation level serializable")
          const rows = yield* sql<{ n: bigint }>("select n from n")
          yield* execute("update n set n = $1", [(rows[0]?.n ?? 0n) + 1n])
        }).pipe(transaction)
        yield* Effect.all(
          Array.from({ length: 6 }, () => bump),
          { concurrency: "unbounded" },
        )
        expect(yield* sql("select n from n")).toEqual([{ n: 6n }])
      }).pipe(Effect.provide(layer)),
    ))

  it("names a bounded number of statements, and runs the others as before", () =>
    withDatabase((layer) =>
      Effect.gen(function* () {
        for (let n = 0; n < PREPARED_NAMES_MAX + 20; n += 1)
          expect(yield* sql(`select $1::int + ${n} as sum`, [1])).toEqual([{ sum: n + 1 }])
        const rows = yield* sql<{ named: bigint }>(
          "select count(*) as named from pg_prepared_statements where statement like 'select $1::int%'",
        )
        expect(rows).toEqual([{ named: BigInt(PREPARED_NAMES_MAX) }])
      }).pipe(Effect.provide(layer)),
    ))

  it("survives connections that are terminated inside transactions (57P01)", () =>
    withDatabase((layer) =>
      Effect.gen(function* () {
        yield* script("create table n (id bigint primary key)")
        const insert = (id: number) =>
          Effect.gen(function* () {
            yield* execute("insert into n values ($1)", [id])
            yield* sql("select pg_sleep(0.01)")
          }).pipe(transaction)
        const cut = sql(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        )
        const inserts = Effect.forEach(
          Array.from({ length: 100 }, (_, id) => id),
          (id) => Effect.exit(insert(id)),
          {
            concurrency: 4,
          },
        )
        const cuts = Effect.forEach(Array(5), () => Effect.exit(Effect.delay(cut, 60)))
        const [exits] = yield* Effect.all([inserts, cuts], { concurrency: "unbounded" })
        const rows = yield* sql<{ id: bigint }>("select id from n")
        const present = new Set(rows.map((row) => Number(row.id)))
        exits.forEach((exit, id) => {
          if (Exit.isSuccess(exit)) expect(present.has(id)).toBe(true)
          else expect(failureOf(exit)).toMatchObject({ _tag: "DbUnavailable" })
        })
      }).pipe(Effect.provide(layer)),
    ))

  it("uses no connection again whose statement was not answered in time", async () => {
    const database = await createDatabase(url)
    // through a pooler the driver alone limits statements: to five seconds more than this
    const pooled = postgresLayer(`${database.url}?pgbouncer=true`, 1, 1)
    const work = Effect.gen(function* () {
      const silent = yield* Effect.exit(execute("do $$ begin perform pg_sleep(60); end $$"))
      expect(failureOf(silent)).toMatchObject({ _tag: "DbUnavailable", outcome: "unknown" })
      expect(yield* Effect.exit(execute("create table answered (n int)"))).toEqual(Exit.succeed(0))
    })
    try {
      await Effect.runPromise(Effect.provide(work, pooled))
    } finally {
      await database.drop()
    }
  })

  it("ends a member's read after its time limit, and uses its connection again", async () => {
    const database = await createDatabase(url)
    const sleep = "select pg_sleep($1)"
    const work = Effect.gen(function* () {
      const connection = sql("select pg_backend_pid() as pid")
      const before = yield* connection
      expect(failureOf(yield* Effect.exit(sql(sleep, [10])))).toBeInstanceOf(DbBusy)
      expect(yield* connection).toEqual(before)
    }).pipe(Effect.provideService(CurrentLane, { lane: "reads", party: "ada" }))
    try {
      await Effect.runPromise(Effect.provide(work, postgresLayer(database.url, 1, 100)))
    } finally {
      await database.drop()
    }
  })

  it("moves on from hosts that refuse to the one that takes writes", async () => {
    const database = await createDatabase(url)
    const { host, port } = new URL(database.url)
    const several = database.url.replace(host, `127.0.0.1:1,127.0.0.1:2,127.0.0.1:${port}`)
    const answers = Effect.gen(function* () {
      const ask = sql("select pg_is_in_recovery() as standby")
      return yield* Effect.all(
        Array.from({ length: 12 }, () => ask),
        { concurrency: "unbounded" },
      )
    })
    try {
      const found = await Effect.runPromise(Effect.provide(answers, postgresLayer(several, 4)))
      expect(found).toEqual(Array(12).fill([{ standby: false }]))
    } finally {
      await database.drop()
    }
  })

  it("reports an unreachable server in one sentence", async () => {
    const exit = await Effect.runPromiseExit(
      Effect.provide(Db, postgresLayer("postgresql://nobody:x@127.0.0.1:1/nothing")),
    )
    expect(failureOf(exit)).toMatchObject({
      _tag: "DbUnavailable",
      outcome: "none",
      message: expect.stringMatching(/^The database cannot be reached: [^\n]*ECONNREFUSED 127\.0\.0\.1:1$/),
    })
  })
})

describe("retries", () => {
  const engineThat = (answers: ReadonlyArray<"conflict" | "lost" | "ok">, isUndone = true) => {
    const log: Array<string> = []
    let next = 0
    const connection: Connection = {
      run: async (sql) => {
        log.push(sql)
        const isControl = sql === "begin" || (sql === "rollback" && isUndone)
        const answer = isControl ? "ok" : (answers[next++] ?? "ok")
        if (answer === "conflict") throw Object.assign(new Error("could not serialize"), { code: "40001" })
        if (answer === "lost") throw Object.assign(new Error("terminating connection"), { code: "57P01" })
        return { rows: [], affected: 1 }
      },
      script: async () => undefined,
    }
    return { db: makeDb({ name: "postgres", borrow: (use) => use(connection) }), log }
  }

  it("repeat a transaction that lost its connection before the commit, and never one that lost it in the commit", async () => {
    const before = engineThat(["lost", "ok", "ok"])
    await Effect.runPromise(before.db.transaction(before.db.execute("insert")))
    expect(before.log.filter((sql) => sql === "commit")).toHaveLength(1)
    const during = engineThat(["ok", "lost"])
    const exit = await Effect.runPromiseExit(during.db.transaction(during.db.execute("insert")))
    expect(failureOf(exit)).toMatchObject({ _tag: "DbUnavailable", outcome: "unknown" })
    expect(during.log.filter((sql) => sql === "insert")).toHaveLength(1)
  })

  it("report both the cause and the lost connection of a transaction that cannot roll back", async () => {
    const { db } = engineThat(["ok", "lost"], false)
    const exit = await Effect.runPromiseExit(
      db.transaction(Effect.andThen(db.execute("insert"), Effect.fail("no"))),
    )
    const reasons = Exit.isFailure(exit) ? exit.cause.reasons : []
    expect(reasons.map((reason) => (reason._tag === "Fail" ? reason.error : null))).toEqual([
      "no",
      expect.any(DbUnavailable),
    ])
  })

  it("repeat a lone statement after a conflict, a lone read after a lost connection, and no lone write", async () => {
    const conflict = engineThat(["conflict", "conflict", "ok"])
    await Effect.runPromise(conflict.db.execute("update x"))
    expect(conflict.log).toHaveLength(3)
    const read = engineThat(["lost", "ok"])
    await Effect.runPromise(read.db.sql("select 1"))
    const write = engineThat(["lost", "ok"])
    expect(failureOf(await Effect.runPromiseExit(write.db.execute("update x")))).toBeInstanceOf(DbUnavailable)
    expect(write.log).toHaveLength(1)
  })

  it("end with DbConflict when the conflict persists", async () => {
    const { db, log } = engineThat(Array(50).fill("conflict"))
    expect(failureOf(await Effect.runPromiseExit(db.execute("update x")))).toBeInstanceOf(DbConflict)
    expect(log.length).toBeLessThanOrEqual(10)
  })

  it("map driver errors", async () => {
    const exitOf = (code: string) =>
      Effect.runPromiseExit(describeFailure(Object.assign(new Error("x"), { code })))
    expect(failureOf(await exitOf("40P01"))).toBeInstanceOf(DbConflict)
    expect(failureOf(await exitOf("08006"))).toBeInstanceOf(DbUnavailable)
    for (const code of ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"])
      expect(failureOf(await exitOf(code)), code).toBeInstanceOf(DbUnavailable)
    expect(failureOf(await exitOf("42601"))).toBe("Die")
  })
})
