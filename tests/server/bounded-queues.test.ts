import { Effect, Exit, Fiber, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { claimImage, removeUnusedImages } from "../../server/core/images.ts"
import { Db, execute, sql } from "../../server/db/db.ts"
import { ORDERS_WAITING_MAX, OrderWriter } from "../../server/orders/order-writer.ts"
import { newMember, newUpload, openWorld } from "../support/cash.ts"
import { acceptedContract as order } from "../support/contracts.ts"
import { forEachEngineInTurn } from "../support/engines.ts"

/** A database that never answers. */
const silent = Layer.succeed(
  Db,
  Db.of({
    engine: "pglite",
    sql: () => Effect.never,
    execute: () => Effect.never,
    script: () => Effect.never,
    transaction: () => Effect.never,
  }),
)

/** A database that counts the orders of each statement. */
const counting = (sizes: number[]) =>
  Layer.succeed(
    Db,
    Db.of({
      engine: "postgres",
      sql: (_sql, [rows] = []) => {
        sizes.push(Array.isArray(rows) ? rows.length : 0)
        return Effect.succeed([])
      },
      execute: () => Effect.never,
      script: () => Effect.never,
      transaction: () => Effect.never,
    }),
  )

describe("the order writer", () => {
  it("writes orders whose requests are read in one turn of the event loop with one statement", () => {
    const sizes: number[] = []
    return Effect.runPromise(
      Effect.gen(function* () {
        const { write } = yield* OrderWriter
        const writeFor = (memberId: string) =>
          Effect.runPromise(write({ order, memberId, key: memberId, bodyHash: "", leverageWaitMs: null }))
        yield* Effect.promise(async () => {
          const first = writeFor("m1")
          await new Promise((resolve) => setImmediate(resolve))
          await Promise.all([first, writeFor("m2")])
        })
        expect(sizes).toEqual([2])
      }).pipe(Effect.provide(OrderWriter.layer), Effect.provide(counting(sizes)), Effect.scoped),
    )
  })
})

describe("the order writer's queue", () => {
  it("refuses the orders beyond its bound while the database does not answer", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { write } = yield* OrderWriter
        const excess = 10
        const inHand = 64
        const writes = Array.from({ length: ORDERS_WAITING_MAX + inHand + excess }, (_, i) =>
          Effect.forkChild(
            Effect.exit(
              write({ order, memberId: `m${i}`, key: `k${i}`, bodyHash: "", leverageWaitMs: null }),
            ),
          ),
        )
        const first = yield* writes[0] ?? Effect.die("none")
        // the writer takes its first batch
        yield* Effect.sleep(20)
        const fibers = yield* Effect.all(writes.slice(1))
        yield* Effect.sleep(20)
        const refused = fibers.flatMap((fiber) => {
          const exit = fiber.pollUnsafe()
          return exit === undefined ? [] : [exit]
        })
        expect(refused.length).toBeGreaterThanOrEqual(excess)
        expect(refused.length).toBeLessThanOrEqual(excess + inHand)
        for (const exit of refused)
          expect(Exit.isSuccess(exit) && JSON.stringify(exit.value)).toContain("system.unavailable")
        for (const fiber of [first, ...fibers]) yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(OrderWriter.layer), Effect.provide(silent), Effect.scoped),
    ))
})

forEachEngineInTurn("uploads that no record uses", (engine) => {
  it("are removed after a day; those of records stay, marked or of an earlier release", async () => {
    const world = await openWorld(engine)
    const dayMs = 86_400_000
    const left = await world.runAt(
      2 * dayMs,
      Effect.gen(function* () {
        const call = yield* newMember()
        const [orphan, used, referred, young] = [
          yield* newUpload(call),
          yield* newUpload(call),
          yield* newUpload(call),
          yield* newUpload(call),
        ]
        expect(yield* claimImage(call.memberId, used)).toBe(true)
        expect(yield* claimImage((yield* newMember()).memberId, orphan)).toBe(false)
        yield* execute("update uploads set created_at_ms = $2 where id = $1", [young, Date.now()])
        yield* execute(
          `insert into deposits (id, member_id, network, address, currency, amount, proof_image, created_at_ms)
           values ('d1', $1, 'BTC', 'a', 'NGN', 100, $2, 0)`,
          [call.memberId, referred],
        )
        expect(yield* removeUnusedImages()).toBe(1)
        expect(yield* removeUnusedImages()).toBe(0)
        const rows = yield* sql<{ id: string }>("select id from uploads where member_id = $1", [
          call.memberId,
        ])
        return [rows.map(({ id }) => id).sort(), [used, referred, young].sort()]
      }),
    )
    expect(left[0]).toEqual(left[1])
    await world.stop()
  })
})
