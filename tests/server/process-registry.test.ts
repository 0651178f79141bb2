import { Effect, Exit, Layer, Scope } from "effect"
import { describe, expect, inject, it } from "vitest"
import { Config, readSettings } from "../../server/config.ts"
import { execute, sql } from "../../server/db/db.ts"
import { demoMarket, MarketConfig, type MarketSettings } from "../../server/market/config.ts"
import { fingerprintOf, joinProcesses } from "../../server/process-registry.ts"
import { memoryDatabase } from "../support/database.ts"
import { effectTests, runOn } from "../support/effect-tests.ts"
import { postgresDatabase } from "../support/postgres-database.ts"

const postgresUrl = inject("postgresUrl")

/** Starts a process of this market; it runs until its scope closes. */
const start = Effect.fnUntraced(function* (market: Partial<MarketSettings>, bonus = "0") {
  const scope = yield* Scope.make()
  const settings = readSettings({ REGISTRATION_BONUS: bonus })
  const exit = yield* Effect.exit(
    joinProcesses.pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.provideService(Config, Config.of(settings)),
      Effect.provideService(MarketConfig, MarketConfig.of({ ...demoMarket, ...market })),
    ),
  )
  return { stop: Scope.close(scope, Exit.void), refusal: Exit.isFailure(exit) ? String(exit.cause) : null }
})

describe.skipIf(postgresUrl === null)("processes of one database", () => {
  const test = effectTests(runOn(postgresDatabase(postgresUrl ?? "")))

  test("run beside each other with the same configuration", function* () {
    const first = yield* start({})
    const second = yield* start({})
    expect([first.refusal, second.refusal]).toEqual([null, null])
    yield* Effect.all([first.stop, second.stop])
    expect(yield* sql("select id from processes")).toEqual([])
  })

  test("refuse to start beside one with another configuration, and name what differs", function* () {
    const first = yield* start({})
    const second = yield* start({ dayMs: 61_000 }, "5")
    expect(second.refusal).toContain("other values of DAY_MS, REGISTRATION_BONUS:")
    yield* second.stop
    const same = yield* start({})
    expect(same.refusal).toBeNull()
    yield* Effect.all([first.stop, same.stop])
    expect((yield* start({ dayMs: 61_000 }, "5")).refusal).toBeNull()
  })

  test("forget one that was killed after ten seconds", function* () {
    yield* start({})
    yield* execute("update processes set seen_at_ms = seen_at_ms - 9000")
    expect((yield* start({ tickMs: 500 })).refusal).toContain("TICK_MS")
    yield* execute("update processes set seen_at_ms = seen_at_ms - 10001")
    expect((yield* start({ tickMs: 500 })).refusal).toBeNull()
  })
})

describe("the embedded database", () => {
  it("needs no registry: its folder is locked", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        expect((yield* start({})).refusal).toBeNull()
        expect((yield* start({ dayMs: 61_000 })).refusal).toBeNull()
      }).pipe(Effect.provide(Layer.fresh(memoryDatabase))),
    ))
})

it("the configuration that is compared has the source of rates", () => {
  const RATE_FEED = "https://rates.example/"
  expect(fingerprintOf(readSettings({ RATE_FEED }), demoMarket)).toMatchObject({ RATE_FEED })
  expect(fingerprintOf(readSettings({}), demoMarket)).toMatchObject({ RATE_FEED: "" })
})
