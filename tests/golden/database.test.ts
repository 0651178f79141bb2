/**
 * A database that an earlier release wrote is opened, migrated and served by this one without loss.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, inject, it } from "vitest"
import { writeBackup } from "../../server/db/backup.ts"
import { sql } from "../../server/db/db.ts"
import { migrate } from "../../server/db/migrations.ts"
import { restoreBackup } from "../../server/db/restore.ts"
import { seriesOfTape, type Tape } from "../../server/market/published-series.ts"
import { replayFeed } from "../../server/market/replay-feed.ts"
import { seedProducts } from "../../server/market/seeded-products.ts"
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

/** A later release may word a refusal in another way; its reason is kept. */
const reworded = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    name === "refusal" && value !== null ? { ...value, message: expect.stringMatching(/\S/) } : value,
  )

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

/** The replay of a database, the last tick of each symbol and the symbols of its products. */
const readReplay = Effect.gen(function* () {
  const [row] = yield* sql<
    Record<"anchor_ms" | "anchor_day" | "day_ms" | "tick_ms", bigint> & {
      readonly secret: string
      readonly tape: Tape
    }
  >("select * from market_feed")
  if (row === undefined) throw new Error("the release replayed nothing")
  const position = {
    ...{ secret: row.secret, anchorMs: Number(row.anchor_ms), anchorDay: Number(row.anchor_day) },
    ...{ dayMs: Number(row.day_ms), tickMs: Number(row.tick_ms) },
  }
  const { symbols, priceAt } = replayFeed(position, seriesOfTape(row.tape))
  yield* seedProducts(symbols)
  const products = yield* sql<{ symbol: string }>("select symbol from products")
  const last = yield* sql<{ symbol: string; at_ms: bigint; price_units: bigint }>(
    "select distinct on (symbol) symbol, at_ms, price_units from ticks order by symbol, seq desc",
  )
  return {
    ...{ priceAt, last, symbols: symbols.toSorted() },
    products: products.map(({ symbol }) => symbol).toSorted(),
  }
})

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
          const steps = [migrate(), countRows, findProblems, readReplay] as const
          const [, rows, problems, replay] = await onDatabase(store, Effect.all(steps))
          expect(rows).toMatchObject({ ...contents.rows, schema_migrations: expect.any(Number) })
          expect(rows.schema_migrations).toBeGreaterThanOrEqual(contents.rows.schema_migrations ?? 0)
          expect(problems).toEqual([])
          // no price jumps below a contract that is open, and nothing else is sold
          expect(replay.products).toEqual(replay.symbols)
          expect(replay.last.length).toBeGreaterThan(0)
          for (const { symbol, at_ms, price_units } of replay.last)
            expect(replay.priceAt(symbol, Number(at_ms)), symbol).toBe(price_units)
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
            expect(await readOutcome(server.url, token, operation)).toEqual(reworded(operation.answer))
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
