import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { isDeepStrictEqual } from "node:util"
import { gunzipSync, gzipSync } from "node:zlib"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { backupSeal, makeVault, readSecretFile } from "../../server/core/vault.ts"
import { writeBackup } from "../../server/db/backup.ts"
import { databaseLayer } from "../../server/db/database.ts"
import { type Db, execute, sql } from "../../server/db/db.ts"
import { restoreBackup } from "../../server/db/restore.ts"
import { restore } from "../../server/operator/commands-without-server.ts"
import { sendCommand } from "../../server/operator/socket.ts"
import { joinMember } from "../chaos/member.ts"
import { readWallet } from "../support/answers.ts"
import { openBooks } from "../support/books.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { type Engine, embedded, postgresql, type Store } from "../support/engines.ts"
import { readRows } from "../support/rows.ts"
import { startServer } from "../support/server.ts"
import { fund } from "../support/trading.ts"

/** Nothing settles and nothing is reviewed, so that figures depend on the members' steps only. */
const environment = {
  DAY_MS: "86400000",
  TICK_MS: "1000",
  MARKET_SEED: "backup",
  WRITES_PER_MINUTE: "0",
  REVIEW_DELAY_MS: "3600000",
  REGISTRATION_BONUS: "500000.00",
} as const

const addressOf = ({ env }: Store) => ({
  dataDir: env.DATA_DIR ?? "",
  databaseUrl: env.DATABASE_URL === "" ? null : (env.DATABASE_URL ?? null),
})

const onStore = <A>(store: Store, work: Effect.Effect<A, unknown, Db>): Promise<A> =>
  Effect.runPromise(Effect.orDie(Effect.provide(work, databaseLayer(addressOf(store)))))

/** By the secret of the store's server. */
const sealOf = ({ env }: Store) =>
  backupSeal(makeVault(readSecretFile(env.DATA_DIR ?? "") ?? new Uint8Array()))

const files = mkdtempSync(join(tmpdir(), "links-backup-"))
afterAll(() => rmSync(files, { recursive: true, force: true }))

const url = inject("postgresUrl")
const engines: ReadonlyArray<Engine> = url === null ? [embedded] : [embedded, postgresql(url)]

/** What the data folder has beside the database. */
const copyKeys = (from: Store, to: Store): void => {
  for (const name of ["secret.key", "market.key", "demo-password"]) {
    const path = join(from.env.DATA_DIR ?? "", name)
    if (existsSync(path)) copyFileSync(path, join(to.env.DATA_DIR ?? "", name))
  }
}

const bySecretFile = { secret: null, isUnsealed: false }

/** Reads until two answers three ticks apart agree: what was asked to close has settled then. */
const readSettled = async <A>(read: () => Promise<A>): Promise<A> => {
  for (let last = await read(); ; ) {
    await pause(3 * Number(environment.TICK_MS))
    const next = await read()
    if (isDeepStrictEqual(last, next)) return next
    last = next
  }
}

/** A server under load is backed up; then it is stopped and backed up again. */
const work = async (store: Store, name: string) => {
  const [hot, cold] = [join(files, `${name}-hot`), join(files, `${name}-cold`)]
  const server = await startServer({ env: { ...store.env, ...environment } })
  const code = server.demo?.invitationCode ?? ""
  const members = [
    await joinMember(server.url, code, "backed.one", 1),
    await joinMember(server.url, code, "backed.two", 2),
  ]
  let isOver = false
  const running = members.map((member) => member.work(server.url, () => isOver))
  while (members.some(({ counts }) => counts().acknowledged < 3)) await pause(20)
  const before = members.map(({ memberId, done }) => ({ memberId, ids: new Set(done()) }))
  const answer = await sendCommand(store.env.DATA_DIR ?? "", ["backup", hot])
  isOver = true
  await Promise.all(running)
  const wallets = await readSettled(() =>
    Promise.all(members.map(({ token }) => readWallet(server.url, token))),
  )
  expect(await server.stop()).toBe(0)
  await onStore(store, writeBackup(cold, sealOf(store)))
  return { hot, cold, answer, before, members, wallets }
}

describe.each(engines)("a backup of the engine $name", { tags: ["exhaustive"] }, (engine) => {
  let source: Store
  let made: Awaited<ReturnType<typeof work>>
  beforeAll(async () => {
    source = await engine.openStore()
    made = await work(source, engine.name)
  })
  afterAll(() => source.remove())

  it("is written while members trade, for this user alone, and says what else is needed", async () => {
    expect(made.answer).toMatchObject({ isDone: true, text: expect.stringContaining("secret.key") })
    const again = await onStore(source, Effect.flip(writeBackup(made.cold, sealOf(source))))
    expect(again.message).toMatch(/exists already/)
    expect(existsSync(`${made.hot}.partial`)).toBe(false)
    expect(statSync(made.hot).mode & 0o777).toBe(0o600)
  })

  it("has whole operations, those acknowledged before it among them, and passes every check", async () => {
    const target = await engine.openStore()
    try {
      copyKeys(source, target)
      const restored = await restore(addressOf(target), made.hot, bySecretFile)
      expect(restored).toMatchObject({ isDone: true, text: expect.stringContaining("Every check holds") })
      const books = await openBooks(target, { isDiscarded: true })
      for (const { memberId, ids } of made.before)
        expect([...ids].filter((id) => !books.idsOf(memberId).has(id))).toEqual([])
    } finally {
      await target.remove()
    }
  })

  it("restores to the same rows on the other engine, and a server shows every figure as before", async () => {
    const target = await (engines.find((other) => other !== engine) ?? engine).openStore()
    try {
      copyKeys(source, target)
      expect((await restore(addressOf(target), made.cold, bySecretFile)).isDone).toBe(true)
      expect(await onStore(target, readRows)).toEqual(await onStore(source, readRows))
      const server = await startServer({ env: { ...target.env, ...environment } })
      const wallets = await Promise.all(made.members.map(({ token }) => readWallet(server.url, token)))
      expect(await server.stop()).toBe(0)
      expect(wallets).toEqual(made.wallets)
    } finally {
      await target.remove()
    }
  })
})

onDatabasesInTurn("a backup", (database) => {
  const run = runOn(database)
  const test = effectTests(run)
  const folder = mkdtempSync(join(files, "refused-"))
  const file = join(folder, "whole")
  const seal = backupSeal(makeVault(new Uint8Array(32).fill(7)))
  const altered = join(folder, "altered")
  const addCode = Effect.gen(function* () {
    yield* execute("insert into invitation_codes values ('CODE2345', null, 'a note', 7)")
  })
  const codes = Effect.gen(function* () {
    return yield* sql("select code from invitation_codes")
  })
  /** Adds a migration that this release does not know while `work` runs. */
  const withLaterSchema = <A, E>(work: Effect.Effect<A, E, Db>) =>
    Effect.gen(function* () {
      yield* execute("insert into schema_migrations (id, applied_at_ms) values ('later-001', 0)")
      return yield* Effect.ensuring(
        work,
        Effect.orDie(execute("delete from schema_migrations where id = 'later-001'")),
      )
    })
  let written: Effect.Success<typeof readRows>
  beforeAll(async () => {
    written = await Effect.gen(function* () {
      yield* addCode
      yield* fund("m1", 500n)
      yield* writeBackup(file, seal)
      return yield* readRows
    }).pipe(run)
  })

  test("is restored to the same rows, into an empty database alone", function* () {
    yield* restoreBackup(file, seal)
    expect(yield* readRows).toEqual(written)
    const refused = yield* Effect.flip(restoreBackup(file, seal))
    expect(refused.message).toMatch(/not empty \(table \w+\)/)
    expect(yield* readRows).toEqual(written)
  })

  test("that is damaged leaves the database empty", function* () {
    const refusalOf = Effect.fnUntraced(function* (content: string | Uint8Array) {
      writeFileSync(altered, content)
      const refused = yield* Effect.flip(restoreBackup(altered, seal))
      expect(yield* codes).toEqual([])
      return refused.message
    })
    const text = gunzipSync(readFileSync(file)).toString("utf8")
    expect(yield* refusalOf(gzipSync(text.replace("a note", "a nose")))).toMatch(/hash/)
    expect(yield* refusalOf(gzipSync(text.replace(/\["CODE2345".*\n/, "")))).toMatch(/hash/)
    // a writer of a row can write its hash again, and not the seal
    const lines = text.replace("a note", "a nose").split("\n").slice(0, -2)
    const sha256 = createHash("sha256")
      .update(`${lines.join("\n")}\n`)
      .digest("hex")
    const end = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")
    const forgedBy = (last: object) => gzipSync(`${[...lines, JSON.stringify(last)].join("\n")}\n`)
    expect(yield* refusalOf(forgedBy({ ...end, sha256 }))).toMatch(/altered, or another SECRET/)
    expect(yield* refusalOf(forgedBy({ rows: end.rows, sha256 }))).toMatch(/not sealed/)
    expect(yield* refusalOf(gzipSync(text.replace(/\{"rows".*\n/, "")))).toMatch(/cut off/)
    expect(yield* refusalOf(gzipSync("something else\n"))).toMatch(/no backup/)
    expect(yield* refusalOf(readFileSync(file).subarray(0, 400))).toMatch(/cannot be read/)
  })

  test("is restored without a seal where the operator says so", function* () {
    const unsealed = join(folder, "unsealed")
    const text = gunzipSync(readFileSync(file)).toString("utf8")
    writeFileSync(unsealed, gzipSync(text.replace(/,"seal":"[^"]*"/, "")))
    expect((yield* Effect.flip(restoreBackup(unsealed, seal))).message).toMatch(/not sealed/)
    yield* restoreBackup(unsealed, null)
    expect(yield* readRows).toEqual(written)
  })

  test("of a later release, or into a database of one, is refused", function* () {
    const refused = yield* Effect.flip(withLaterSchema(restoreBackup(file, seal)))
    expect(refused.message).toMatch(/A later release has changed this database/)
    expect(yield* codes).toEqual([])
    const later = `${file}-later`
    yield* withLaterSchema(writeBackup(later, seal))
    expect((yield* Effect.flip(restoreBackup(later, seal))).message).toMatch(
      /A later release made this backup/,
    )
  })
})
