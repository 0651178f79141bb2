import { Effect, Layer, ManagedRuntime, Scope } from "effect"
import { afterAll, afterEach, beforeAll, describe, it } from "vitest"
import type { Settings } from "../../server/config.ts"
import type { Db } from "../../server/db/db.ts"
import { type CashWorld, expectInvariants, openWorld, type RunningWorld } from "./cash.ts"
import type { Engine } from "./engines.ts"
import { grounds } from "./grounds.ts"
import { fund, tickCycles, tradingLayer } from "./trading.ts"

/** The body of a test: a generator of effects that need the services `R`. */
type Body<R> = () => Generator<Effect.Effect<unknown, unknown, R>, unknown, never>

/** `it` for bodies of effects that `run` carries out. */
export const effectTests =
  <R>(run: (work: Effect.Effect<unknown, unknown, R>) => Promise<unknown>) =>
  (title: string, body: Body<R>): void =>
    it(title, async () => void (await run(Effect.gen(body))))

/** Runs a program with the services of a new layer, among them a scope that ends with it. */
export const runOn =
  <R, E>(layer: Layer.Layer<R, E>) =>
  async <A, E2>(work: Effect.Effect<A, E2, R | Scope.Scope>): Promise<A> => {
    const runtime = ManagedRuntime.make(Layer.merge(layer, Layer.effect(Scope.Scope, Effect.scope)))
    try {
      return await runtime.runPromise(work)
    } finally {
      await runtime.dispose()
    }
  }

/** Tests that run on a server of their own in virtual time; m1 has a balance, and there is a tick. */
export const tradingTests = (database: Layer.Layer<Db>, kobo = 100_000_000_00n) => {
  const begun = Layer.effectDiscard(Effect.andThen(tickCycles(1), fund("m1", kobo)))
  return effectTests(runOn(Layer.provideMerge(begun, tradingLayer(database))))
}

const describeOn = (
  title: string,
  postgresTags: string[],
  body: (database: Layer.Layer<Db>) => void,
): void => {
  for (const { name, isFound, database } of grounds()) {
    const tags = name === "postgresql" ? postgresTags : []
    describe.skipIf(!isFound)(`${title} [${name}]`, { tags }, () => body(database))
  }
}

/** Describes the same tests on a new database of each engine. */
export const onEachDatabase = (title: string, body: (database: Layer.Layer<Db>) => void): void =>
  describeOn(title, [], body)

/**
 * The same where no two transactions meet and the statements are plain: PostgreSQL's half is
 * exhaustive.
 */
export const onDatabasesInTurn = (title: string, body: (database: Layer.Layer<Db>) => void): void =>
  describeOn(title, ["exhaustive"], body)

/**
 * Opens one world for the tests of a file or of a `describe`. `isSound`: after each test the books
 * are checked.
 */
export const openTestWorld = (
  engine: Engine,
  settings: Partial<Settings> = {},
  { isSound = false }: { readonly isSound?: boolean } = {},
) => {
  let world: RunningWorld | undefined
  const opened = (): RunningWorld => {
    if (world === undefined) throw new Error("the world is opened before the first test")
    return world
  }
  beforeAll(async () => {
    world = await openWorld(engine, settings)
  })
  if (isSound) afterEach(() => opened().run(expectInvariants()))
  afterAll(() => world?.stop())
  const run = <A, E>(work: Effect.Effect<A, E, CashWorld>) => opened().run(work)
  const runAt = <A, E>(atMs: number, work: Effect.Effect<A, E, CashWorld>) => opened().runAt(atMs, work)
  return { run, runAt, test: effectTests(run) }
}
