import { Effect, Layer, ManagedRuntime, Scope } from "effect"
import { describe, it } from "vitest"
import type { Db } from "../../server/db/db.ts"
import { grounds } from "./grounds.ts"

/** The body of a test: a generator of effects that need the services `R`. */
type Body<R> = () => Generator<Effect.Effect<unknown, unknown, R>, unknown, never>

/** `it` for bodies of effects that `run` carries out. */
export const effectTests =
  <R>(run: (work: Effect.Effect<unknown, unknown, R>) => Promise<unknown>) =>
  (title: string, body: Body<R>, tags: readonly string[] = []): void =>
    it(title, { tags: [...tags] }, async () => void (await run(Effect.gen(body))))

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

/** The answers to so many equal requests at the same moment. */
export const atOnce = <A, E, R>(count: number, request: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: count }, () => request),
    { concurrency: "unbounded" },
  )

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
