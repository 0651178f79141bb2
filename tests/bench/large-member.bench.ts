/** Pages of a member with 10 000 contracts beside one with 100, and what such a member can hold up. */
import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { script, sql } from "../../server/db/db.ts"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { onDatabase } from "../golden/database.ts"
import { callServer, fieldOf, goodPassword } from "../support/app.ts"
import { copyMember, copyMembers } from "../support/copied-member.ts"
import { type Engine, embedded, postgresql } from "../support/engines.ts"
import { openPostgres } from "../support/postgres.ts"
import { startServer } from "../support/server.ts"
import { bench } from "./harness.ts"
import { percentile } from "./site.ts"

const CONTRACTS = 100
const TIMES_AS_MANY = 100
/** A day of the market, after which the contracts have ended. */
const DAY_MS = 2_000
const CALLS = 30

const password = goodPassword

const logIn = async (url: string, username: string) =>
  String(fieldOf(await callServer(url, "login", { username, password }), "token"))

const register = async (url: string, username: string, invitation_code: string) =>
  String(fieldOf(await callServer(url, "register", { username, password, invitation_code }), "token"))

const placeOrders = async (url: string, token: string, count = CONTRACTS) => {
  const quoted = fieldOf(await callServer(url, "quotes", {}, { token }), "quotes")
  const quote = Array.isArray(quoted) ? quoted.find(({ symbol }) => symbol === "AAPL") : undefined
  const fields = {
    product_id: "aapl",
    direction: "up",
    stake: "1000.00",
    leverage: 1,
    period_days: 1,
  } as const
  const wanted = { ...fields, quoted_price: String(quote?.price), slippage_bps: 1_000 }
  for (let n = 0; n < count; n += 1)
    fieldOf(await callServer(url, "orderCreate", { ...wanted, key: randomUUID() }, { token }), "id")
}

/** A site with the two members, whose contracts have ended. */
const openMembers = async (engine: Engine) => {
  const store = await engine.openStore()
  const bonus = { REGISTRATION_BONUS: "90000000", WRITES_PER_MINUTE: "0", TICK_MS: "200" }
  const env = { ...store.env, ...bonus, DAY_MS: String(DAY_MS) }
  const first = await startServer({ env })
  const { invitationCode = "" } = first.demo ?? {}
  const small = await register(first.url, "small", invitationCode)
  const other = await register(first.url, "other", invitationCode)
  await placeOrders(first.url, small)
  await pause(3 * DAY_MS)
  await first.stop()
  await onDatabase(
    store,
    Effect.gen(function* () {
      const [member] = yield* sql<{ id: string }>("select id from members where username_key = 'small'")
      yield* copyMember(member?.id ?? "", "big", TIMES_AS_MANY)
    }),
  )
  const server = await startServer({ env })
  const { url } = server
  const big = await logIn(url, "big")
  const close = async () => {
    await server.kill9()
    await store.remove()
  }
  return { url, small, big, other, close }
}

/** A cluster for as long as a bench runs. */
const onPostgresql = async () => {
  const cluster = await openPostgres({ isDurable: true })
  if (cluster === null) throw new Error("No PostgreSQL is installed.")
  const members = await openMembers(postgresql(cluster.url))
  const close = async () => {
    await members.close()
    await cluster.stop()
  }
  return { ...members, close }
}

const openings = { embedded: () => openMembers(embedded), PostgreSQL: onPostgresql }

const pages: Readonly<Record<string, readonly EndpointId[]>> = {
  wallet: ["walletSummary"],
  records: ["orders", "income"],
  home: ["walletSummary", "noticeSummary", "products", "banners", "placards"],
}

const timeOf = async (url: string, token: string, calls: readonly unknown[]) => {
  const startedMs = performance.now()
  const response = await fetch(`${url}/api/batch`, {
    method: "POST",
    headers: { "content-type": "application/json", token },
    body: JSON.stringify({ calls }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return performance.now() - startedMs
}

const medianTime = async (url: string, token: string, ids: readonly EndpointId[]) => {
  const calls = ids.map((id) => ({ path: endpoints[id].path, fields: {} }))
  const times: number[] = []
  for (let n = 0; n < CALLS; n += 1) times.push(await timeOf(url, token, calls))
  return percentile(times, 0.5)
}

for (const [engine, open] of Object.entries(openings))
  for (const [page, ids] of Object.entries(pages))
    bench(`${page} of a member with 10 000 contracts, ${engine}`, async () => {
      const { url, small, big, close } = await open()
      return {
        floor: () => medianTime(url, small, ids),
        subject: () => medianTime(url, big, ids),
        reach: { ratioAtMost: 3 },
        ...{ unit: "ms", floorIs: "one with 100", runs: 3, close },
      }
    })

/** The 99th percentile of another's quotes, log-ins and probes, in ms. A refused one fails. */
const othersTime = async (url: string, token: string) => {
  const times: number[] = []
  const timed = async (work: () => Promise<unknown>) => {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  for (let n = 0; n < CALLS; n += 1) {
    await timed(async () => fieldOf(await callServer(url, "quotes", {}, { token }), "quotes"))
    await timed(() => logIn(url, "other"))
    await timed(async () => {
      const { status } = await fetch(`${url}/readyz`)
      if (status !== 200) throw new Error(`the probe answered ${status}`)
    })
  }
  return percentile(times, 0.99)
}

for (const [engine, open] of Object.entries(openings))
  bench(`others beside one member's batches of lists, ${engine}`, async () => {
    const { url, big, other, close } = await open()
    const list = { path: endpoints.income.path, fields: { code: "203" } }
    return {
      floor: () => othersTime(url, other),
      subject: async () => {
        let isOver = false
        const repeat = async () => {
          while (!isOver) await timeOf(url, big, Array(8).fill(list))
        }
        const connections = Array.from({ length: 4 }, repeat)
        const slowest = await othersTime(url, other)
        isOver = true
        await Promise.all(connections)
        return slowest
      },
      reach: { ratioAtMost: 4 },
      ...{ unit: "ms", floorIs: "without them", runs: 3, close },
    }
  })

/** Sizes of a ledger in members of twenty contracts each; GROWTH_MEMBERS names others: 1000,250000. */
const [FEW = 1_000, MANY = 10_000] = (process.env.GROWTH_MEMBERS ?? "1000,10000").split(",").map(Number)
const OF_EACH = 20
/** More would take longer than a statement may. */
const COPIED_AT_ONCE = 250

/** A site whose ledger holds so many members, and the token of one. */
const openGrown = async (engine: Engine, members: number) => {
  const store = await engine.openStore()
  const bonus = { REGISTRATION_BONUS: "90000000", WRITES_PER_MINUTE: "0", TICK_MS: "200" }
  const env = { ...store.env, ...bonus, DAY_MS: String(DAY_MS) }
  const first = await startServer({ env })
  const token = await register(first.url, "small", first.demo?.invitationCode ?? "")
  await placeOrders(first.url, token, OF_EACH)
  await pause(3 * DAY_MS)
  await first.stop()
  const startedMs = performance.now()
  const rows = await onDatabase(
    store,
    Effect.gen(function* () {
      const [member] = yield* sql<{ id: string }>("select id from members where username_key = 'small'")
      for (let copied = 0; copied < members; copied += COPIED_AT_ONCE)
        yield* copyMembers(member?.id ?? "", `c${copied}-`, Math.min(COPIED_AT_ONCE, members - copied))
      yield* script("analyze")
      const [counted] = yield* sql<{ n: bigint }>("select count(*) as n from postings")
      return counted?.n ?? 0n
    }),
  )
  const tookMs = performance.now() - startedMs
  console.log(`${members} members, ${rows} postings, copied in ${(tookMs / 1_000).toFixed(0)} s`)
  const server = await startServer({ env })
  const close = async () => {
    await server.kill9()
    await store.remove()
  }
  return { url: server.url, token, close }
}

type Grown = Awaited<ReturnType<typeof openGrown>>

const openSites = async () => {
  const cluster = await openPostgres({ isDurable: true })
  if (cluster === null) throw new Error("No PostgreSQL is installed.")
  const engine = postgresql(cluster.url)
  const [few, many] = [await openGrown(engine, FEW), await openGrown(engine, MANY)]
  const stop = async () => {
    await Promise.all([few.close(), many.close()])
    await cluster.stop()
  }
  return { few, many, stop }
}
/** Both sites serve every part, and end with the last. */
let sites: ReturnType<typeof openSites> | undefined

const medianOf = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let n = 0; n < CALLS; n += 1) {
    const startedMs = performance.now()
    await work()
    times.push(performance.now() - startedMs)
  }
  return percentile(times, 0.5)
}

const today = new Date().toISOString().slice(0, 10)
const days = { from: `${today.slice(0, 8)}01`, to: today }
const parts: Readonly<Record<string, (site: Grown) => Promise<number>>> = {
  order: ({ url, token }) => medianOf(() => placeOrders(url, token, 1)),
  "home's first answer": ({ url, token }) => medianTime(url, token, pages.home ?? []),
  "a page of records": ({ url, token }) => medianTime(url, token, pages.records ?? []),
  "a filtered page": ({ url, token }) =>
    medianOf(() => callServer(url, "income", { ...days, symbol: "AAPL" }, { token })),
  "a month's statement": ({ url, token }) => medianOf(() => callServer(url, "statement", days, { token })),
}
const lastPart = Object.keys(parts).at(-1)

for (const [part, measure] of Object.entries(parts))
  bench(`growth: ${part}, PostgreSQL`, async () => {
    sites ??= openSites()
    const { few, many, stop } = await sites
    return {
      floor: () => measure(few),
      subject: () => measure(many),
      reach: { ratioAtMost: 1.3 },
      ...{ unit: "ms", floorIs: `${FEW} members instead of ${MANY}`, runs: 3 },
      ...(part === lastPart && { close: stop }),
    }
  })
