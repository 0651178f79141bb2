/** Writes accepted orders down: those that come at the same moment together, by the one statement of the hot path. */
import { Context, Deferred, Effect, Layer, Queue } from "effect"
import type { Order } from "../../src/domain/entities.ts"
import { koboOf, priceUnitsOf } from "../../src/domain/money.ts"
import { ASSET, CHANGE } from "../core/ledger.ts"
import type { Outcome } from "../core/operations.ts"
import { Db, DbConflict, type DbError, DbUnavailable } from "../db/db.ts"

/** An order to be written down, and the key and body that it came with. */
export interface PendingOrder {
  readonly order: Order
  readonly memberId: string
  readonly key: string
  readonly bodyHash: string
}

/** When it was accepted; null where the balance is too small, and then nothing was written. */
export type AcceptedAtMs = number | null

interface Waiting {
  readonly pending: PendingOrder
  readonly answered: Deferred.Deferred<AcceptedAtMs, DbError>
}

/** No statement should take long: what comes meanwhile waits behind it. */
const TOGETHER_MAX = 64
/** While one statement is being made durable the next is written. The embedded engine has one connection. */
const WRITERS = { pglite: 1, postgres: 2 }

/** Places orders. Each succeeds or fails for itself, as if it had come alone. */
export class OrderWriter extends Context.Service<
  OrderWriter,
  { readonly write: (pending: PendingOrder) => Effect.Effect<AcceptedAtMs, DbError> }
>()("financial-links/server/orders/Placing") {
  static readonly layer = Layer.effect(
    OrderWriter,
    Effect.gen(function* () {
      const db = yield* Db
      const queue = yield* Queue.unbounded<Waiting>()
      const writer = Effect.gen(function* () {
        const waiting = yield* Queue.takeBetween(queue, 1, TOGETHER_MAX)
        for (const turn of turnsOf(waiting)) yield* Effect.provideService(answerTurn(turn), Db, db)
      })
      const writers = Array.from({ length: WRITERS[db.engine] }, () => Effect.forever(writer))
      yield* Effect.forEach(writers, (each) => Effect.forkScoped(each))
      return OrderWriter.of({
        write: (pending) => {
          const answered = Deferred.makeUnsafe<AcceptedAtMs, DbError>()
          Queue.offerUnsafe(queue, { pending, answered })
          return Deferred.await(answered)
        },
      })
    }),
  )
}

/** A statement changes a balance once: a member's second order waits for the next turn. */
const turnsOf = (waiting: ReadonlyArray<Waiting>): ReadonlyArray<ReadonlyArray<Waiting>> => {
  const turns: Array<Map<string, Waiting>> = []
  for (const one of waiting) {
    const { memberId } = one.pending
    const free = turns.find((turn) => !turn.has(memberId))
    if (free === undefined) turns.push(new Map([[memberId, one]]))
    else free.set(memberId, one)
  }
  return turns.map((turn) => [...turn.values()])
}

/** Whatever is wrong with one order fails the whole statement: then each is tried alone. A database that is away is away for all. */
const answerTurn = (turn: ReadonlyArray<Waiting>): Effect.Effect<void, never, Db> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(writeOrders(turn.map(({ pending }) => pending)))
    if (exit._tag === "Success") {
      for (const { pending, answered } of turn)
        yield* Deferred.succeed(answered, exit.value.get(pending.order.id) ?? null)
      return
    }
    const isAway = exit.cause.reasons.some(
      (reason) =>
        reason._tag === "Fail" &&
        (reason.error instanceof DbUnavailable || reason.error instanceof DbConflict),
    )
    if (turn.length > 1 && !isAway) yield* Effect.forEach(turn, (one) => answerTurn([one]))
    else yield* Effect.forEach(turn, ({ answered }) => Deferred.failCause(answered, exit.cause))
  })

const unitsOrNull = (price: string | null) => (price === null ? null : String(priceUnitsOf(price)))

/** As the statement reads it; large integers are text in JSON. */
const rowOf = ({ order, memberId, key, bodyHash }: PendingOrder) => ({
  ...order,
  member_id: memberId,
  key,
  body_hash: bodyHash,
  outcome: { state: "done", id: order.id, answer: order } satisfies Outcome,
  stake: String(koboOf(order.stake)),
  quoted_price: String(priceUnitsOf(order.quoted_price)),
  take_profit: unitsOrNull(order.take_profit),
  stop_loss: unitsOrNull(order.stop_loss),
})

/** Places orders of different members by one statement; answers when each was accepted. One with too small a balance is missing. */
export const writeOrders = Effect.fnUntraced(function* (orders: ReadonlyArray<PendingOrder>) {
  const db = yield* Db
  const rows = yield* db.query<{ id: string; accepted_at_ms: bigint }>(writeSql, [
    JSON.stringify(orders.map(rowOf)),
  ])
  return new Map(rows.map((row) => [row.id, Number(row.accepted_at_ms)]))
})

/**
 * The time of acceptance is never before a tick that is already there, whatever the clocks of two processes say: so every tick
 * with a later time was sequenced after the order. Balances are locked in the order of their members, so that two statements
 * never wait for each other. Each part hangs on the one before: where a balance is too small nothing is written, and a key
 * that is taken is found before anything else and fails the whole statement.
 */
const writeSql = `
  with wanted as materialized (
    select w.*, greatest(w.accepted_at_ms, coalesce(
      (select at_ms from ticks where symbol = w.symbol order by seq desc limit 1), 0)) as at_ms
    from json_to_recordset($1::json) as w (id text, member_id text, key text, body_hash text, outcome jsonb, product_id text,
      symbol text, name text, direction text, stake bigint, leverage integer, period_days integer, commission_ppm integer,
      stop_out_bps integer, quoted_price bigint, slippage_bps integer, take_profit bigint, stop_loss bigint, accepted_at_ms bigint)
  ), locked as materialized (
    select member_id from balances where asset = '${ASSET}' and member_id in (select member_id from wanted)
    order by member_id for update
  ), moved as (
    update balances b set available = b.available - w.stake, contracts = b.contracts + w.stake
    from wanted w join locked on locked.member_id = w.member_id
    where b.member_id = w.member_id and b.asset = '${ASSET}' and b.available >= w.stake
    returning b.member_id, b.available
  ), accepted as (
    select w.*, moved.available from wanted w join moved on moved.member_id = w.member_id
  ), kept as (
    insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
    select member_id, 'order', key, body_hash, jsonb_set(outcome, '{answer,accepted_at_ms}', to_jsonb(at_ms)), at_ms from accepted
    returning member_id, key
  ), noted as (
    select accepted.* from accepted join kept on kept.member_id = accepted.member_id and kept.key = accepted.key
  ), placed as (
    insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
      commission_ppm, stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, accepted_at_ms)
    select id, member_id, product_id, symbol, name, direction, 'accepted', stake, leverage, period_days,
      commission_ppm, stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, at_ms
    from noted
  ), posted as (
    insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select 'order-' || id, lines.line, member_id, lines.account, '${ASSET}', lines.amount, lines.balance_after,
      ${CHANGE.purchase}, '', id, at_ms
    from noted cross join lateral (values
      (1::smallint, 'available', -stake, available),
      (2::smallint, 'contracts', stake, null)
    ) as lines (line, account, amount, balance_after)
  )
  select id, at_ms as accepted_at_ms from noted`
