import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import pg from "pg"
import { type Db, sql } from "../../server/db/db.ts"
import { migrate } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { seededProducts } from "../../server/market/seeded-products.ts"
import { newOrder } from "../../server/orders/create-order.ts"
import { orderStatement, writeOrders } from "../../server/orders/order-writer.ts"
import { toWire } from "../../src/contract/endpoint.ts"
import { endpoints, type RequestOf } from "../../src/contract/endpoints.ts"
import { isAmountLimit, LIMIT_NAMES, minutesRange } from "../../src/domain/protection.ts"
import { callServer, goodPassword } from "../support/app.ts"
import { pgliteLayer } from "../support/pglite.ts"
import { createDatabase, findBinaries, openPostgres } from "../support/postgres.ts"
import { startServer } from "../support/server.ts"
import { fund } from "../support/trading.ts"
import { bench } from "./harness.ts"
import { percentile } from "./site.ts"

const MEMBERS = 32
const CONNECTIONS = 16
const ORDERS = 2_000
const BALANCE = "900000000"

const product = seededProducts.find(({ id }) => id === "aapl")

const wantedOrder = (): RequestOf<"orderCreate"> => ({
  key: randomUUID(),
  productId: "aapl",
  direction: "up",
  stake: "1000.00",
  leverage: 1,
  periodDays: 30,
  quotedPrice: "100.0000",
})

/** Runs `work` over and over, so many at once; answers how many a second. */
const throughput = async (work: (i: number) => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  let next = 0
  const worker = async () => {
    while (next < ORDERS) await work(next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (ORDERS / (performance.now() - startedMs)) * 1_000
}

/** Posts an order over a kept connection; what is measured is the server, not the client. */
const orderClient = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const { path } = endpoints.orderCreate
  return (token: string) =>
    new Promise<void>((resolve, reject) => {
      const text = JSON.stringify(toWire(endpoints.orderCreate, wantedOrder()))
      const headers = { "content-type": "application/json", "content-length": text.length, token }
      const sent = request(`${url}/${path}`, { method: "POST", agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => {
          const answer = Buffer.concat(chunks).toString()
          if (answer.startsWith('{"code":1,')) resolve()
          else reject(new Error(answer))
        })
      })
      sent.on("error", reject)
      sent.end(text)
    })
}

const decodeSession = Schema.decodeUnknownSync(endpoints.register.answer)

interface Joined {
  readonly token: string
  readonly memberId: string
}

const joinAll = (url: string, invitationCode: string): Promise<ReadonlyArray<Joined>> =>
  Promise.all(
    Array.from({ length: MEMBERS }, async (_, i) => {
      const invited = { username: `bench${i}`, password: goodPassword, invitation_code: invitationCode }
      const { said, body } = await callServer(url, "register", invited)
      if (said.kind !== "success") throw new Error(`not registered: ${JSON.stringify(body)}`)
      const session = decodeSession(said.data)
      return { token: session.token, memberId: session.user.id }
    }),
  )

const pendingOrder = (memberId: string) => {
  if (product === undefined) throw new Error("the product is not sold")
  const wanted = wantedOrder()
  const order = newOrder(wanted, product, memberId, Date.now())
  return { order, memberId, key: wanted.key, bodyHash: "bench", leverageWaitMs: null }
}

/** The very statement of an order, without the server around it. */
const directly = (memberId: string) => writeOrders([pendingOrder(memberId)])

/** PostgreSQL's own client for measurements; null where it is not installed. */
const findPgbench = (): string | null => {
  const path = join(findBinaries() ?? "", "pgbench")
  return existsSync(path) ? path : null
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * The script of one order of a random member, for pgbench: the statement of the server with its
 * parameter, in which pgbench puts another order's id and key and another member.
 */
const pgbenchScript = (memberIds: readonly string[]): string => {
  const { sql, parameter } = orderStatement([pendingOrder("MEMBER")])
  const row = JSON.parse(parameter[0] ?? "")
  // pgbench takes a colon with a word after it for a variable of its own
  const spaced = JSON.stringify(row, null, 1).replaceAll("\n", " ")
  const text = spaced.replaceAll(String(row.id), "ORDER").replaceAll(String(row.key), "KEY")
  const members = `(array[${memberIds.map(quoted).join(", ")}])[:member]`
  // ids differ by the client and a random number, and none is twice in a run
  const id = "'bench-' || :client_id || '-' || :number"
  const json = ["MEMBER", "ORDER", "KEY"].reduce(
    (value, name) => `replace(${value}, '${name}', ${name === "MEMBER" ? members : id})`,
    quoted(text),
  )
  const lines = [
    `\\set member random(1, ${memberIds.length})`,
    "\\set number random(1, 9000000000000000)",
    // a line of pgbench is a statement until its semicolon
    `${sql.replace("$1::text[]", `array[${json}]`)};`,
  ]
  return `${lines.join("\n")}\n`
}

/** Orders a second that pgbench writes over as many connections. */
const pgbenchThroughput = async (pgbench: string, databaseUrl: string, script: string): Promise<number> => {
  const each = String(ORDERS / CONNECTIONS)
  const options = ["-n", "-c", String(CONNECTIONS), "-j", "2", "-t", each, "-M", "prepared", "-f", script]
  const { stdout } = await promisify(execFile)(pgbench, [...options, databaseUrl])
  const failed = /number of failed transactions: (\d+)/u.exec(stdout)?.[1] ?? "0"
  const perSecond = Number(/tps = ([\d.]+) \(without/u.exec(stdout)?.[1])
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rowCount } = await client.query("delete from operations where key like 'bench-%'")
  await client.end()
  const isWhole = failed === "0" && rowCount === ORDERS && perSecond > 0
  if (!isWhole) throw new Error(`pgbench wrote ${rowCount} orders of ${ORDERS}:\n${stdout}`)
  return perSecond
}

const memberAt = <A>(members: ReadonlyArray<A>, i: number): A => {
  const member = members[i % members.length]
  if (member === undefined) throw new Error("nobody joined")
  return member
}

const runtimeOn = (database: Layer.Layer<Db, unknown>) =>
  ManagedRuntime.make(Layer.provideMerge(Layer.effectDiscard(migrate()), database))

/** Of the throughput that was measured just before. */
const LOAD = 0.7

/** Runs `work` at that rate, however long it takes; answers the 99th percentile of its time in ms. */
const p99At = async (perSecond: number, work: (i: number) => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  const times = await Promise.all(
    Array.from({ length: ORDERS }, async (_, i) => {
      // from the moment it is due: an order that waits for a connection waits for the server
      const dueMs = startedMs + (i * 1_000) / perSecond
      await pause(dueMs - performance.now())
      await work(i)
      return performance.now() - dueMs
    }),
  )
  return percentile(times, 0.99)
}

const openServer = async (databaseUrl: string) => {
  const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    REGISTRATION_BONUS: BALANCE,
    DAY_MS: "86400000",
    WRITES_PER_MINUTE: "0",
    QUOTE_STALE_MS: "60000",
  }
  const server = await startServer({ env })
  const members = await joinAll(server.url, server.demo?.invitationCode ?? "")
  const post = orderClient(server.url)
  return {
    members,
    order: post,
    url: server.url,
    place: (i: number) => post(memberAt(members, i).token),
    close: async () => {
      await server.kill9()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server on PostgreSQL, and the same statement called directly. */
const openBoth = async () => {
  const cluster = await openPostgres({ isDurable: true })
  if (cluster === null) throw new Error("No PostgreSQL is installed.")
  const database = await createDatabase(cluster.url)
  const server = await openServer(database.url)
  const direct = runtimeOn(postgresLayer(database.url, CONNECTIONS))
  return {
    server,
    url: database.url,
    direct: (i: number) => direct.runPromise(directly(memberAt(server.members, i).memberId)),
    close: async () => {
      await server.close()
      await direct.dispose()
      await cluster.stop()
    },
  }
}

const unit = "orders/s"
// the server's code is compiled in full after some thousand orders
const durable = { reach: { ratioAtLeast: 0.72 }, unit, warmups: 3 } as const

bench("durable orders over HTTP, PostgreSQL", async () => {
  const { server, direct, close } = await openBoth()
  return {
    ...{ ...durable, floorIs: "the same statement called directly", close },
    floor: () => throughput(direct),
    subject: () => throughput(server.place),
  }
})

const pgbench = findPgbench()
const besidePgbench = "durable orders over HTTP beside pgbench, PostgreSQL"
if (pgbench === null) console.error(`SKIPPED ${besidePgbench}: pgbench is not installed.`)
else
  bench(besidePgbench, async () => {
    const { server, url, close } = await openBoth()
    const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
    const script = join(folder, "order.sql")
    writeFileSync(script, pgbenchScript(server.members.map(({ memberId }) => memberId)))
    return {
      ...{ ...durable, floorIs: "the same statement by pgbench" },
      floor: () => pgbenchThroughput(pgbench, url, script),
      subject: () => throughput(server.place),
      close: async () => {
        await close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  })

bench("durable orders over HTTP at 70 % load, p99, PostgreSQL", async () => {
  const { server, direct, close } = await openBoth()
  const atLoad = async (work: (i: number) => Promise<unknown>) => p99At(LOAD * (await throughput(work)), work)
  return {
    floor: () => atLoad(direct),
    subject: () => atLoad(server.place),
    floorIs: "the same statement called directly, at 70 % of its own throughput",
    reach: { subjectAtMost: 25 },
    runs: 3,
    close,
  }
})

bench("orders over HTTP, embedded", async () => {
  const folder = mkdtempSync(join(tmpdir(), "links-bench-"))
  const server = await openServer("")
  const direct = runtimeOn(pgliteLayer(join(folder, "database")))
  const names = Array.from({ length: MEMBERS }, (_, i) => `m${i}`)
  await direct.runPromise(Effect.forEach(names, (name) => fund(name, 900_000_000_00n)))
  return {
    floor: () => throughput((i) => direct.runPromise(directly(memberAt(names, i)))),
    subject: () => throughput(server.place),
    floorIs: "the same statement called directly",
    reach: { ratioAtLeast: 0.6 },
    unit,
    close: async () => {
      await server.close()
      await direct.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

/** A limit of each kind, none of which the orders of a bench reach. */
const LIMITS = LIMIT_NAMES.filter((name) => minutesRange(name) === null).map(
  (name) => [name, isAmountLimit(name) ? "9000000000.00" : "1000000"] as const,
)

/** Half of the members limit everything; each of these has ordered, so that the rest is known. */
const openLimited = async () => {
  const both = await openBoth()
  const { members, order } = both.server
  const [free, limited] = [members.slice(0, MEMBERS / 2), members.slice(MEMBERS / 2)]
  for (const { token } of limited) {
    for (const [revision, [name, value]] of LIMITS.entries()) {
      const { said } = await callServer(both.server.url, "limitChange", { revision, name, value }, { token })
      if (said.kind !== "success") throw new Error(`no limit ${name}`)
    }
    await order(token)
  }
  return { ...both, free, limited }
}

bench("orders with every limit of the member's own over HTTP, PostgreSQL", async () => {
  const { server, free, limited, close } = await openLimited()
  return {
    floor: () => throughput((i) => server.order(memberAt(free, i).token)),
    subject: () => throughput((i) => server.order(memberAt(limited, i).token)),
    floorIs: "the same without limits",
    reach: { ratioAtLeast: 1 / 1.1 },
    ...{ unit, warmups: 3, close },
  }
})

/** Processor time of a process so far, in ms. */
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  // in hundredths of a second
  return (Number(fields[11]) + Number(fields[12])) * 10
}

if (process.platform === "linux")
  bench("processor time of orders with every limit of the member's own, PostgreSQL", async () => {
    const { url, free, limited, close } = await openLimited()
    const direct = runtimeOn(postgresLayer(url, 1))
    const [backend] = await direct.runPromise(sql<{ pid: number }>("select pg_backend_pid() as pid"))
    const measure = async (members: ReadonlyArray<Joined>) => {
      const beforeMs = processorMs(backend?.pid ?? 0)
      for (let i = 0; i < ORDERS; i += 1) {
        const written = await direct.runPromise(directly(memberAt(members, i).memberId))
        if (written.size !== 1) throw new Error("an order was not written")
      }
      return processorMs(backend?.pid ?? 0) - beforeMs
    }
    return {
      floor: () => measure(free),
      subject: () => measure(limited),
      floorIs: "the same without limits",
      reach: { ratioAtMost: 1.05 },
      close: async () => {
        await close()
        await direct.dispose()
      },
    }
  })
