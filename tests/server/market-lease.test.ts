/** Which process may append ticks and settle, by the clock of the database. */

import { Effect } from "effect"
import { expect } from "vitest"
import { execute } from "../../server/db/db.ts"
import { releaseLease, takeLease } from "../../server/market/lease.ts"
import { effectTests, onEachDatabase, runOn } from "../support/effect-tests.ts"

const LASTS_MS = 60_000

const take = (holder: string) => takeLease(holder, LASTS_MS)

/** Lets time pass for the lease, or takes it back. */
const pass = Effect.fnUntraced(function* (ms: number) {
  yield* execute("update market_lease set expires_at_ms = expires_at_ms - $1", [ms])
})

onEachDatabase("the lease of the market", (database) => {
  const test = effectTests(runOn(database))

  test("is one process's until it expires, and has a higher fence with each holder", function* () {
    expect(yield* take("first")).toEqual({ holder: "first", fence: 1n, durationMs: LASTS_MS })
    expect(yield* take("second")).toBeNull()
    yield* pass(LASTS_MS / 2)
    expect(yield* take("second")).toBeNull()
    yield* pass(LASTS_MS / 2 + 1)
    expect(yield* take("second")).toMatchObject({ holder: "second", fence: 2n })
    expect(yield* take("first")).toBeNull()
  })

  test("is free as soon as its holder releases it, and only then", function* () {
    const first = yield* take("first")
    if (first === null) throw new Error("the lease is not free")
    yield* releaseLease({ ...first, holder: "second" })
    yield* releaseLease({ ...first, fence: first.fence + 1n })
    expect(yield* take("second")).toBeNull()
    yield* releaseLease(first)
    expect(yield* take("second")).toMatchObject({ fence: 2n })
  })

  test("does not last for longer than any asks for after the database's clock was set back", function* () {
    yield* take("first")
    yield* pass(-LASTS_MS / 2)
    expect(yield* take("second")).toBeNull()
    yield* pass(-LASTS_MS)
    expect(yield* take("second")).toMatchObject({ fence: 2n })
  })
})
