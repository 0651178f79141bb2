import { randomUUID } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { memberFactsLayer } from "../../server/account/facts.ts"
import type { MemberFacts } from "../../server/auth/members.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/cash/vault.ts"
import { Config, readSettings, type Settings } from "../../server/config.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { MarketLabel } from "../../server/content/site.ts"
import { Db } from "../../server/db/db.ts"
import { migrate } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import type { Call } from "../../server/http/handler.ts"
import { CHANGE, openAccounts, post } from "../../server/ledger/ledger.ts"
import { memoryDatabase } from "./database.ts"
import type { Engine } from "./engines.ts"

/** What the programs under test may ask for. */
export type CashWorld = Db | Config | Vault | MarketLabel | MemberFacts

/** A database of its own with the whole schema and the seeded site. */
export interface RunningWorld {
  readonly run: <A, E>(effect: Effect.Effect<A, E, CashWorld>) => Promise<A>
  /** Runs with the clock standing at this instant. */
  readonly runAt: <A, E>(atMs: number, effect: Effect.Effect<A, E, CashWorld>) => Promise<A>
  readonly stop: () => Promise<void>
}

const migratedPostgres = (url: string): Layer.Layer<Db> =>
  Layer.orDie(Layer.provideMerge(Layer.effectDiscard(migrate()), postgresLayer(url)))

/** Opens such a world on an engine. */
export const openWorld = async (engine: Engine, overrides: Partial<Settings> = {}): Promise<RunningWorld> => {
  const store = await engine.openStore()
  const { DATABASE_URL: url = "" } = store.env
  const settings = { ...readSettings({}), ...overrides }
  const label = {
    simulated: true,
    source: "a test",
    licence: "none",
    day_ms: settings.dayMs,
    frame_ms: 1_000,
  }
  const layer = memberFactsLayer.pipe(
    Layer.provideMerge(Layer.effectDiscard(Effect.orDie(seedSite()))),
    Layer.provideMerge(
      Layer.mergeAll(
        url === "" ? memoryDatabase : migratedPostgres(url),
        Layer.succeed(Config, Config.of(settings)),
        Layer.succeed(Vault, makeVault(new Uint8Array(VAULT_KEY_BYTES).fill(7))),
        Layer.succeed(MarketLabel, MarketLabel.of(label)),
      ),
    ),
  )
  const runtime = ManagedRuntime.make(layer)
  await runtime.runPromise(Db)
  return {
    run: (effect) => runtime.runPromise(effect),
    runAt: (atMs, effect) =>
      runtime.runPromise(
        Effect.andThen(TestClock.setTime(atMs), effect).pipe(Effect.provide(TestClock.layer())),
      ),
    stop: async () => {
      await runtime.dispose()
      await store.remove()
    },
  }
}

/** A member with this balance, in kobo. Answers the call that they make. */
export const newMember = Effect.fn("newMember")(function* (available = 0n, invitedBy: string | null = null) {
  const db = yield* Db
  const id = randomUUID()
  const code = id.slice(0, 8).toUpperCase()
  yield* db.execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, invited_by,
       registered_at_ms, password_changed_at_ms)
     values ($1, $2, $2, '-', $3, $4, 0, 0)`,
    [id, `member-${id}`, code, invitedBy],
  )
  yield* openAccounts(id)
  if (available > 0n)
    yield* post({
      transactionId: `opening-${id}`,
      memberId: id,
      available,
      code: CHANGE.systemIncrease,
      reason: "demo-balance",
      reference: id,
      atMs: 1,
    })
  const call: Call = { memberId: id, tokenHash: "", address: "127.0.0.1", locale: "en" }
  return call
})

/** An upload of this member, as the edge would have stored it. */
export const newUpload = Effect.fn("newUpload")(function* (call: Call) {
  const db = yield* Db
  const id = randomUUID()
  yield* db.execute(
    `insert into uploads (id, member_id, media_type, bytes, width, height, created_at_ms)
     values ($1, $2, 'image/webp', $3, 1, 1, 0)`,
    [id, call.memberId, new Uint8Array([1])],
  )
  return id
})

/** Statements that find nothing while the invariants hold. */
const violations: Readonly<Record<string, string>> = {
  "C1 a transaction does not sum to zero":
    "select transaction_id from postings group by transaction_id, asset having sum(amount) <> 0",
  "C2 a balance is below zero":
    "select member_id from balances where available < 0 or contracts < 0 or withdrawals < 0",
  "C2 a balance is not the fold of its postings": `
    select b.member_id from balances b left join postings p on p.member_id = b.member_id and p.asset = b.asset
    group by b.member_id, b.asset, b.available, b.contracts, b.withdrawals
    having b.available <> coalesce(sum(p.amount) filter (where p.account = 'available'), 0)
      or b.contracts <> coalesce(sum(p.amount) filter (where p.account = 'contracts'), 0)
      or b.withdrawals <> coalesce(sum(p.amount) filter (where p.account = 'withdrawals'), 0)`,
  "C5 a withdrawal has not exactly one 104 of its amount": `
    select w.id from withdrawals w where (
      select count(*) filter (where p.amount = -w.amount) * 10 + count(*) from postings p
      where p.reference = w.id and p.code = 104 and p.account = 'available') <> 11`,
  "C5 a rejected withdrawal has not exactly one 203 of its amount, or another one has any": `
    select w.id from withdrawals w where (
      select count(*) filter (where p.amount = w.amount) * 10 + count(*) from postings p
      where p.reference = w.id and p.code = 203 and p.account = 'available')
      <> case w.status when 2 then 11 else 0 end`,
  "C5 what is set aside is not what waits for review": `
    select b.member_id from balances b where b.withdrawals <> (
      select coalesce(sum(w.amount), 0) from withdrawals w where w.member_id = b.member_id and w.status = 0)`,
  "a deposit is not credited exactly when it is successful": `
    select d.id from deposits d where (
      select count(*) filter (where p.amount = d.amount) * 10 + count(*) from postings p
      where p.reference = d.id and p.code = 201 and p.account = 'available')
      <> case d.status when 1 then 11 else 0 end`,
  "C4 an operation was begun and has no outcome": "select key from operations where outcome is null",
  "a decision has no event, or more than one": `
    select d.id from (
      select id, status from deposits union all select id, status from withdrawals) d
    where (select count(*) from operator_events e where e.subject = d.id and e.command not like '% show')
      <> case d.status when 0 then 0 else 1 end`,
}

/** Fails with the name of every invariant that does not hold. */
export const expectInvariants = Effect.fn("expectInvariants")(function* () {
  const db = yield* Db
  const found: Array<string> = []
  for (const [name, sql] of Object.entries(violations))
    if ((yield* db.query(sql)).length > 0) found.push(name)
  expect(found).toEqual([])
})

/** The reason that an effect is refused for, or "done". */
export const reasonOf = <A, R>(
  effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>,
): Effect.Effect<string, never, R> =>
  Effect.match(effect, {
    onSuccess: () => "done",
    onFailure: (error) => ("reason" in error ? String(error.reason) : error._tag),
  })
