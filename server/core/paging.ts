import { Effect } from "effect"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import { type Refusal, refusal } from "./refusal.ts"

/**
 * Start of a page of a list sorted newest first: rows with `(at_ms, id) < (beforeMs, beforeId)`.
 * Query `take` rows, one more than the page holds, to learn whether another page follows.
 */
export interface Paging {
  readonly beforeMs: number
  readonly beforeId: string
  readonly take: number
}

/** Rows of an answer: as many as were asked for, within the bound. */
export const rowLimitOf = (limit: string | undefined): number =>
  Math.min(Number(limit ?? PAGE_SIZE), PAGE_SIZE_MAX)

const cursorPattern = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/

/** Reads the paging of a request. Refuses a malformed cursor. */
export const readPaging = (request: {
  readonly cursor?: string
  readonly limit?: string
}): Effect.Effect<Paging, Refusal> => {
  const take = rowLimitOf(request.limit) + 1
  if (request.cursor === undefined)
    return Effect.succeed({ beforeMs: Number.MAX_SAFE_INTEGER, beforeId: "", take })
  const match = cursorPattern.exec(request.cursor)
  if (match === null) return Effect.fail(refusal("request.malformed", { field: "cursor" }))
  return Effect.succeed({ beforeMs: Number(match[1]), beforeId: match[2] ?? "", take })
}

/** Builds a page from the rows found, and the cursor of the next one. */
export const pageFrom = <Row, Item>(
  rows: ReadonlyArray<Row>,
  paging: Paging,
  position: (row: Row) => { readonly atMs: number | bigint; readonly id: string },
  item: (row: Row) => Item,
): { readonly items: ReadonlyArray<Item>; readonly nextCursor: string | null } => {
  const shown = rows.slice(0, paging.take - 1)
  const last = shown.at(-1)
  const end = last === undefined || rows.length < paging.take ? null : position(last)
  return { items: shown.map(item), nextCursor: end === null ? null : `${end.atMs}.${end.id}` }
}
