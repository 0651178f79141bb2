import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { expect } from "vitest"
import { isHashChain, verifyOldForm } from "../../src/domain/verify-old-form.ts"
import { readDetail, readOrders, readTicks, readWallet } from "../support/answers.ts"
import { openBooks } from "../support/books.ts"
import type { Engine, Store } from "../support/engines.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { joinMember, type Member } from "./member.ts"
import { type Dice, makeDice } from "./seeded-dice.ts"

const MEMBERS = 10
/**
 * A contract day of a second: contracts open, settle and are reviewed all the time, so that every
 * kill interrupts some of each.
 */
const environment = {
  DAY_MS: "1000",
  TICK_MS: "100",
  MARKET_SEED: "chaos",
  WRITES_PER_MINUTE: "0",
  REVIEW_DELAY_MS: "300",
  REGISTRATION_BONUS: "3000000.00",
} as const
/** Everything in progress must be finished within this time. */
const QUIET_WITHIN_MS = 60_000
/** Contracts recomputed at the end. */
const CHECKED_CONTRACTS = 200

/** The result of a run. */
export interface Verdict {
  readonly rounds: number
  readonly reopenedMs: readonly number[]
  readonly sent: number
  readonly acknowledged: number
  readonly doubts: number
  readonly settlementsChecked: number
}

/** Faults of the database process. The embedded engine has none of its own. */
export interface Surgeon {
  /** Kills a part of the database while the server is working. */
  readonly hurt: () => Promise<void>
  /** Resolves when the database accepts connections again. */
  readonly healed: () => Promise<void>
}

/**
 * Kills one PostgreSQL backend with -9, which restarts the cluster; terminates the backends of a
 * cluster that is not ours.
 */
export const postgresSurgeon = (databaseUrl: string, isOurs: boolean): Surgeon => {
  const withClient = async <A>(use: (client: pg.Client) => Promise<A>): Promise<A> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on("error", () => {})
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end().catch(() => {})
    }
  }
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
  return {
    hurt: () =>
      withClient(async (client) => {
        if (!isOurs) return void (await client.query(`select pg_terminate_backend(pid) ${others}`))
        const { rows } = await client.query<{ pid: number }>(`select pid ${others} order by random() limit 1`)
        for (const { pid } of rows) process.kill(pid, "SIGKILL")
      }),
    healed: async () => {
      const deadlineAtMs = Date.now() + 30_000
      for (;;) {
        const isThere = await withClient((client) => client.query("select 1")).then(
          () => true,
          () => false,
        )
        if (isThere) return
        if (Date.now() > deadlineAtMs) throw new Error("PostgreSQL does not come back")
        await pause(100)
      }
    },
  }
}

/** Lets all members work for a while, then kills the server with -9. */
const workAndKill = async (
  server: RunningServer,
  members: readonly Member[],
  dice: Dice,
  surgeon: Surgeon | null,
): Promise<void> => {
  let isOver = false
  const work = Promise.all(members.map((member) => member.work(server.url, () => isOver)))
  await pause(700 + dice.roll(1_800))
  if (surgeon !== null) {
    await surgeon.hurt()
    await pause(500 + dice.roll(1_000))
  }
  const killed = server.kill9()
  isOver = true
  await Promise.all([killed, work])
}

const expectAcknowledged = (idsOf: (memberId: string) => ReadonlySet<string>, members: readonly Member[]) => {
  for (const { memberId, done } of members) {
    const missing = [...done()].filter((id) => !idsOf(memberId).has(id))
    expect(missing, "acknowledged and then gone (C3)").toEqual([])
  }
}

const becomeQuiet = async (server: RunningServer, members: readonly Member[]): Promise<void> => {
  const deadlineAtMs = Date.now() + QUIET_WITHIN_MS
  for (const member of members) {
    for (;;) {
      const { inContracts, inWithdrawals } = await readWallet(server.url, member.token)
      if (inContracts === "0.00" && inWithdrawals === "0.00") break
      expect(Date.now(), `${inContracts} and ${inWithdrawals} are still under way`).toBeLessThan(deadlineAtMs)
      await pause(200)
    }
  }
}

/** Recomputes settlements from the published ticks (C6) and checks the hash chain (C7). */
const recompute = async (server: RunningServer, members: readonly Member[]): Promise<number> => {
  let checked = 0
  const each = Math.ceil(CHECKED_CONTRACTS / members.length)
  for (const { token } of members) {
    for (const { id } of (await readOrders(server.url, token)).slice(0, each)) {
      const verification = await verifyOldForm(await readDetail(server.url, token, id))
      expect(
        verification?.findings.filter(({ holds }) => !holds),
        `contract ${id} (C6)`,
      ).toEqual([])
      checked++
    }
  }
  const token = members[0]?.token ?? ""
  for (const symbol of ["AAPL", "SP500", "MSFT"]) {
    const ticks = await readTicks(server.url, token, symbol)
    expect(await isHashChain(ticks), `the chain of ${symbol} (C7)`).toBe(true)
  }
  return checked
}

const open = async (store: Store): Promise<RunningServer> =>
  await startServer({ env: { ...store.env, ...environment } })

/**
 * Kills a server with -9 repeatedly while ten members move money, and restarts it on the same data.
 * Fails at the first broken promise.
 */
export const torture = async (
  engine: Engine,
  rounds: number,
  seed: number,
  surgeonOf: (store: Store) => Surgeon | null,
): Promise<Verdict> => {
  const dice = makeDice(seed)
  const store = await engine.openStore()
  const surgeon = surgeonOf(store)
  let server = await open(store)
  const reopenedMs: number[] = []
  try {
    const invitation = server.demo?.invitationCode ?? ""
    const join = (_: unknown, index: number) =>
      joinMember(server.url, invitation, `member${index}`, seed * 1_000 + index)
    const members = await Promise.all(Array.from({ length: MEMBERS }, join))
    for (let round = 1; round <= rounds; round++) {
      const isBackendsTurn = surgeon !== null && round % 3 === 0
      await workAndKill(server, members, dice, isBackendsTurn ? surgeon : null)
      await surgeon?.healed()
      const books = store.env.DATABASE_URL === "" ? await openBooks(store) : null
      const startedAtMs = performance.now()
      server = await open(store)
      reopenedMs.push(Math.round(performance.now() - startedAtMs))
      await Promise.all(members.map((member) => member.settleDoubts(server.url)))
      const { problems, idsOf } = books ?? (await openBooks(store))
      expect(problems, `the books after kill ${round}`).toEqual([])
      if (books === null) expectAcknowledged(idsOf, members)
    }
    await becomeQuiet(server, members)
    const settlementsChecked = await recompute(server, members)
    await server.stop()
    const { problems, idsOf } = await openBooks(store)
    expect(problems, "the books at the end").toEqual([])
    for (const { memberId, done } of members)
      expect([...idsOf(memberId)].sort(), "what there is, is what was said to be done (C3, C4, C8)").toEqual(
        [...done()].sort(),
      )
    const sum = (of: "sent" | "acknowledged" | "doubts") =>
      members.reduce((total, { counts }) => total + counts()[of], 0)
    return {
      ...{ rounds, reopenedMs, settlementsChecked },
      ...{ sent: sum("sent"), acknowledged: sum("acknowledged"), doubts: sum("doubts") },
    }
  } finally {
    await server.kill9()
    await store.remove()
  }
}
