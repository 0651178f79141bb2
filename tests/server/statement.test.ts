/** Statements: every cut of every history adds up, and a file says whether it is whole and ours. */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { execute } from "../../server/db/db.ts"
import { writeStatement } from "../../server/http/statement-file.ts"
import { makeMarketKey } from "../../server/market/market-key.ts"
import { readStatement } from "../../server/payments/statement.ts"
import { listIncome, readWallet } from "../../server/payments/wallet.ts"
import { verifyStatement } from "../../server/verify/verify-statement.ts"
import { accountDayOf } from "../../src/domain/account-day.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { koboOf } from "../../src/domain/money.ts"
import { periodOf, STATEMENT_PERIODS } from "../../src/domain/statement.ts"
import type { StatementFormat } from "../../src/domain/statement-file.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const dayMs = 86_400_000
/** Midnight in Lagos, 1 October 2026. */
const begunMs = Date.parse("2026-10-01T00:00:00+01:00")
const days = 30
const nowMs = begunMs + days * dayMs - 1
const dayAt = (index: number): string => accountDayOf(begunMs + index * dayMs)

const { run, runAt } = openTestWorld(embedded)
const key = makeMarketKey(new Uint8Array(32).fill(7))
const other = makeMarketKey(new Uint8Array(32).fill(8))

interface Entry {
  readonly kobo: bigint
  readonly atMs: number
  readonly reason?: string
}

/** Posts entries; one that the balance does not cover is left out. */
const postAll = Effect.fnUntraced(function* ({ memberId }: Call, entries: readonly Entry[]) {
  for (const { kobo, atMs, reason = "test" } of entries) {
    const code = kobo > 0n ? CHANGE.systemIncrease : CHANGE.systemDecrease
    const entry = {
      transactionId: randomUUID(),
      memberId,
      available: kobo,
      code,
      reason,
      reference: "r",
      atMs,
    }
    yield* Effect.catchTag(post(entry), "InsufficientFunds", () => Effect.void)
  }
})

const fileOf = Effect.fnUntraced(function* (call: Call, from: string, to: string, format: StatementFormat) {
  const chunks: Array<string> = []
  const write = (chunk: string) => Effect.sync(() => void chunks.push(chunk))
  yield* writeStatement({ from, to, format }, call, key, write)
  return chunks.join("")
})

const history = fc.array(
  fc.record({
    kobo: fc.bigInt({ min: -5_000_00n, max: 9_000_00n }).filter((kobo) => kobo !== 0n),
    // also at the first and at the last millisecond of a day
    atMs: fc
      .tuple(fc.nat({ max: days - 1 }), fc.constantFrom(0, 1, dayMs / 2, dayMs - 1))
      .map(([day, ms]) => begunMs + day * dayMs + ms),
  }),
  { maxLength: 25 },
)
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: days - 1 }), { maxLength: 6 })

describe("a statement", () => {
  it("of each period of any history continues the one before, and together they are the wallet", async () => {
    await fc.assert(
      fc.asyncProperty(history, cuts, fc.nat(), async (entries, cutDays, place) => {
        const call = await run(newMember())
        await run(
          postAll(
            call,
            entries.toSorted((a, b) => a.atMs - b.atMs),
          ),
        )
        const ends = [0, ...cutDays.toSorted((a, b) => a - b), days]
        let balance = 0n
        let changes = 0
        for (const [index, end] of ends.slice(1).entries()) {
          const period = { from: dayAt(ends[index] ?? 0), to: dayAt(end - 1) }
          const statement = await runAt(nowMs, readStatement(period, call))
          const [opening, credit, debit, closing] = [
            statement.opening,
            statement.in,
            statement.out,
            statement.closing,
          ].map(koboOf)
          expect(opening).toBe(balance)
          balance = (opening ?? 0n) + (credit ?? 0n) - (debit ?? 0n)
          expect(closing).toBe(balance)
          changes += statement.changes.reduce((sum, { number }) => sum + number, 0)
          const format = place % 2 === 0 ? "csv" : "json"
          const file = await runAt(nowMs, fileOf(call, period.from, period.to, format))
          const whole = await verifyStatement(file, key.publicText)
          expect(whole).toMatchObject({ kind: "whole", statement: { closing: statement.closing } })
          const at = place % file.length
          const changed = `${file.slice(0, at)}${file[at] === "0" ? "1" : "0"}${file.slice(at + 1)}`
          expect((await verifyStatement(changed, key.publicText)).kind).toBe("refused")
          expect((await verifyStatement(file.slice(0, at), key.publicText)).kind).toBe("refused")
        }
        const wallet = await run(readWallet({}, call))
        expect(koboOf(wallet.available)).toBe(balance)
        expect((await run(listIncome({ limit: "100" }, call))).items).toHaveLength(changes)
      }),
      { numRuns: 8 },
    )
  })

  it("is a table by RFC 4180 without formulas, and of this market alone", async () => {
    const call = await run(newMember())
    const reasons = ["=1+1", '+a "b", c', "@x", "plain"]
    await run(
      postAll(
        call,
        reasons.map((reason, index) => ({ kobo: 100n, atMs: begunMs + index, reason })),
      ),
    )
    await run(postAll(call, [{ kobo: -250n, atMs: begunMs + 9 }]))
    const file = await runAt(nowMs, fileOf(call, dayAt(0), dayAt(0), "csv"))
    expect(file.startsWith("\uFEFFrecord,")).toBe(true)
    expect(file.split("\r\n").every((line) => !line.includes("\n"))).toBe(true)
    for (const text of ["'=1+1", `"'+a ""b"", c"`, "'@x", ",0.00,1.00,1.00\r\n", ",2.50,0.00,1.50\r\n"])
      expect(file).toContain(text)
    expect(file).not.toMatch(/(?:^|,)[=+\-@]/m)
    expect(await verifyStatement(file, null)).toMatchObject({ kind: "whole" })
    expect(await verifyStatement(file, other.publicText)).toEqual({ kind: "refused", reason: "key" })
    const texts = await Promise.all(
      LOCALES.map((locale) => runAt(nowMs, fileOf({ ...call, locale }, dayAt(0), dayAt(0), "csv"))),
    )
    expect(new Set(texts.map((text) => text.split("\r\n")[1])).size).toBe(LOCALES.length)
  })

  it("of more changes than a page holds is whole, in the order of their times", async () => {
    const call = await run(newMember())
    await run(
      execute(
        `with moved as (
           insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
           select $1 || n, 1, $1, 'available', 'NGN', 100, n * 100, 200, 'test', 'r', $2::bigint + n / 3 from generate_series(1, 1200) n
         ) select 1`,
        [call.memberId, begunMs],
      ),
    )
    const file = await runAt(nowMs, fileOf(call, dayAt(0), dayAt(0), "json"))
    const verdict = await verifyStatement(file, key.publicText)
    expect(verdict).toMatchObject({ kind: "whole", statement: { closing: "1200.00" } })
    expect(verdict.kind === "whole" && verdict.statement.lines).toHaveLength(1200)
  })

  it("says what is wrong with a period on its field; without changes it is empty, not an error", async () => {
    const call = await run(newMember())
    const ask = (from: string, to: string) => runAt(nowMs, Effect.flip(readStatement({ from, to }, call)))
    expect(await ask("2026-02-30", dayAt(0))).toMatchObject({ reason: "statement.day", field: "from" })
    expect(await ask(dayAt(3), dayAt(2))).toMatchObject({ reason: "statement.order", field: "to" })
    expect(await ask(dayAt(days), dayAt(days))).toMatchObject({ reason: "statement.future", field: "from" })
    expect(await ask(dayAt(0), dayAt(days))).toMatchObject({ reason: "statement.future", field: "to" })
    expect(await ask(dayAt(-337), dayAt(days - 1))).toMatchObject({
      reason: "statement.too-long",
      field: "to",
    })
    expect(
      await runAt(nowMs, reasonOf(readStatement({ from: dayAt(-336), to: dayAt(days - 1) }, call))),
    ).toBe("done")
    await run(
      execute("update members set registered_at_ms = $2 where id = $1", [call.memberId, begunMs + 5 * dayMs]),
    )
    const empty = await runAt(nowMs, readStatement({ from: dayAt(0), to: dayAt(days - 1) }, call))
    expect(empty).toMatchObject({
      from: dayAt(5),
      isShortened: true,
      isProvisional: true,
      closing: "0.00",
      changes: [],
    })
    const file = await runAt(nowMs, fileOf(call, dayAt(0), dayAt(2), "csv"))
    expect(await verifyStatement(file, key.publicText)).toMatchObject({
      kind: "whole",
      statement: { lines: [] },
    })
  })

  it("has periods of the calendar in Lagos, the running ones until today", () => {
    const newYear = Date.parse("2027-01-01T00:30:00+01:00")
    expect(STATEMENT_PERIODS.map((name) => periodOf(name, newYear))).toEqual([
      { from: "2027-01-01", to: "2027-01-01" },
      { from: "2026-12-01", to: "2026-12-31" },
      { from: "2027-01-01", to: "2027-01-01" },
      { from: "2027-01-01", to: "2027-01-01" },
      { from: "2026-01-01", to: "2026-12-31" },
    ])
    expect(periodOf("quarter", Date.parse("2028-03-01T12:00:00Z"))).toEqual({
      from: "2028-01-01",
      to: "2028-03-01",
    })
    expect(periodOf("last-month", Date.parse("2028-03-01T12:00:00Z"))).toEqual({
      from: "2028-02-01",
      to: "2028-02-29",
    })
  })
})
