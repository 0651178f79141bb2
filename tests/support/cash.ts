import { randomUUID } from "node:crypto"
import { Effect, Layer, ManagedRuntime } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { Config, readSettings, type Settings } from "../../server/config.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { MarketLabel } from "../../server/content/site.ts"
import type { Call } from "../../server/core/handler.ts"
import { noteInvited } from "../../server/core/invitation-counts.ts"
import { CHANGE, openAccounts, post } from "../../server/core/ledger.ts"
import { CANCELLED } from "../../server/core/member-events.ts"
import { makeVault, VAULT_KEY_BYTES, Vault } from "../../server/core/vault.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { migrate } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { memoryDatabase } from "./database.ts"
import { type Engine, embedded } from "./engines.ts"
import { findProblems } from "./invariants.ts"

/** Services of the programs under test. */
export type CashWorld = Db | Config | Vault | MarketLabel

/** A database with the whole schema and the seeded site. */
export interface RunningWorld {
  readonly run: <A, E>(effect: Effect.Effect<A, E, CashWorld>) => Promise<A>
  /** Runs with the clock fixed at this instant. */
  readonly runAt: <A, E>(atMs: number, effect: Effect.Effect<A, E, CashWorld>) => Promise<A>
  readonly stop: () => Promise<void>
}

const migratedPostgres = (url: string): Layer.Layer<Db> =>
  Layer.orDie(Layer.provideMerge(Layer.effectDiscard(migrate()), postgresLayer(url)))

/** Opens such a database on an engine. */
export const openWorld = async (engine: Engine, overrides: Partial<Settings> = {}): Promise<RunningWorld> => {
  // the embedded engine needs no folder: it runs in memory, in this process
  const store = engine === embedded ? null : await engine.openStore()
  const url = store?.env.DATABASE_URL ?? ""
  const settings = { ...readSettings({}), ...overrides }
  const label = {
    simulated: true,
    source: "a test",
    licence: "none",
    priceUnits: {},
    dayMs: settings.dayMs,
    frameMs: 1_000,
  }
  const layer = Layer.effectDiscard(Effect.orDie(seedSite())).pipe(
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
      await store?.remove()
    },
  }
}

/** Creates a member with this balance in kobo. Returns their call context. */
export const newMember = Effect.fn("newMember")(function* (available = 0n, invitedBy: string | null = null) {
  const id = randomUUID()
  const code = id.slice(0, 8).toUpperCase()
  yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, invited_by,
       registered_at_ms, password_changed_at_ms)
     values ($1, $2, $2, '-', $3, $4, 0, 0)`,
    [id, `member-${id}`, code, invitedBy],
  )
  yield* openAccounts(id)
  if (invitedBy !== null) yield* noteInvited(invitedBy, id)
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

/** Stores an upload of this member. */
export const newUpload = Effect.fn("newUpload")(function* (call: Call) {
  const id = randomUUID()
  yield* execute(
    `insert into uploads (id, member_id, media_type, bytes, width, height, created_at_ms)
     values ($1, $2, 'image/webp', $3, 1, 1, 0)`,
    [id, call.memberId, new Uint8Array([1])],
  )
  return id
})

/**
 * Decision events, without looks at sealed data, takes, complaints and notes that a deposit is to be
 * looked at. A credited payment may have failed before, so it may have two.
 */
const undecidedSql = `
  select d.id from (
    select id, status from deposits where not (way is not null and status = 1)
    union all select id, case when reason = '${CANCELLED}' then 0 else status end from withdrawals
  ) d
  where (select count(*) from operator_events e where e.subject = d.id and e.command not like '% show'
      and e.command not like 'complaints %' and e.command not in ('payments unusable', 'deposits seen', 'withdrawals take'))
    <> case d.status when 0 then 0 else 1 end`

/** Fails with the name of every broken invariant. */
export const expectInvariants = Effect.fn("expectInvariants")(function* () {
  expect(yield* findProblems).toEqual([])
  expect(yield* sql(undecidedSql)).toEqual([])
})

/** The refusal reason of an effect, or "done". */
export const reasonOf = <A, R>(
  effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>,
): Effect.Effect<string, never, R> =>
  Effect.match(effect, {
    onSuccess: () => "done",
    onFailure: (error) => ("reason" in error ? String(error.reason) : error._tag),
  })
