/** The embedded engine in its real thread, and a server whose engine does not return. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, ManagedRuntime } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { Db, DbUnavailable } from "../../server/db/db.ts"
import { embeddedLayer } from "../../server/db/embedded-layer.ts"
import { CALLED_ONCE_MAX, PREPARED_MAX } from "../../server/db/prepared-statements.ts"
import { callServer, reasonOf } from "../support/app.ts"
import { prepareDataDir } from "../support/database.ts"
import { pgliteLayer } from "../support/pglite.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { STOP_LIMIT_MS } from "../support/service-manager.ts"

const limits = {
  silentAfterMs: 600,
  endAfterMs: 6_000,
  lookEveryMs: 100,
  reopenEveryMs: 100,
  closeWithinMs: 4_000,
  waitingMax: 20,
}

const spin = "select count(*) from generate_series(1, 1000000000000)"

const lostOf = (exit: Exit.Exit<unknown, unknown>): DbUnavailable => {
  const found = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  if (found?._tag === "Fail" && found.error instanceof DbUnavailable) return found.error
  throw new Error(`not unavailable: ${JSON.stringify(exit)}`)
}

describe("the thread of the embedded engine", () => {
  let dataDir: string
  let runtime: ManagedRuntime.ManagedRuntime<Db, DbUnavailable>
  const directory = () => join(dataDir, "database")
  const run = <A, E>(work: (db: Db["Service"]) => Effect.Effect<A, E>) =>
    runtime.runPromise(Effect.exit(Effect.flatMap(Db, work)))
  const rowsOf = async (sql: string): Promise<unknown> => {
    const exit = await run((db) => db.sql(sql))
    return Exit.isSuccess(exit) ? exit.value : exit
  }
  /** A setting of the session: gone when another engine has opened the directory. */
  const sessionName = () => rowsOf("select current_setting('application_name') as name")

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "links-thread-"))
    await prepareDataDir(dataDir)
    runtime = ManagedRuntime.make(embeddedLayer(directory(), limits))
    await run((db) => db.execute("set application_name = 'first'"))
  })
  beforeEach(() =>
    run((db) => db.script("drop table if exists notes; create table notes (n bigint, bytes bytea)")),
  )
  afterAll(async () => {
    await runtime.dispose()
    // a thread that was ended may still be writing
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  it("answers what the engine answers: rows, bytes, counts, and errors by their kind", async () => {
    const bytes = Buffer.from("a small part of a large buffer")
    const wrote = await run((db) =>
      db.execute("insert into notes values ($1, $2), (3, null)", [2n ** 60n, bytes]),
    )
    expect(wrote).toEqual(Exit.succeed(2))
    expect(await rowsOf("select n, bytes, array[1, 2] as list from notes order by n desc limit 1")).toEqual([
      { n: 2n ** 60n, bytes: new Uint8Array(bytes), list: [1, 2] },
    ])
    await run((db) => db.script("alter table notes add constraint positive check (n > 0)"))
    const refused = await run((db) => db.execute("insert into notes values (-1, null)"))
    expect(Exit.isFailure(refused) && refused.cause.reasons).toMatchObject([
      { _tag: "Fail", error: { _tag: "DbInvariant", constraint: "positive" } },
    ])
    const rolledBack = await run((db) =>
      db.transaction(Effect.andThen(db.execute("delete from notes"), Effect.fail("changed my mind"))),
    )
    expect(Exit.isFailure(rolledBack)).toBe(true)
    expect(await rowsOf("select count(*) as n from notes")).toEqual([{ n: 2n }])
  })

  it("keeps a statement prepared that is called again, through errors and changes of the schema", async () => {
    const add = (n: bigint, bytes: Uint8Array | null) =>
      run((db) =>
        db.execute("insert into notes select x, $2 from unnest($1::bigint[]) as x", [[n, n + 1n], bytes]),
      )
    const kept = () =>
      rowsOf("select count(*) as n from pg_prepared_statements where statement like 'insert into notes%'")
    expect(await add(1n, Buffer.from("one"))).toEqual(Exit.succeed(2))
    expect(await kept()).toEqual([{ n: 0n }])
    expect(await add(3n, null)).toEqual(Exit.succeed(2))
    expect(await add(5n, Buffer.from("five"))).toEqual(Exit.succeed(2))
    expect(await kept()).toEqual([{ n: 1n }])
    const read = () => rowsOf("select * from notes where n in (1, 4, 5) order by n")
    const [one, five] = ["one", "five"].map((text) => new Uint8Array(Buffer.from(text)))
    const expected = [
      { n: 1n, bytes: one },
      { n: 4n, bytes: null },
      { n: 5n, bytes: five },
    ]
    for (const _ of [1, 2, 3]) expect(await read()).toEqual(expected)
    expect(await rowsOf("select n from notes where n = 9")).toEqual([])
    expect(await rowsOf("select n from notes where n = 9")).toEqual([])
    await run((db) => db.script("alter table notes add constraint small check (n < 8), add column text text"))
    expect(await kept()).toEqual([{ n: 0n }])
    for (const _ of [1, 2]) expect(await read()).toEqual(expected.map((row) => ({ ...row, text: null })))
    for (const _ of [1, 2, 3]) expect(JSON.stringify(await add(7n, null))).toContain('"constraint":"small"')
    const atOneMoment = (db: Db["Service"]) =>
      db.transaction(
        Effect.andThen(
          db.script("set transaction isolation level repeatable read"),
          db.sql("select count(*) as n from notes"),
        ),
      )
    for (const _ of [1, 2, 3]) expect(await run(atOneMoment)).toEqual(Exit.succeed([{ n: 6n }]))
  })

  it("remembers a bounded number of statements that were called once", async () => {
    const isPrepared = async (sql: string) =>
      JSON.stringify(
        await rowsOf(`select 1 as found from pg_prepared_statements where statement = '${sql}'`),
      ) !== "[]"
    const [first, last] = ["select 7000001 as n", "select 7000002 as n"]
    await rowsOf(first)
    await run((db) =>
      Effect.forEach(Array.from({ length: CALLED_ONCE_MAX }), (_, n) =>
        db.sql(`select ${8_000_000 + n} as n`),
      ),
    )
    await rowsOf(last)
    for (const sql of [first, last]) await rowsOf(sql)
    expect([await isPrepared(first), await isPrepared(last)]).toEqual([false, true])
  })

  it("keeps a bounded number of statements prepared, and runs the others as before", async () => {
    const all = Array.from({ length: PREPARED_MAX + 10 }, (_, n) => n)
    for (let round = 0; round < 3; round += 1)
      for (const n of all) expect(await rowsOf(`select ${n} as n`)).toEqual([{ n }])
    expect(await rowsOf("select count(*) as n from pg_prepared_statements")).toEqual([
      { n: BigInt(PREPARED_MAX) },
    ])
  })

  it("is replaced when it stays silent, and keeps what was committed; the caller's thread is free", {
    tags: ["exhaustive"],
  }, async () => {
    await run((db) => db.execute("insert into notes values (1, null)"))
    let beats = 0
    const heart = setInterval(() => {
      beats += 1
    }, 20)
    const [spun] = await Promise.all([
      run((db) =>
        Effect.gen(function* () {
          yield* db.execute("insert into notes values (2, null)")
          yield* Effect.ignore(db.sql(spin))
          yield* db.execute("insert into notes values (3, null)")
        }).pipe(db.transaction),
      ),
    ])
    clearInterval(heart)
    expect(beats).toBeGreaterThan(20)
    expect(lostOf(spun).outcome).toBe("none")
    await vi.waitFor(async () => expect(await rowsOf("select n from notes")).toEqual([{ n: 1n }]), {
      timeout: 30_000,
    })
    expect(await sessionName()).not.toEqual([{ name: "first" }])
  })
})

/** A log-in of the planted database reads the file `gate` first, and does what that says. */
const trap = `
  create function pass_gate() returns trigger language plpgsql as $$
  begin
    if pg_read_file('gate') = 'spin' then loop end loop; end if;
    if pg_read_file('gate') = 'sleep' then perform pg_sleep(9); end if;
    return new;
  end $$;
  create trigger gate before insert on sessions for each row execute function pass_gate();
`

describe("a server whose embedded engine does not return", { tags: ["exhaustive"] }, () => {
  let dataDir: string
  let server: RunningServer
  const gate = () => join(dataDir, "database", "gate")
  const logIn = () =>
    callServer(server.url, "login", {
      username: server.demo?.username ?? "",
      password: server.demo?.password ?? "",
    })
  const probe = async (path: string) => {
    const answer = await fetch(server.url + path)
    return { status: answer.status, body: await answer.text() }
  }
  const untilRefused = () =>
    vi.waitFor(
      async () =>
        expect(reasonOf(await callServer(server.url, "systemConfig", {}))).toBe("system.unavailable"),
      { timeout: 20_000, interval: 250 },
    )

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "links-stuck-"))
    await prepareDataDir(dataDir)
    const planted = ManagedRuntime.make(pgliteLayer(join(dataDir, "database")))
    await planted.runPromise(Effect.flatMap(Db, (db) => db.script(trap)))
    await planted.dispose()
    writeFileSync(gate(), "open")
    server = await startServer({ env: { DATA_DIR: dataDir, DATABASE_URL: "" } })
  })
  afterEach(async () => {
    await server.kill9()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("answers probes and refusals, logs once, and ends itself before systemd would kill it", async () => {
    writeFileSync(gate(), "spin")
    const spun = logIn().catch(() => null)
    // one answer: on a busy machine it may have been silent for a moment before
    const silent = {
      status: 503,
      body: expect.stringMatching(/"reason":"database-(silent|unavailable)"/),
    }
    await vi.waitFor(async () => expect(await probe("/readyz")).toEqual(silent), { timeout: 20_000 })
    expect((await probe("/livez")).status).toBe(200)
    await untilRefused()
    expect(server.output().match(/database is not available/g)).toHaveLength(1)
    const startedMs = performance.now()
    await server.stop()
    expect(performance.now() - startedMs).toBeLessThan(STOP_LIMIT_MS)
    await spun
  })

  it("goes on when the engine answers", async () => {
    writeFileSync(gate(), "sleep")
    const slow = logIn()
    await untilRefused()
    writeFileSync(gate(), "open")
    expect((await slow).status).toBe(200)
    await vi.waitFor(async () => expect((await probe("/readyz")).status).toBe(200), { timeout: 10_000 })
    expect((await logIn()).status).toBe(200)
  })
})
