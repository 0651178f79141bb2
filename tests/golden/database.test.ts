/**
 * A database that an earlier release wrote is opened, migrated and served by this one without loss.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, inject, it } from "vitest"
import { writeBackup } from "../../server/db/backup.ts"
import { migrate } from "../../server/db/migrations.ts"
import { restoreBackup } from "../../server/db/restore.ts"
import { findProblems } from "../support/invariants.ts"
import { readRows } from "../support/rows.ts"
import { startServer } from "../support/server.ts"
import {
  countRows,
  type Decided,
  hasDatabase,
  onDatabase,
  openRecorded,
  readContents,
  readDecided,
  readOutcome,
  recordingEnv,
} from "./database.ts"
import { readDevice, releases, situationsOf } from "./device.ts"

/** With plain spaces: a later release may forbid a line break where this one allowed it. */
const spaced = (text: unknown): string => String(text).replaceAll("\u00a0", " ")

/** A later release may add fields to a record, and to the remark of a change. */
const expectKept = (before: Decided, now: Decided): void => {
  for (const list of ["orders", "deposits", "withdrawals"] as const)
    for (const record of before[list]) expect(now[list]).toContainEqual(expect.objectContaining(record))
  const changes = now.changes.map((change) => ({ ...change, remark: spaced(change.remark) }))
  for (const change of before.changes) {
    const remark = expect.stringContaining(spaced(change.remark))
    expect(changes).toContainEqual(expect.objectContaining({ ...change, remark }))
  }
}

const engines = [
  { engine: "embedded", isFound: true },
  { engine: "postgresql", isFound: inject("postgresUrl") !== null },
] as const

const subjects = releases.flatMap((release) =>
  engines.filter(({ engine }) => hasDatabase(release, engine)).map((each) => ({ release, ...each })),
)

/** Only ever more, so they tell the age of a release. */
const migrationsOf = ({ release, engine }: (typeof subjects)[number]): number =>
  readContents(release, engine).rows.schema_migrations ?? 0

/** The oldest release has the longest way to this one. */
const [oldest] = subjects
  .filter(({ engine }) => engine === "embedded")
  .toSorted((a, b) => migrationsOf(a) - migrationsOf(b))

const exhaustive = { tags: ["exhaustive"] }

for (const subject of subjects) {
  const { release, engine, isFound } = subject
  describe.skipIf(!isFound)(`the database of ${release} [${engine}]`, () => {
    const contents = readContents(release, engine)

    it(
      "is migrated with every row, and its books balance",
      subject === oldest ? {} : exhaustive,
      async () => {
        const store = await openRecorded(release, engine, inject("postgresUrl"))
        try {
          const [, rows, problems] = await onDatabase(store, Effect.all([migrate(), countRows, findProblems]))
          expect(rows).toMatchObject({ ...contents.rows, schema_migrations: expect.any(Number) })
          expect(rows.schema_migrations).toBeGreaterThanOrEqual(contents.rows.schema_migrations ?? 0)
          expect(problems).toEqual([])
        } finally {
          await store.remove()
        }
      },
    )

    it("is the same after a backup by its own schema and a restore by this release", exhaustive, async () => {
      const store = await openRecorded(release, engine, inject("postgresUrl"))
      const folder = mkdtempSync(join(tmpdir(), "links-golden-backup-"))
      try {
        const steps = [writeBackup(join(folder, "file"), String), migrate(), readRows] as const
        const [, , rows] = await onDatabase(store, Effect.all(steps))
        const restored = { env: { DATA_DIR: join(folder, "data"), DATABASE_URL: "" }, remove: async () => {} }
        await onDatabase(restored, restoreBackup(join(folder, "file"), String))
        // opened again, as the next server does
        expect(await onDatabase(restored, Effect.all([readRows, findProblems]))).toEqual([rows, []])
      } finally {
        await store.remove()
        rmSync(folder, { recursive: true, force: true })
      }
    })

    it("answers every key and shows every decided record as before, and goes on", exhaustive, async () => {
      const store = await openRecorded(release, engine, inject("postgresUrl"))
      try {
        const server = await startServer({ env: { ...store.env, ...recordingEnv } })
        for (const { id, token } of contents.members) {
          const operations = contents.operations.filter(({ memberId }) => memberId === id)
          for (const operation of operations)
            expect(await readOutcome(server.url, token, operation)).toEqual(operation.answer)
          const decided = contents.decided[id]
          if (decided === undefined) throw new Error(`nothing was recorded of ${id}`)
          expectKept(decided, await readDecided(server.url, token))
        }
        expect(await server.stop()).toBe(0)
        expect(await onDatabase(store, Effect.andThen(migrate(), findProblems))).toEqual([])
      } finally {
        await store.remove()
      }
    })
  })
}

const withEmbedded = releases.filter((release) => hasDatabase(release, "embedded"))

describe.each(withEmbedded)("the embedded database of %s", (release) => {
  it("knows the key of every operation that is in doubt on a device, unless it never arrived", () => {
    const { operations } = readContents(release, "embedded")
    const doubts = situationsOf(release).flatMap((situation) => readDevice(release, situation).inDoubt)
    expect(doubts.length).toBeGreaterThan(0)
    for (const { key, id } of doubts)
      expect(operations.find((each) => each.key === key)?.answer).toEqual(
        id === null
          ? undefined
          : expect.objectContaining({ data: expect.objectContaining({ id, state: "done" }) }),
      )
  })
})
