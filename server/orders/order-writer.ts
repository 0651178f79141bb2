/** Writes accepted orders in batches, with the one statement of the hot path. */
import { Clock, Context, Deferred, Effect, Layer, Queue, Schema } from "effect"
import { Order } from "../../src/domain/entities.ts"
import { koboOf, priceUnitsOf } from "../../src/domain/money.ts"
import { unfrozenSql } from "../core/frozen-member.ts"
import { noteBegunSql } from "../core/invitation-counts.ts"
import { ASSET, CHANGE, zeroSumSql } from "../core/ledger.ts"
import { MEMBER_EVENT_VERSION } from "../core/member-events.ts"
import { doneOutcome } from "../core/operations.ts"
import { lineTextSql, nextHashSql } from "../core/posting-chain.ts"
import { withinRestSql } from "../core/protection.ts"
import { writableSql } from "../core/read-only.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { returnedHoldSql } from "../core/returned-hold.ts"
import { siteClosedSql } from "../core/site-state.ts"
import { Db, DbConflict, type DbError, DbReadOnly, DbUnavailable, sql } from "../db/db.ts"
import { knowledgeSql } from "./knowledge.ts"

/** An accepted order to be written, with its idempotency key and body hash. */
export interface PendingOrder {
  readonly order: Order
  readonly memberId: string
  readonly key: string
  readonly bodyHash: string
  /** The wait after the knowledge check, for leverage above 1; null without a check. */
  readonly leverageWaitMs: number | null
}

/**
 * Time of acceptance. Null when the balance or what the member's own limits leave is too small, the
 * member frozen or the site closed; nothing was written then.
 */
export type AcceptedAtMs = number | null

interface Waiting {
  readonly pending: PendingOrder
  readonly answered: Deferred.Deferred<AcceptedAtMs, DbError>
}

/** Orders that wait for a writer; 32 full batches take about a second. */
export const ORDERS_WAITING_MAX = 2_048
/** Orders count as arriving for this time after the last one. */
const ARRIVING_MS = 1_000
/** Maximum batch size. A larger statement would delay the orders behind it. */
const BATCH_MAX = 64
/**
 * Concurrent writers: one batch is written while another commits. The embedded engine has one
 * connection.
 */
const WRITERS = { pglite: 1, postgres: 2 }

/**
 * Writes orders in batches. Each order succeeds or fails independently of its batch. Refuses with
 * `system.unavailable`, which says nothing about the key, when too many orders wait.
 */
export class OrderWriter extends Context.Service<
  OrderWriter,
  {
    readonly write: (pending: PendingOrder) => Effect.Effect<AcceptedAtMs, DbError | Refusal>
    /** True while orders arrive at this process, so that large statements would delay them. */
    readonly isBusy: Effect.Effect<boolean>
  }
>()("financial-links/server/orders/OrderWriter") {
  static readonly layer = Layer.effect(
    OrderWriter,
    Effect.gen(function* () {
      const db = yield* Db
      const queue = yield* Queue.dropping<Waiting>(ORDERS_WAITING_MAX)
      const writer = Effect.gen(function* () {
        yield* Queue.peek(queue)
        // the requests that have arrived with this one join its batch
        yield* Effect.yieldNow
        const waiting = yield* Queue.takeBetween(queue, 1, BATCH_MAX)
        for (const batch of batchesOf(waiting)) yield* Effect.provideService(answerBatch(batch), Db, db)
      })
      const writers = Array.from({ length: WRITERS[db.engine] }, () => Effect.forever(writer))
      yield* Effect.forEach(writers, (each) => Effect.forkScoped(each))
      let lastAtMs = Number.NEGATIVE_INFINITY
      return OrderWriter.of({
        isBusy: Effect.map(Clock.currentTimeMillis, (nowMs) => Math.abs(nowMs - lastAtMs) < ARRIVING_MS),
        write: (pending) =>
          Effect.gen(function* () {
            lastAtMs = yield* Clock.currentTimeMillis
            const answered = Deferred.makeUnsafe<AcceptedAtMs, DbError>()
            if (Queue.offerUnsafe(queue, { pending, answered })) return yield* Deferred.await(answered)
            return yield* refusal("system.unavailable")
          }),
      })
    }),
  )
}

/**
 * Splits orders into batches with one order per member, because a statement changes a balance once.
 */
const batchesOf = (waiting: ReadonlyArray<Waiting>): ReadonlyArray<ReadonlyArray<Waiting>> => {
  const batches: Array<Map<string, Waiting>> = []
  for (const one of waiting) {
    const { memberId } = one.pending
    const free = batches.find((batch) => !batch.has(memberId))
    if (free === undefined) batches.push(new Map([[memberId, one]]))
    else free.set(memberId, one)
  }
  return batches.map((batch) => [...batch.values()])
}

/**
 * Writes a batch. When it fails, each order is retried alone, because one invalid order fails the
 * whole statement. An unavailable database fails all of them.
 */
const answerBatch = (batch: ReadonlyArray<Waiting>): Effect.Effect<void, never, Db> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(writeOrders(batch.map(({ pending }) => pending)))
    if (exit._tag === "Success") {
      for (const { pending, answered } of batch)
        yield* Deferred.succeed(answered, exit.value.get(pending.order.id) ?? null)
      return
    }
    const isUnavailable = exit.cause.reasons.some(
      (reason) =>
        reason._tag === "Fail" &&
        (reason.error instanceof DbUnavailable ||
          reason.error instanceof DbConflict ||
          reason.error instanceof DbReadOnly),
    )
    if (batch.length > 1 && !isUnavailable) yield* Effect.forEach(batch, (one) => answerBatch([one]))
    else yield* Effect.forEach(batch, ({ answered }) => Deferred.failCause(answered, exit.cause))
  })

const unitsOrNull = (price: string | null) => (price === null ? null : String(priceUnitsOf(price)))

const encodeOrder = Schema.encodeSync(Order)

/**
 * The JSON row of the statement: no field that it does not read, since the engine parses all of them.
 * Large integers are text.
 */
const rowOf = ({ order, memberId, key, bodyHash, leverageWaitMs }: PendingOrder) => ({
  id: order.id,
  member_id: memberId,
  key,
  body_hash: bodyHash,
  outcome: doneOutcome("order", order.id, encodeOrder(order)),
  product_id: order.productId,
  symbol: order.symbol,
  name: order.name,
  direction: order.direction,
  stake: String(koboOf(order.stake)),
  leverage: order.leverage,
  period_days: order.periodDays,
  commission_ppm: order.commissionPpm,
  stop_out_bps: order.stopOutBps,
  quoted_price: String(priceUnitsOf(order.quotedPrice)),
  slippage_bps: order.slippageBps,
  take_profit: unitsOrNull(order.takeProfit),
  stop_loss: unitsOrNull(order.stopLoss),
  accepted_at_ms: order.acceptedAtMs,
  day_ms: order.dayMs,
  open_timeout_ms: order.openTimeoutMs,
  rules_version: order.rulesVersion,
  checkpoint: order.checkpoint,
  leverage_wait_ms: leverageWaitMs,
})

/** The statement that writes these orders, and its one parameter, a list of JSON texts. */
export const orderStatement = (orders: ReadonlyArray<PendingOrder>) => ({
  sql: writeSql,
  parameter: orders.map((order) => JSON.stringify(rowOf(order))),
})

/**
 * Writes orders of different members in one statement. Returns the time of acceptance by order id;
 * an order whose balance is too small or whose member is frozen is missing, and every one while the
 * site is closed.
 */
export const writeOrders = Effect.fnUntraced(function* (orders: ReadonlyArray<PendingOrder>) {
  const { sql: text, parameter } = orderStatement(orders)
  const rows = yield* sql<{ id: string; accepted_at_ms: bigint }>(text, [parameter])
  return new Map(rows.map((row) => [row.id, Number(row.accepted_at_ms)]))
})

/** The lines of the purchase `w` of the member whose balance row `b` is. */
const purchaseText = [
  { line: "1", account: "'available'", amount: "-w.stake", balance_after: "b.available - w.stake" },
  { line: "2", account: "'contracts'", amount: "w.stake", balance_after: "null" },
]
  .map((line) =>
    lineTextSql("w", {
      ...line,
      ...{ transaction_id: "'order-' || w.id", asset: `'${ASSET}'`, code: String(CHANGE.purchase) },
      ...{ reason: "''", reference: "w.id" },
    }),
  )
  .join(" || ")

/**
 * The time of acceptance is never before an existing tick, whatever the clocks of two processes
 * say, so every tick with a later time was sequenced after the order. Balances are locked in member
 * order, so that two statements never deadlock. Each part depends on the one before: a balance that
 * is too small writes nothing, and a key that is taken fails the whole statement.
 *
 * The planner takes a list of JSON texts for ten orders, so that it looks each balance up by key; one
 * JSON array it takes for a hundred, and scans all balances. The list is materialized so that it does
 * not see its length, which would have it plan every statement again.
 */
const writeSql = `
  with list as materialized (
    select $1::text[] as items
  ), wanted as materialized (
    select w.*, greatest(w.accepted_at_ms, coalesce(
      (select at_ms from ticks where symbol = w.symbol order by seq desc limit 1), 0)) as at_ms
    from list cross join unnest(list.items) as item
      cross join json_to_record(item::json) as w (id text, member_id text, key text, body_hash text, outcome jsonb, product_id text,
      symbol text, name text, direction text, stake bigint, leverage integer, period_days integer, commission_ppm integer,
      stop_out_bps integer, quoted_price bigint, slippage_bps integer, take_profit bigint, stop_loss bigint, accepted_at_ms bigint,
      day_ms bigint, open_timeout_ms bigint, rules_version integer, checkpoint text, leverage_wait_ms bigint)
    where not ${siteClosedSql}
  ), locked as materialized (
    select member_id, has_begun from balances where asset = '${ASSET}' and member_id in (select member_id from wanted)
    order by member_id for update
  ), moved as (
    update balances b set available = b.available - w.stake, contracts = b.contracts + w.stake,
      stake_rest = b.stake_rest - w.stake, orders_rest = b.orders_rest - 1, has_begun = true, revision = b.revision + 1, postings_hash = ${nextHashSql("b.postings_hash", purchaseText)}
    from wanted w join locked on locked.member_id = w.member_id
    where b.member_id = w.member_id and b.asset = '${ASSET}' and b.available - ${returnedHoldSql("b", "w.at_ms")} >= w.stake
      and ${unfrozenSql("b")} and ${withinRestSql("b", "w.stake", "w.at_ms")}
      and ${knowledgeSql}
    returning b.member_id, b.available, b.revision, b.postings_hash
  ), accepted as (
    select w.*, moved.available, moved.revision, moved.postings_hash from wanted w join moved on moved.member_id = w.member_id
  ), kept as (
    insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
    select member_id, 'order', key, body_hash, jsonb_set(outcome, '{answer,accepted_at_ms}', to_jsonb(at_ms)), at_ms from accepted
    returning member_id, key
  ), noted as (
    select accepted.* from accepted join kept on kept.member_id = accepted.member_id and kept.key = accepted.key
  ), placed as (
    insert into orders (id, member_id, product_id, symbol, name, direction, state, stake, leverage, period_days,
      commission_ppm, stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, accepted_at_ms,
      day_ms, open_timeout_ms, rules_version, checkpoint)
    select id, member_id, product_id, symbol, name, direction, 'accepted', stake, leverage, period_days,
      commission_ppm, stop_out_bps, quoted_price, slippage_bps, take_profit, stop_loss, at_ms,
      day_ms, open_timeout_ms, rules_version, checkpoint
    from noted
  ), begun as (${noteBegunSql("select l.member_id from noted join locked l on l.member_id = noted.member_id where not l.has_begun")}
  ), appended as (
    insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
      contracts, withdrawals, who, why, at_ms, transaction_id, postings_hash)
    select member_id, revision, 'order', ${MEMBER_EVENT_VERSION}, id, null, 'accepted', jsonb_strip_nulls(jsonb_build_object(
      'id', id, 'product_id', product_id, 'symbol', symbol, 'name', name, 'direction', direction, 'state', 'accepted',
      'stake', stake, 'leverage', leverage, 'period_days', period_days, 'commission_ppm', commission_ppm,
      'stop_out_bps', stop_out_bps, 'quoted_price', quoted_price, 'slippage_bps', slippage_bps, 'take_profit', take_profit,
      'stop_loss', stop_loss, 'accepted_at_ms', at_ms, 'day_ms', day_ms, 'open_timeout_ms', open_timeout_ms,
      'rules_version', rules_version)), -stake, stake, 0, 'member', '', at_ms,
      'order-' || id, postings_hash
    from noted
  ), posted as (
    insert into postings (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
    select 'order-' || id, lines.line, member_id, lines.account, '${ASSET}', lines.amount, lines.balance_after,
      ${CHANGE.purchase}, '', id, at_ms
    from noted cross join lateral (values
      (1::smallint, 'available', -stake, available),
      (2::smallint, 'contracts', stake, null)
    ) as lines (line, account, amount, balance_after)
    returning amount
  ), checked as (${zeroSumSql("'orders'::text")}
  ), writable as (${writableSql}
  )
  select id, at_ms as accepted_at_ms from noted`
