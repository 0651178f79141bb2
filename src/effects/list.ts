/** Asks for one page of a list, and keeps its rows as they were decoded. */
import { Clock, Effect } from "effect"
import type { AnswerOf, RequestOf } from "../api/endpoints.ts"
import type { ApiError } from "../api/errors.ts"
import type { Page } from "../domain/entities.ts"
import type { ListEvent } from "../domain/events/list.ts"
import { failureOf } from "./failure.ts"
import { Api, type CallOptions } from "./services.ts"

/** The lists that are paged by cursor. */
export type ListName = "articles" | "promoteLists" | "orders" | "income" | "deposits" | "withdrawals"
export type ListRow<N extends ListName> = AnswerOf<N>["items"][number]
/** What a list is asked for, besides where its page begins and how long it is. */
export type ListQuery<N extends ListName> = Omit<RequestOf<N>, "cursor" | "limit">

type Paging = { readonly cursor?: string; readonly limit: string }
type Ask<N extends ListName> = (
  api: Api["Service"],
  query: ListQuery<N>,
  paging: Paging,
  options: CallOptions,
) => Effect.Effect<Page<ListRow<N>>, ApiError>

interface ListShape<N extends ListName> {
  readonly ask: Ask<N>
  readonly idOf: (row: ListRow<N>) => string
}

const byId = (row: { readonly id: string }): string => row.id

const shapes: { readonly [N in ListName]: ListShape<N> } = {
  articles: {
    ask: (api, query, paging, options) => api.call("articles", { ...query, ...paging }, options),
    idOf: byId,
  },
  orders: {
    ask: (api, query, paging, options) => api.call("orders", { ...query, ...paging }, options),
    idOf: byId,
  },
  income: {
    ask: (api, query, paging, options) => api.call("income", { ...query, ...paging }, options),
    idOf: byId,
  },
  deposits: {
    ask: (api, query, paging, options) => api.call("deposits", { ...query, ...paging }, options),
    idOf: byId,
  },
  withdrawals: {
    ask: (api, query, paging, options) => api.call("withdrawals", { ...query, ...paging }, options),
    idOf: byId,
  },
  promoteLists: {
    ask: (api, query, paging, options) => api.call("promoteLists", { ...query, ...paging }, options),
    idOf: (row) => row.account,
  },
}

/** The rows of one list by id: filled by `loadPage`, read by whoever shows them. */
export type Rows<N extends ListName> = Map<string, ListRow<N>>

/** One page: list.loaded or list.failed. A page from the start replaces all rows that were there. */
export const loadPage = <N extends ListName>(name: N, query: ListQuery<N>, rows: Rows<N>) =>
  Effect.fnUntraced(function* ({
    cursor,
    limit,
  }: {
    readonly cursor: string | null
    readonly limit: number
  }) {
    const { ask, idOf }: ListShape<N> = shapes[name]
    const paging = { limit: String(limit), ...(cursor !== null && { cursor }) }
    const options = { quiet: cursor === null && rows.size > 0 }
    const result = yield* Effect.result(ask(yield* Api, query, paging, options))
    const at = yield* Clock.currentTimeMillis
    if (result._tag === "Failure") {
      const failed: ListEvent = { type: "list.failed", failure: failureOf(result.failure), at }
      return failed
    }
    const { items, next_cursor } = result.success
    if (cursor === null) rows.clear()
    for (const row of items) rows.set(idOf(row), row)
    const loaded: ListEvent = { type: "list.loaded", ids: items.map(idOf), nextCursor: next_cursor, at }
    return loaded
  })
