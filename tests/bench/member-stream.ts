/** A stream with members of its own, for benches of the events that reach them. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { MEMBER_EVENT_VERSION } from "../../server/core/member-events.ts"
import { Db } from "../../server/db/db.ts"
import { embeddedLayer } from "../../server/db/embedded-layer.ts"
import { migrate } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { demoMarket } from "../../server/market/config.ts"
import { makeQuoteStream, notifyMembers } from "../../server/stream/quote-stream.ts"
import type { Quote } from "../../src/domain/entities.ts"
import { prepareDataDir } from "../support/database.ts"
import { createDatabase, openPostgres } from "../support/postgres.ts"

/** Members with accounts, and a deposit that was credited to each of them. */
const membersSql = (count: number) => `
  insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
  select 'm' || n, 'm' || n, 'm' || n, '-', 'C' || n, 0, 0 from generate_series(1, ${count}) n;
  insert into balances (member_id, asset, available, contracts, withdrawals, revision)
  select 'm' || n, 'NGN', 0, 0, 0, 0 from generate_series(1, ${count}) n;`

const eventSql = `
  with moved as (
    update balances set revision = revision + 1 where asset = 'NGN' and member_id like 'm%' returning member_id, revision
  )
  insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
    contracts, withdrawals, who, why, at_ms, transaction_id)
  select member_id, revision, 'deposit', ${MEMBER_EVENT_VERSION}, 'd-1', 'pending', 'credited', '{}', 500, 0, 0, 'bench', '', 0, ''
  from moved`

export interface BenchDatabase {
  readonly runtime: ManagedRuntime.ManagedRuntime<Db, unknown>
  readonly close: () => Promise<void>
}

/** The embedded engine in its thread, as a server of one process has it. */
export const openEmbedded = async (): Promise<BenchDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
  await prepareDataDir(folder)
  const runtime = ManagedRuntime.make(embeddedLayer(join(folder, "database")))
  const close = async () => {
    await runtime.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
  return { runtime, close }
}

export const openPostgresql = async (): Promise<BenchDatabase> => {
  const cluster = await openPostgres({ isDurable: true })
  if (cluster === null) throw new Error("No PostgreSQL is installed.")
  const { url } = await createDatabase(cluster.url)
  const migrated = Layer.provideMerge(Layer.effectDiscard(migrate()), postgresLayer(url))
  const runtime = ManagedRuntime.make(migrated)
  const close = async () => {
    await runtime.dispose()
    await cluster.stop()
  }
  return { runtime, close }
}

const quote = { seq: 4, atMs: 4, price: "20.0000", open: "20.0000", high: "20.0000", low: "20.0000" }

/** As many symbols as the demo market's, for the snapshot of each connection. */
const quotes = Array.from(
  { length: 60 },
  (_, i): Quote => ({ ...quote, symbol: `S${i}`, previousClose: "20.0000" }),
)

/** A stream over `count` new members; a connection's address says whose it is. */
export const openMemberStream = async (
  database: BenchDatabase,
  count: number,
  memberOf: (request: IncomingMessage) => { readonly memberId: string; readonly after: number | null },
) => {
  const run = database.runtime.runPromise
  await run(Effect.flatMap(Db, (db) => db.script(membersSql(count))))
  const stream = makeQuoteStream(
    { quoteBook: { quotes: () => quotes, last: () => null, record: () => {} }, settings: demoMarket },
    Date.now,
  )
  const server = createServer()
  const ended = new AbortController().signal
  server.on("upgrade", (request, socket, head) => {
    const { memberId, after } = memberOf(request)
    const session = { memberId, tokenHash: "", lifeMs: 1e12 }
    stream.accept({ request, socket, head, session, host: "", after, ended })
  })
  const address = server.listen({ port: 0, backlog: 4_096 }).address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    url: `ws://127.0.0.1:${address.port}/`,
    append: () => run(Effect.flatMap(Db, (db) => db.execute(eventSql))),
    notify: () => run(notifyMembers(stream)),
    count: stream.count,
    close: async () => {
      stream.close()
      server.close()
      await database.close()
    },
  }
}
