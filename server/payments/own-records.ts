/** Deposits and withdrawals as their member reads them. */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Call } from "../core/handler.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { filteredPage } from "../core/record-filter.ts"
import { type PlainReason, refusal } from "../core/refusal.ts"
import { sql } from "../db/db.ts"

interface RecordRow {
  readonly id: string
  readonly created_at_ms: bigint
}

/** Where records are stored. */
export interface RecordTable {
  readonly name: "deposits" | "withdrawals"
  readonly columns: string
  /** The refusal where the member has no such record. */
  readonly unknown: PlainReason
}

/** A page of the member's rows, newest first. */
export const listOwnRecords = Effect.fnUntraced(function* <Row extends RecordRow>(
  { name, columns }: RecordTable,
  request: RequestOf<"deposits" | "withdrawals">,
  call: Call,
) {
  const { cursor, limit, ...filter } = request
  const paging = yield* readPaging(request)
  const rows =
    Object.keys(filter).length > 0
      ? yield* filteredPage<Row>(name, { filter, columns, paging }, call)
      : yield* sql<Row>(
          `select ${columns} from ${name} where member_id = $1 and (created_at_ms, id) < ($2::bigint, $3)
           order by created_at_ms desc, id desc limit $4`,
          [call.memberId, paging.beforeMs, paging.beforeId, paging.take],
        )
  const position = (row: Row) => ({ atMs: row.created_at_ms, id: row.id })
  return pageFrom(rows, paging, position, (row) => row)
})

/** One row of the member. Refused as unknown where it belongs to another member. */
export const readOwnRecord = Effect.fnUntraced(function* <Row extends RecordRow>(
  { name, columns, unknown }: RecordTable,
  id: string,
  { memberId }: Call,
) {
  const rows = yield* sql<Row>(`select ${columns} from ${name} where id = $1 and member_id = $2`, [
    id,
    memberId,
  ])
  return rows[0] ?? (yield* refusal(unknown))
})
