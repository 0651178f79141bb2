/** Rows of the ledger and of events are only added; the server's role can do no more than it needs. */

import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { startApp } from "../../server/app.ts"
import { readSettings } from "../../server/config.ts"
import { CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { execute, sql } from "../../server/db/db.ts"
import { APPEND_ONLY } from "../../server/db/schema/append-only.ts"
import { demoMarket } from "../../server/market/config.ts"
import { migrateDatabase } from "../../server/operator/commands-without-server.ts"
import { callServer, fieldOf, goodPassword, reasonOf } from "../support/app.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { createDatabase } from "../support/postgres.ts"

/** A column of each table that may be anything. */
const columnOf: Readonly<Record<string, string>> = {
  postings: "reason",
  payment_events: "event_id",
  carried_postings: "member_id",
  loss_rates: "day",
  liabilities: "note",
  knowledge_answers: "question",
  limit_promises: "body",
  execution_months: "body",
}

const changes = APPEND_ONLY.flatMap((table) => [
  `update ${table} set ${columnOf[table] ?? "who"} = 'x'`,
  `delete from ${table}`,
  `truncate ${table}`,
])

onDatabasesInTurn("the ledger and the events", (database) => {
  effectTests(runOn(database))("refuse every change but a new row, of every role", function* () {
    yield* openAccounts("m1")
    yield* post({
      ...{ transactionId: "t1", memberId: "m1", available: 5n, code: CHANGE.systemIncrease },
      ...{ reason: "test", reference: "r", atMs: 1 },
    })
    const rows = sql("select to_jsonb(p) from postings p union all select to_jsonb(e) from member_events e")
    const before = yield* rows
    expect(before).toHaveLength(3)
    for (const change of changes) {
      const exit = yield* Effect.exit(execute(change))
      expect(Exit.isFailure(exit) && String(exit.cause), change).toMatch(/rows are only added/)
    }
    expect(yield* rows).toEqual(before)
  })
})

const clusterUrl = inject("postgresUrl")

describe.skipIf(clusterUrl === null)("a server under a role that owns nothing", () => {
  const role = `links_app_${randomBytes(6).toString("hex")}`
  const dataDir = mkdtempSync(join(tmpdir(), "links-role-"))
  let owner: { url: string; drop: () => Promise<void> }
  let url: string
  const onCluster = async (address: string, sql: string) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const start = () => {
    const env = { PORT: "0", DATA_DIR: dataDir, DATABASE_URL: url, REGISTRATION_BONUS: "500000.00" }
    return startApp(readSettings(env), demoMarket)
  }
  const migrated = (grant: string | null) => migrateDatabase({ dataDir, databaseUrl: owner.url }, grant)

  beforeAll(async () => {
    owner = await createDatabase(clusterUrl ?? "")
    await onCluster(owner.url, `create role ${role} login password 'secret'`)
    const address = new URL(owner.url)
    address.username = role
    address.password = "secret"
    url = address.href
  })
  afterAll(async () => {
    await onCluster(owner.url, `drop owned by ${role}`)
    await owner.drop()
    await onCluster(clusterUrl ?? "", `drop role ${role}`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("refuses an empty database with one sentence, until its owner has migrated it", async () => {
    await expect(start()).rejects.toThrow(/operator command migrate/)
    expect(await migrated("nobody_of_that_name")).toMatchObject({
      isDone: false,
      text: expect.stringContaining("There is no role"),
    })
    expect(await migrated("postgres")).toMatchObject({
      isDone: false,
      text: expect.stringContaining("owns the tables"),
    })
    expect(await migrated(role)).toMatchObject({
      isDone: true,
      text: expect.stringContaining("Migrations run: 0"),
    })
  })

  it("serves members, and cannot change a posting, an event or the schema", async () => {
    const server = await start()
    try {
      const joined = await callServer(server.url, "register", {
        ...{ username: "role.one", password: goodPassword },
        invitation_code: server.demo?.invitationCode ?? "",
      })
      const token = String(fieldOf(joined, "token"))
      const summary = await callServer(server.url, "walletSummary", {}, { token })
      expect(reasonOf(summary)).toBeNull()
      const { rows } = await onCluster(url, "select count(*)::int as count from postings where code = 200")
      expect(rows[0].count).toBeGreaterThan(0)
      for (const change of [
        ...changes,
        "alter table postings disable trigger append_only",
        "drop table postings",
        "create table more (n int)",
        "set session_replication_role = replica",
        "delete from schema_migrations",
      ])
        await expect(onCluster(url, change), change).rejects.toThrow(/permission denied|must be owner/)
      await onCluster(url, "update settings set changed_at_ms = changed_at_ms")
    } finally {
      await server.stop()
    }
  })
})
