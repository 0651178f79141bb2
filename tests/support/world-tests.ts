import type { Effect } from "effect"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { Settings } from "../../server/config.ts"
import { type CashWorld, expectInvariants, openWorld, type RunningWorld } from "./cash.ts"
import { effectTests } from "./effect-tests.ts"
import type { Engine } from "./engines.ts"

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
