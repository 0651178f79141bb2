import { Effect, Option } from "effect"
import { Db } from "../db/db.ts"
import { OrderWriter } from "../orders/order-writer.ts"
import type { FoundMax } from "./due.ts"

/** How much settlement does in one statement. */
interface Pace {
  /** Contracts that one search finds. */
  readonly found: FoundMax
  /** Contracts that one statement writes. */
  readonly batch: number
}

/**
 * While orders arrive: they wait for the statement that writes their member's contracts. The embedded
 * engine has one connection, so there they wait for every statement, the search too.
 */
const BESIDE_ORDERS: Readonly<Record<Db["Service"]["engine"], Pace>> = {
  postgres: { found: 1_000, batch: 25 },
  pglite: { found: 200, batch: 12 },
}
/** While none arrive. Larger searches and statements cost less for each contract. */
const ALONE: Pace = { found: 10_000, batch: 1_000 }

/** The pace that fits now. A process without an order writer has no orders that wait. */
export const pace = Effect.gen(function* () {
  const { engine } = yield* Db
  const writer = yield* Effect.serviceOption(OrderWriter)
  return Option.isSome(writer) && (yield* writer.value.isBusy) ? BESIDE_ORDERS[engine] : ALONE
})
