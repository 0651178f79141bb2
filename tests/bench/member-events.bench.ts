/** How soon the members' events reach their sockets. */
// as the server's process does
import "effect/schema/SchemaJITCompiler/enable"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Effect, ManagedRuntime, Schema } from "effect"
import { MEMBER_EVENT_VERSION } from "../../server/core/member-events.ts"
import { Db } from "../../server/db/db.ts"
import { embeddedLayer } from "../../server/db/embedded-layer.ts"
import { demoMarket } from "../../server/market/config.ts"
import { makeQuoteStream, notifyMembers } from "../../server/stream/quote-stream.ts"
import { prepareDataDir } from "../support/database.ts"
import { bench } from "./harness.ts"

const ROUNDS = 20

const decodeReport = Schema.decodeUnknownSync(Schema.Struct({ arrivals: Schema.Array(Schema.Finite) }))

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

/** A stream with a socket for each of `count` members, who read in a process of their own. */
const openMembers = async (count: number) => {
  // the engine in its thread, as a server of one process has it
  const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
  await prepareDataDir(folder)
  const runtime = ManagedRuntime.make(embeddedLayer(join(folder, "database")))
  const run = runtime.runPromise
  await run(Effect.flatMap(Db, (db) => db.script(membersSql(count))))
  const stream = makeQuoteStream(
    { quoteBook: { quotes: () => [], last: () => null, record: () => {} }, settings: demoMarket },
    Date.now,
  )
  const server = createServer()
  const ended = new AbortController().signal
  let readers = 0
  server.on("upgrade", (request, socket, head) => {
    readers += 1
    const session = { memberId: `m${readers}`, tokenHash: "", expiresAtMs: Number.MAX_SAFE_INTEGER }
    stream.accept({ request, socket, head, session, after: null, ended })
  })
  const address = server.listen(0).address()
  if (address === null || typeof address === "string") throw new Error("no port")
  const script = join(import.meta.dirname, "member-readers.ts")
  const child: ChildProcess = fork(script, [`ws://127.0.0.1:${address.port}/`, String(count)])
  await once(child, "message")
  await run(notifyMembers(stream))
  return {
    /** The 99th percentile of the delay from the round that reads the events to their arrival, in ms. */
    p99Ms: async () => {
      const delays: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        await run(Effect.flatMap(Db, (db) => db.execute(eventSql)))
        await pause(100)
        const startedAtMs = performance.timeOrigin + performance.now()
        await run(notifyMembers(stream))
        await pause(200)
        child.send("read")
        const { arrivals } = decodeReport((await once(child, "message"))[0])
        if (arrivals.length !== count) throw new Error(`${arrivals.length} of ${count} events arrived`)
        delays.push(...arrivals.map((atMs) => atMs - startedAtMs))
      }
      return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? 0
    },
    close: async () => {
      child.kill()
      stream.close()
      server.close()
      await runtime.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

bench("member events to 1 000 members, one each, p99 delay from their reading", async () => {
  const many = await openMembers(1_000)
  const few = await openMembers(10)
  return {
    floor: few.p99Ms,
    subject: many.p99Ms,
    floorIs: "the same to 10 members",
    reach: { subjectAtMost: 40 },
    runs: 3,
    close: async () => {
      await many.close()
      await few.close()
    },
  }
})
