/** What the market owes its members: each of them is counted, and any recomputation finds the same. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, expect } from "vitest"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { execute, sql } from "../../server/db/db.ts"
import {
  LEAF_DAYS,
  readLiabilityFile,
  readOwnLiability,
  sealLiabilities,
  stateReserves,
} from "../../server/market/liabilities.ts"
import { Market } from "../../server/market/market.ts"
import { makeMarketKey } from "../../server/market/market-key.ts"
import { auditLiabilities } from "../../server/verify/audit-liabilities.ts"
import { DAY_MS, startOfDayMs } from "../../src/domain/account-day.ts"
import { checkLiability, openLiability } from "../../src/domain/liability.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { settle } from "../../src/domain/trade.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import { callOf, fund, placeOrder, STARTED_AT_MS, tickCycles, tradingLayer } from "../support/trading.ts"

const MEMBERS = ["m1", "m2", "m3", "m4"]
/** More than two tiles of leaves. */
const OTHERS = 600
const midnight = startOfDayMs(STARTED_AT_MS) + DAY_MS

const insertMembers = execute(
  `insert into members (id, username, username_key, password_hash, invitation_code, registered_at_ms, password_changed_at_ms)
   select id, 'name of ' || id, id, '-', id, 0, 0 from (
     select 'm' || n as id from generate_series(1, $1::int) n
   ) n`,
  [MEMBERS.length + OTHERS],
)
const insertBalances = execute(
  `insert into balances (member_id, asset, available, contracts, withdrawals)
   select id, 'NGN', length(id), 0, 7 from members where id not in ('m1', 'm2', 'm3', 'm4')`,
)

/** Members that bought; contracts of one day have ended, those of seven are open. */
const trade = Effect.gen(function* () {
  yield* tickCycles(1)
  yield* insertMembers
  for (const [index, member] of MEMBERS.entries()) {
    yield* fund(member, 100_000_000_00n)
    yield* placeOrder({ direction: index % 2 === 0 ? "up" : "down", leverage: 1 }, member)
  }
  yield* tickCycles(65)
  yield* placeOrder({ direction: "down", leverage: 5, periodDays: 7 }, "m2")
  yield* placeOrder({ direction: "up", leverage: 5, periodDays: 7 }, "m3")
  yield* tickCycles(3)
  yield* insertBalances
})

const postedUntil = Effect.fnUntraced(function* (member: string, account: string) {
  const [row] = yield* sql<{ sum: Kobo }>(
    `select coalesce(sum(amount), 0)::bigint as sum from postings
     where member_id = $1 and account = $2 and at_ms < $3::bigint`,
    [member, account, midnight],
  )
  return row?.sum ?? 0n
})

/** The value of a member's open contracts with every price at so many fifths, of its orders alone. */
const worthOf = Effect.fnUntraced(function* (member: string, fifths: bigint) {
  const rows = yield* sql<{
    stake: bigint
    leverage: number
    direction: "up" | "down"
    opening_price: bigint
    commission_ppm: number
    stop_out_bps: number
    price: bigint
  }>(
    `select o.*, (select price_units from ticks t where t.symbol = o.symbol order by seq desc limit 1) as price
     from orders o where member_id = $1 and state = 'opened'`,
    [member],
  )
  return rows.reduce((sum, row) => {
    const terms = { stakeKobo: row.stake, leverage: row.leverage, direction: row.direction }
    const costs = { commissionPpm: row.commission_ppm, stopOutBps: row.stop_out_bps }
    return sum + settle({ ...terms, ...costs }, row.opening_price, (row.price * fifths) / 5n).creditedKobo
  }, 0n)
})

let witnesses = 0
const folder = mkdtempSync(join(tmpdir(), "links-liabilities-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the audit on what is published; `change` stands between. */
const audit = Effect.fnUntraced(function* (
  publicKey: Uint8Array,
  name: string | null,
  change: (file: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes,
) {
  const files = new Map<string, Uint8Array>()
  const days = (yield* readLiabilityFile("days")) ?? new Uint8Array()
  files.set("days", new Uint8Array(days))
  for (const day of Buffer.from(days).toString().trim().split("\n"))
    for (const file of [day, ...[0, 1, 2].map((index) => `${day}/tile/${index}`)]) {
      const bytes = yield* readLiabilityFile(file)
      if (bytes !== null) files.set(file, change(file, new Uint8Array(bytes)))
    }
  const lines: Array<string> = []
  const read = (file: string) => Promise.resolve(files.get(file) ?? new Uint8Array())
  const witness = name === null ? null : { path: join(folder, name), name: "ada" }
  const holds = yield* Effect.promise(() =>
    auditLiabilities({ publicKey, read, log: (line) => lines.push(line), witness }),
  )
  return { holds, output: lines.join("\n") }
})

onDatabasesInTurn("what the market owes its members", (database) => {
  witnesses += 1
  const witness = `${witnesses}.json`
  const test = effectTests(runOn(tradingLayer(database)))

  test("counts each of them at midnight, as its own device and an audit find", function* () {
    yield* trade
    const { key } = yield* Market
    const check = (member: string, own: Parameters<typeof checkLiability>[1], name = `name of ${member}`) =>
      Effect.flatMap(readOwnLiability({}, callOf(member)), (answer) =>
        Effect.promise(async () =>
          answer === null ? null : await checkLiability(answer, own, name, key.publicKey),
        ),
      )
    yield* TestClock.setTime(midnight + 1)
    const late = { transactionId: "late", memberId: "m1", available: 5n, atMs: midnight + 1 }
    yield* post({ ...late, code: CHANGE.systemIncrease, reason: "late", reference: "late" })
    yield* sealLiabilities()
    expect(yield* readOwnLiability({}, callOf("m1"))).toBeNull()
    yield* stateReserves({ amount: 9_000_000_00n, atMs: midnight })
    yield* TestClock.setTime(midnight + 60_000)
    yield* sealLiabilities()
    yield* sealLiabilities()
    let available = 0n
    for (const member of MEMBERS) {
      const own = {
        available: yield* postedUntil(member, "available"),
        withdrawals: 0n,
        stakes: yield* postedUntil(member, "contracts"),
      }
      available += own.available
      const figures = {
        ...{ ...own, value: yield* worthOf(member, 5n), fallen: yield* worthOf(member, 4n) },
        risen: yield* worthOf(member, 6n),
      }
      expect(yield* check(member, own)).toMatchObject({ kind: "counted", figures })
      expect(yield* check(member, { ...own, stakes: own.stakes + 1n })).toMatchObject({ reason: "figures" })
      expect(yield* check(member, own, "another")).toMatchObject({ reason: "tree" })
    }
    expect(yield* check("m500", { available: 4n, withdrawals: 7n, stakes: 0n })).toMatchObject({
      kind: "counted",
      note: { size: MEMBERS.length + OTHERS, reserves: { amount: 9_000_000_00n }, previous: null },
    })
    expect(yield* check("unknown", { available: 0n, withdrawals: 0n, stakes: 0n })).toBeNull()
    const answer = yield* readOwnLiability({}, callOf("m1"))
    if (answer === null) throw new Error("not counted")
    const own = { available: 0n, withdrawals: 0n, stakes: 0n }
    const forged = (changed: object, publicKey = key.publicKey) =>
      Effect.promise(() => checkLiability({ ...answer, ...changed }, own, "name of m1", publicKey))
    const flipped = answer.proof.map((node) =>
      node.startsWith("0") ? `1${node.slice(1)}` : `0${node.slice(1)}`,
    )
    for (const changed of [
      ...[{ proof: flipped }, { proof: answer.proof.slice(1) }, { proof: [...answer.proof, ...flipped] }],
      ...[{ index: answer.index + 1 }, { secret: "x" }, { leaf: "00".repeat(48) }, { leaf: "x" }],
    ])
      expect(yield* forged(changed)).toMatchObject({ reason: "tree" })
    const other = makeMarketKey(new Uint8Array(32).fill(9)).publicKey
    expect(yield* forged({}, other)).toMatchObject({ reason: "signature" })

    const first = yield* audit(key.publicKey, witness)
    expect(first.output).toContain(`balances ${amountOf(available + BigInt(OTHERS * 4 - 10 - 90))}`)
    expect(first.output).toContain("states reserves of 9000000.00")
    expect(first.output).toContain("cosigned by ada")
    expect(first.holds).toBe(true)
    const differs = (change: (file: string, bytes: Uint8Array) => Uint8Array) =>
      Effect.map(audit(key.publicKey, null, change), ({ holds, output }) => [
        holds,
        output.includes("DIFFERS"),
      ])
    const changedTile = (file: string, bytes: Uint8Array) =>
      file.endsWith("/tile/1") ? bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) : bytes
    const withoutTile = (file: string, bytes: Uint8Array) =>
      file.endsWith("/tile/2") ? bytes.subarray(80) : bytes
    expect(yield* differs(changedTile)).toEqual([false, true])
    expect(yield* differs(withoutTile)).toEqual([false, true])

    // the next day names the one before, so that none is written again
    yield* TestClock.setTime(midnight + DAY_MS + 60_000)
    yield* sealLiabilities()
    expect((yield* audit(key.publicKey, witness)).holds).toBe(true)
    const [last] = yield* sql<{ note: string }>("select note from liabilities order by day desc limit 1")
    const note = yield* Effect.promise(() => openLiability(last?.note ?? "", key.publicKey))
    expect(note?.previous).not.toBeNull()
    const broken = yield* audit(key.publicKey, null, (file, bytes) =>
      file === note?.day
        ? new TextEncoder().encode(
            key.signText(
              last?.note
                .split("\n\n")[0]
                ?.replace(/previous \S+/u, "previous none")
                .concat("\n") ?? "",
            ),
          )
        : bytes,
    )
    expect(broken).toMatchObject({ holds: false, output: expect.stringContaining("does not follow") })
    yield* TestClock.setTime(midnight + (LEAF_DAYS + 3) * DAY_MS)
    yield* TestClock.adjust(60_000)
    yield* sealLiabilities()
    const days = yield* sql<{ day: string }>("select distinct day from liability_tiles")
    expect(days).toHaveLength(1)
    expect((yield* audit(key.publicKey, witness)).output).toContain("3 days in a chain")
  })
})
