import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, inject, it } from "vitest"
import { type Db, script, sql } from "../../server/db/db.ts"
import { checksumOf, migrate, migrations } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { grounds } from "../support/grounds.ts"
import { createDatabase } from "../support/postgres.ts"

describe("the migrations", () => {
  it("are those that were released, unchanged", () => {
    const path = join(import.meta.dirname, "../golden/migrations.json")
    const released: unknown = JSON.parse(readFileSync(path, "utf8"))
    const now = Object.fromEntries(migrations.map((step) => [step.id, checksumOf(step)]))
    expect(now).toMatchObject(Object(released))
    expect(Object.keys(Object(released)).length).toBeGreaterThan(30)
  })

  it("are the same in another layout only", () => {
    const [first = { id: "", sql: "" }] = migrations
    expect(checksumOf({ ...first, sql: `\n${first.sql.replaceAll("\n", "\n  ")}` })).toBe(checksumOf(first))
    expect(checksumOf({ ...first, sql: first.sql.replace("text", "bytea") })).not.toBe(checksumOf(first))
  })
})

for (const ground of grounds())
  describe.skipIf(!ground.isFound)(`a migrated database [${ground.name}]`, () => {
    /** Runs statements around a test and undoes them, because the engine is used again. */
    const after = <A>(change: string, undo: string, work: Effect.Effect<A, unknown, Db>) =>
      Effect.runPromise(
        Effect.gen(function* () {
          yield* script(change)
          return yield* Effect.ensuring(work, Effect.orDie(script(undo)))
        }).pipe(Effect.orDie, Effect.provide(ground.database)),
      )
    const id = migrations[0]?.id ?? ""
    const checksum = checksumOf(migrations[0] ?? { id, sql: "" })

    it("is refused when one of its migrations was edited", async () => {
      const undo = `update schema_migrations set checksum = '${checksum}' where id = '${id}'`
      const change = `update schema_migrations set checksum = 'other' where id = '${id}'`
      const refused = await after(change, undo, Effect.flip(migrate()))
      expect(refused).toMatchObject({ _tag: "MigrationRefused", message: expect.stringContaining(id) })
    })

    it("is refused by an older server", async () => {
      const change = "insert into schema_migrations (id, applied_at_ms) values ('later-001', 0)"
      const undo = "delete from schema_migrations where id = 'later-001'"
      const refused = await after(change, undo, Effect.flip(migrate()))
      expect(refused).toMatchObject({ _tag: "MigrationRefused", message: expect.stringMatching(/later/) })
    })

    it("of an earlier release gets its checksums", async () => {
      const read = Effect.gen(function* () {
        expect(yield* migrate()).toBe(0)
        return yield* sql("select id, checksum from schema_migrations order by id")
      })
      const rows = await after("update schema_migrations set checksum = null", "select 1", read)
      const expected = migrations.map((step) => ({ id: step.id, checksum: checksumOf(step) }))
      expect(rows).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    })
  })

describe.skipIf(inject("postgresUrl") === null)(
  "a long migration [postgresql]",
  { tags: ["exhaustive"] },
  () => {
    const statementTimeoutMs = 400
    const leaseMs = 3_000
    /** Longer than the lease, the statement's time and what the driver waits beyond it. */
    const seconds = 7

    it("runs once beyond every time limit while another process waits", async () => {
      const database = await createDatabase(inject("postgresUrl") ?? "")
      const step = { id: "long-001", sql: `select pg_sleep(${seconds}); create table long_rows (n bigint)` }
      const start = () =>
        Effect.runPromise(
          Effect.provide(migrate([step], leaseMs), postgresLayer(database.url, 4, statementTimeoutMs)),
        )
      try {
        expect((await Promise.all([start(), start()])).toSorted()).toEqual([0, 1])
      } finally {
        await database.drop()
      }
    })
  },
)
