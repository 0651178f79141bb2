import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { hostAddresses } from "../../server/db/postgres-hosts.ts"
import { openBooks } from "../support/books.ts"
import { missingForPatroni, openPatroni } from "../support/patroni.ts"
import { findBinaries } from "../support/postgres.ts"
import { openReplicated } from "../support/replicated-postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { newKey, say } from "./calls.ts"
import { joinMember, type Member, register } from "./member.ts"

describe("an address with several hosts", () => {
  it("is one address for each", () => {
    expect(
      hostAddresses("postgresql://a:b@one:1,two:2/links?target_session_attrs=read-write&sslmode=require"),
    ).toEqual([
      "postgresql://a:b@one:1/links?sslmode=require",
      "postgresql://a:b@two:2/links?sslmode=require",
    ])
    expect(hostAddresses("postgres://one/links")).toEqual(["postgres://one/links"])
    expect(hostAddresses("postgres://one/links?pgbouncer=true&target_session_attrs=any")).toEqual([
      "postgres://one/links",
    ])
    expect(hostAddresses("postgresql://[::1]:5432,two/links?target_session_attrs=any")).toEqual([
      "postgresql://[::1]:5432/links",
      "postgresql://two/links",
    ])
  })
})

const { FAILOVER_ROUNDS } = process.env
const rounds = Number(FAILOVER_ROUNDS ?? 1)
const MEMBERS = 8
/** How long members work before each kill. */
const WORK_MS = 3_000
/** The longest time without writes, the promotion included: twice as long beside other tests. */
const BACK_WITHIN_MS = FAILOVER_ROUNDS === undefined ? 30_000 : 15_000
const environment = {
  DAY_MS: "1000",
  TICK_MS: "100",
  MARKET_SEED: "failover",
  WRITES_PER_MINUTE: "0",
  REVIEW_DELAY_MS: "300",
  REGISTRATION_BONUS: "3000000.00",
} as const

const binaries = findBinaries()
const missing = missingForPatroni()
if (missing.length > 0)
  console.warn(`\n*** NO ${missing.join(", ")}: the failover by Patroni is NOT TESTED. ***\n`)

/** What replaces a primary that died. */
const setups = [
  {
    title: "a primary that is killed under two server processes",
    isThere: binaries !== null,
    open: () => openReplicated(binaries ?? ""),
  },
  {
    title: "a leader under Patroni that is killed under two server processes",
    isThere: missing.length === 0,
    open: openPatroni,
  },
]

/** Asks for contracts until one is accepted. Each has a key of its own. */
const untilWritten = async (urls: ReadonlyArray<string>, token: string): Promise<void> => {
  const deadlineAtMs = Date.now() + 4 * BACK_WITHIN_MS
  for (let attempt = 0; Date.now() < deadlineAtMs; attempt += 1) {
    const url = urls[attempt % urls.length] ?? ""
    const request = {
      ...({ product_id: "aapl", direction: "up", leverage: 1, period_days: 1 } as const),
      ...{ key: newKey(), stake: "1000.00", quoted_price: "100.0000" },
    }
    const word = await say({ url, token }, { operation: "order", request })
    if (word.kind === "done") return
    await pause(100)
  }
  throw new Error(`no write within ${4 * BACK_WITHIN_MS} ms`)
}

describe.each(setups)("$title", ({ title, isThere, open }) => {
  it.skipIf(!isThere)(
    "loses and doubles nothing that was acknowledged, and its standby takes writes",
    {
      timeout: 240_000 + rounds * 120_000,
      tags: ["torture"],
    },
    async () => {
      const postgres = await open()
      const folder = mkdtempSync(join(tmpdir(), "links-failover-"))
      const store = { env: { DATA_DIR: folder, DATABASE_URL: postgres.urls[0] }, remove: async () => {} }
      const servers: Array<RunningServer> = []
      try {
        for (const address of postgres.urls)
          servers.push(await startServer({ env: { ...store.env, ...environment, DATABASE_URL: address } }))
        const urls = servers.map(({ url }) => url)
        const urlOf = (index: number): string => urls[index % urls.length] ?? ""
        const code = servers[0]?.demo?.invitationCode ?? ""
        const members: Array<Member> = []
        for (let index = 0; index < MEMBERS; index += 1)
          members.push(await joinMember(urlOf(0), code, `failing.${index}`, index))
        const writer = await register(urlOf(0), code, "failing.writer")
        const backMs: Array<number> = []
        for (let round = 0; round < rounds; round += 1) {
          let isOver = false
          const work = members.map((member, index) => member.work(urlOf(index + round), () => isOver))
          await pause(WORK_MS)
          const killedAtMs = performance.now()
          await postgres.failOver()
          await untilWritten(urls, writer.token)
          backMs.push(Math.round(performance.now() - killedAtMs))
          isOver = true
          await Promise.all(work)
          for (const [index, member] of members.entries()) await member.settleDoubts(urlOf(index))
          const { problems, idsOf } = await openBooks(store)
          expect(problems, `the books after failover ${round}`).toEqual([])
          for (const { memberId, done } of members)
            expect([...done()].filter((id) => !idsOf(memberId).has(id))).toEqual([])
          if (round + 1 < rounds) await postgres.repair()
        }
        for (const server of servers) await server.stop()
        const { problems, idsOf } = await openBooks(store)
        expect(problems).toEqual([])
        for (const { memberId, done } of members)
          expect([...idsOf(memberId)].toSorted()).toEqual([...done()].toSorted())
        const sum = (of: "sent" | "acknowledged" | "doubts") =>
          members.reduce((total, { counts }) => total + counts()[of], 0)
        console.log(
          `${title}: ${rounds} kills, ${sum("sent")} operations, ${sum("acknowledged")} acknowledged and all there, ${sum("doubts")} in doubt and all whole or absent; writes back after ${backMs.join(", ")} ms`,
        )
        expect(Math.max(...backMs)).toBeLessThanOrEqual(BACK_WITHIN_MS)
      } finally {
        for (const server of servers) await server.kill9()
        await postgres.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
