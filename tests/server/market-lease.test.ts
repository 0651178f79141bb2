/** Which process may append ticks and settle, by the clock of the database. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Db } from "../../server/db/db.ts"
import { releaseLease, takeLease } from "../../server/market/lease.ts"
import { grounds } from "../support/grounds.ts"

const LASTS_MS = 60_000

const take = (holder: string) => takeLease(holder, LASTS_MS)

/** Lets time pass for the lease, or takes it back. */
const pass = Effect.fnUntraced(function* (ms: number) {
  const db = yield* Db
  yield* db.execute("update market_lease set expires_at_ms = expires_at_ms - $1", [ms])
})

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`the lease of the market [${name}]`, () => {
    const run = <A, E>(work: Effect.Effect<A, E, Db>) => Effect.runPromise(Effect.provide(work, database))

    it("is one process's until it expires, and has a higher fence with each holder", () =>
      run(
        Effect.gen(function* () {
          expect(yield* take("first")).toEqual({ holder: "first", fence: 1n, durationMs: LASTS_MS })
          expect(yield* take("second")).toBeNull()
          yield* pass(LASTS_MS / 2)
          expect(yield* take("second")).toBeNull()
          yield* pass(LASTS_MS / 2 + 1)
          expect(yield* take("second")).toMatchObject({ holder: "second", fence: 2n })
          expect(yield* take("first")).toBeNull()
        }),
      ))

    it("is free as soon as its holder releases it, and only then", () =>
      run(
        Effect.gen(function* () {
          const first = yield* take("first")
          if (first === null) throw new Error("the lease is not free")
          yield* releaseLease({ ...first, holder: "second" })
          yield* releaseLease({ ...first, fence: first.fence + 1n })
          expect(yield* take("second")).toBeNull()
          yield* releaseLease(first)
          expect(yield* take("second")).toMatchObject({ fence: 2n })
        }),
      ))

    it("does not last for longer than any asks for after the database's clock was set back", () =>
      run(
        Effect.gen(function* () {
          yield* take("first")
          yield* pass(-LASTS_MS / 2)
          expect(yield* take("second")).toBeNull()
          yield* pass(-LASTS_MS)
          expect(yield* take("second")).toMatchObject({ fence: 2n })
        }),
      ))
  })
}
