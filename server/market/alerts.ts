/** Price alerts of members, over HTTP. `fire-alerts.ts` decides them. */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Alert } from "../../src/domain/alert.ts"
import { ALERT_DAYS_MAX, ALERT_DISTANCE_MAX_BPS, ALERTS_PER_MEMBER } from "../../src/domain/limits.ts"
import { noteProblem } from "../../src/domain/member-forms.ts"
import { divideHalfEven, type Kobo, type PriceUnits, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { type Direction, stopOutPrice } from "../../src/domain/trade.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { appendEvent, type MemberChange } from "../core/member-events.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { fieldRefusal, type Refusal, refusal } from "../core/refusal.ts"
import { type Db, type DbError, execute, sql, transaction } from "../db/db.ts"
import { nextOpeningOf, Products } from "./products.ts"

const DAY_MS = 86_400_000

interface AlertRow {
  readonly id: string
  readonly product_id: string
  readonly symbol: string
  readonly kind: Alert["kind"]
  readonly level: PriceUnits | null
  readonly contract_id: string | null
  readonly distance_bps: number | null
  readonly is_daily: boolean
  readonly note: string
  readonly until_ms: bigint
  readonly state: Alert["state"]
  readonly created_at_ms: bigint
  readonly changed_at_ms: bigint
  readonly fired_seq: bigint | null
  readonly fired_price: PriceUnits | null
  readonly fired_at_ms: bigint | null
}

const columns = `id, product_id, symbol, kind, level, contract_id, distance_bps, is_daily, note, until_ms, state,
  created_at_ms, changed_at_ms, fired_seq, fired_price, fired_at_ms`

const firedOf = ({ fired_seq, fired_price, fired_at_ms }: AlertRow): Alert["fired"] =>
  fired_seq === null || fired_price === null || fired_at_ms === null
    ? null
    : { seq: Number(fired_seq), price: priceOf(fired_price), atMs: Number(fired_at_ms) }

const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  productId: row.product_id,
  symbol: row.symbol,
  kind: row.kind,
  level: row.level === null ? null : priceOf(row.level),
  contractId: row.contract_id,
  distanceBps: row.distance_bps,
  daily: row.is_daily,
  note: row.note,
  untilMs: Number(row.until_ms),
  state: row.state,
  createdAtMs: Number(row.created_at_ms),
  changedAtMs: Number(row.changed_at_ms),
  fired: firedOf(row),
})

/** The member's active alerts or the others, newest first. The condition is literal, as in the index. */
export const listAlerts = Effect.fn("listAlerts")(function* (request: RequestOf<"alerts">, call: Call) {
  const paging = yield* readPaging(request)
  const rows = yield* sql<AlertRow>(
    `select ${columns} from alerts
     where member_id = $1 and state ${request.status === "past" ? "<>" : "="} 'active'
       and (changed_at_ms, id) < ($2::bigint, $3)
     order by changed_at_ms desc, id desc limit $4`,
    [call.memberId, paging.beforeMs, paging.beforeId, paging.take],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.changed_at_ms, id: row.id }), alertOf)
})

type Wanted = RequestOf<"alertAdd">

/** What a new alert watches. */
interface Watched {
  readonly symbol: string
  readonly productId: string
  readonly side: "above" | "below" | null
  readonly level: PriceUnits | null
  readonly contractId: string | null
  readonly opensAtMs: number | null
}

const nothing = { side: null, level: null, contractId: null, opensAtMs: null } as const

const watchedBy = Effect.fnUntraced(function* (wanted: Wanted, memberId: string, nowMs: number) {
  const { find } = yield* Products
  const product = yield* find(wanted.productId)
  if (product === null) return yield* refusal("alert.product-unknown", { field: "product_id" })
  const own = { ...nothing, symbol: product.symbol, productId: product.id }
  const { kind } = wanted
  if (kind === "stop-out") return { ...own, ...(yield* watchedContract(wanted, product.id, memberId)) }
  if (kind === "opens") {
    const opensAtMs = yield* nextOpeningOf(product, nowMs)
    if (opensAtMs === null) return yield* refusal("alert.always-open", { field: "kind" })
    return { ...own, opensAtMs }
  }
  const level = wanted.price === undefined ? 0n : priceUnitsOf(wanted.price)
  if (level === 0n) return yield* fieldRefusal("price", { reason: "required" })
  return { ...own, side: kind, level }
})

interface OpenContract {
  readonly direction: Direction
  readonly stake: Kobo
  readonly leverage: number
  readonly commission_ppm: number
  readonly stop_out_bps: number
  readonly opening_price: PriceUnits
}

/** The level that lies so far before the stop-out price of the member's open contract. */
const watchedContract = Effect.fnUntraced(function* (
  { contractId = "", distanceBps = 0 }: Wanted,
  productId: string,
  memberId: string,
) {
  if (distanceBps < 1)
    return yield* fieldRefusal("distance_bps", { reason: "below-minimum", params: { min: 1 } })
  if (distanceBps > ALERT_DISTANCE_MAX_BPS)
    return yield* fieldRefusal("distance_bps", {
      reason: "above-maximum",
      params: { max: ALERT_DISTANCE_MAX_BPS },
    })
  const [contract] = yield* sql<OpenContract>(
    `select direction, stake, leverage, commission_ppm, stop_out_bps, opening_price from orders
     where id = $1 and member_id = $2 and product_id = $3 and state = 'opened'`,
    [contractId, memberId, productId],
  )
  if (contract === undefined) return yield* refusal("order.not-open", { field: "contract_id" })
  const { direction } = contract
  const terms = {
    direction,
    stakeKobo: contract.stake,
    leverage: contract.leverage,
    commissionPpm: contract.commission_ppm,
    stopOutBps: contract.stop_out_bps,
  }
  const bps = BigInt(direction === "up" ? 10_000 + distanceBps : 10_000 - distanceBps)
  const level = divideHalfEven(stopOutPrice(terms, contract.opening_price) * bps, 10_000n)
  // a price does not fall to zero
  if (level <= 0n) return yield* refusal("order.not-open", { field: "contract_id" })
  return { side: direction === "up" ? ("below" as const) : ("above" as const), level, contractId }
})

const checkTerms = ({ days, note = "" }: Wanted): Effect.Effect<void, Refusal> => {
  if (days < 1) return fieldRefusal("days", { reason: "below-minimum", params: { min: 1 } })
  if (days > ALERT_DAYS_MAX)
    return fieldRefusal("days", { reason: "above-maximum", params: { max: ALERT_DAYS_MAX } })
  const problem = noteProblem(note)
  return problem === null ? Effect.void : fieldRefusal("note", problem)
}

const changeOf = (id: string, from: string | null, to: "active" | "removed"): MemberChange => ({
  kind: "alert",
  subject: id,
  from,
  to,
  columns: to === "active" ? "all" : [],
  who: "member",
  why: "",
})

/** Adds an alert. It looks at the ticks after the last one there is, which must not be beyond it. */
export const addAlert = Effect.fn("addAlert")(function* (wanted: Wanted, { memberId }: Call) {
  yield* checkTerms(wanted)
  const [id, nowMs] = [yield* newId, yield* Clock.currentTimeMillis]
  const watched: Watched = yield* watchedBy(wanted, memberId, nowMs)
  return yield* transaction(insertAlert({ id, nowMs, memberId, wanted, watched }))
})

interface NewAlert {
  readonly id: string
  readonly nowMs: number
  readonly memberId: string
  readonly wanted: Wanted
  readonly watched: Watched
}

const insertAlert = (alert: NewAlert): Effect.Effect<Alert, Refusal | DbError, Db> =>
  Effect.gen(function* () {
    const { id, nowMs, memberId, wanted, watched } = alert
    yield* checkOthers(alert)
    const afterSeq = yield* checkPrice(watched)
    const rows = yield* sql<AlertRow>(
      `insert into alerts (id, member_id, product_id, symbol, kind, side, level, contract_id, distance_bps,
         opens_at_ms, is_daily, note, until_ms, state, created_at_ms, changed_at_ms, after_seq)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'active', $14, $14, $15) returning ${columns}`,
      [
        ...[id, memberId, watched.productId, watched.symbol, wanted.kind, watched.side, watched.level],
        ...[
          watched.contractId,
          wanted.kind === "stop-out" ? (wanted.distanceBps ?? null) : null,
          watched.opensAtMs,
        ],
        ...[wanted.daily, (wanted.note ?? "").trim(), nowMs + wanted.days * DAY_MS, nowMs, afterSeq],
      ],
    )
    yield* appendEvent(memberId, changeOf(id, null, "active"))
    const [row] = rows
    return row === undefined ? yield* Effect.die(new Error("an alert was not stored")) : alertOf(row)
  })

/** Refuses an alert that the member has already, and one too many. Those of a member take turns. */
const checkOthers = Effect.fnUntraced(function* ({ memberId, wanted, watched }: NewAlert) {
  yield* sql("select 1 from members where id = $1 for update", [memberId])
  const others = yield* sql<Pick<AlertRow, "symbol" | "kind" | "level" | "contract_id">>(
    "select symbol, kind, level, contract_id from alerts where member_id = $1 and state = 'active'",
    [memberId],
  )
  const isSame = (other: (typeof others)[number]) =>
    other.symbol === watched.symbol &&
    other.kind === wanted.kind &&
    other.level === watched.level &&
    other.contract_id === watched.contractId
  if (others.some(isSame)) return yield* refusal("alert.duplicate", { field: "price" })
  if (others.length >= ALERTS_PER_MEMBER)
    return yield* refusal("alert.limit", { params: { max: ALERTS_PER_MEMBER } })
})

/**
 * The last tick's number. Refuses a level that its price has reached. The cursor's row is counted up
 * first: one that is being moved sees the alert, or has moved before this tick is read.
 */
const checkPrice = Effect.fnUntraced(function* ({ symbol, side, level, contractId }: Watched) {
  yield* execute(
    `insert into alert_cursors (symbol, seq)
     select symbol, seq from ticks where symbol = $1 order by seq desc limit 1
     on conflict (symbol) do update set adds = alert_cursors.adds + 1`,
    [symbol],
  )
  const [last] = yield* sql<{ seq: bigint; price_units: PriceUnits }>(
    "select seq, price_units from ticks where symbol = $1 order by seq desc limit 1",
    [symbol],
  )
  if (last === undefined) return yield* refusal("alert.product-unknown", { field: "product_id" })
  if (level === null) return last.seq
  const isBeyond = side === "above" ? last.price_units >= level : last.price_units <= level
  if (isBeyond)
    return yield* contractId === null
      ? refusal("alert.beyond", { field: "kind", params: { price: priceOf(last.price_units) } })
      : refusal("alert.near", { field: "distance_bps" })
  return last.seq
})

/** Removes an alert of the member, active or not. */
export const removeAlert = Effect.fn("removeAlert")(function* (
  { id }: RequestOf<"alertRemove">,
  { memberId }: Call,
) {
  const remove = Effect.gen(function* () {
    const removed = yield* sql<{ state: string }>(
      "delete from alerts where id = $1 and member_id = $2 returning state",
      [id, memberId],
    )
    for (const { state } of removed) yield* appendEvent(memberId, changeOf(id, state, "removed"))
    return removed.length > 0
  })
  return (yield* transaction(remove)) ? {} : yield* refusal("alert.unknown")
})
