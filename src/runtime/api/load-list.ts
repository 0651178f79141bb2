/** Loads one page of a list and keeps its decoded rows. */
import { Clock, Effect } from "effect"
import type { PageJob } from "../../../machines/list.ts"
import type { AnswerOf, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Page } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import type { ListEvent } from "../../events/list.ts"
import { isOffline, withCacheFallback } from "./cache-fallback.ts"
import { failureOf } from "./call.ts"
import { Api, type CachedAnswer, type CallOptions, OfflineCache } from "./services.ts"

/** The lists with a cursor. */
export type ListName =
  | "articles"
  | "promoteLists"
  | "orders"
  | "income"
  | "deposits"
  | "withdrawals"
  | "notices"
export type ListRow<N extends ListName> = AnswerOf<N>["items"][number]
/** The request of a list without cursor and limit. */
export type ListQuery<N extends ListName> = Omit<RequestOf<N>, "cursor" | "limit">

type Paging = { readonly cursor?: string; readonly limit: string }
type Ask<N extends ListName> = (
  api: Api["Service"],
  query: ListQuery<N>,
  paging: Paging,
  options: CallOptions,
) => Effect.Effect<Page<ListRow<N>>, ApiError>

type ReadCachedPage<N extends ListName> = (
  cache: OfflineCache["Service"],
  query: ListQuery<N>,
  paging: Paging,
) => Effect.Effect<CachedAnswer<Page<ListRow<N>>> | undefined>

interface ListShape<N extends ListName> {
  readonly ask: Ask<N>
  readonly readCached: ReadCachedPage<N>
  readonly idOf: (row: ListRow<N>) => string
}

const byId = (row: { readonly id: string }): string => row.id

const shapes: { readonly [N in ListName]: ListShape<N> } = {
  articles: {
    ask: (api, query, paging, options) => api.call("articles", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("articles", { ...query, ...paging }),
    idOf: byId,
  },
  orders: {
    ask: (api, query, paging, options) => api.call("orders", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("orders", { ...query, ...paging }),
    idOf: byId,
  },
  income: {
    ask: (api, query, paging, options) => api.call("income", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("income", { ...query, ...paging }),
    idOf: byId,
  },
  deposits: {
    ask: (api, query, paging, options) => api.call("deposits", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("deposits", { ...query, ...paging }),
    idOf: byId,
  },
  withdrawals: {
    ask: (api, query, paging, options) => api.call("withdrawals", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("withdrawals", { ...query, ...paging }),
    idOf: byId,
  },
  notices: {
    ask: (api, query, paging, options) => api.call("notices", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("notices", { ...query, ...paging }),
    idOf: ({ number }) => String(number),
  },
  promoteLists: {
    ask: (api, query, paging, options) => api.call("promoteLists", { ...query, ...paging }, options),
    readCached: (cache, query, paging) => cache.recall("promoteLists", { ...query, ...paging }),
    idOf: (row) => row.account,
  },
}

/** The rows of one list by id: `loadPage` fills the map, the hook reads it. */
export type Rows<N extends ListName> = Map<string, ListRow<N>>

/** The rows of these answers by id; a later answer replaces a row of an earlier one. */
export const rowsOf = <N extends ListName>(name: N, answers: readonly AnswerOf<N>[]): Rows<N> => {
  const { idOf }: ListShape<N> = shapes[name]
  const items = answers.flatMap((answer): readonly ListRow<N>[] => answer.items)
  return new Map(items.map((row) => [idOf(row), row]))
}

/** Adds the following pages to the first one: none by default, so that a list shows what it asked for. */
const withFollowing = Effect.fnUntraced(function* <Row>(
  first: Page<Row>,
  pages: number,
  askNext: (cursor: string) => Effect.Effect<Page<Row>, ApiError>,
) {
  const items = [...first.items]
  let nextCursor = first.nextCursor
  for (let page = 1; page < pages && nextCursor !== null; page += 1) {
    const next = yield* askNext(nextCursor)
    items.push(...next.items)
    nextCursor = next.nextCursor
  }
  return { items, nextCursor }
})

/**
 * Sends list.loaded or list.failed; before either, list.recalled if the first page takes long and
 * is in the offline cache. Rows from the start replace all rows. `pages` from the start are loaded
 * one after the other and sent as one: a failure of one leaves the rows as they were.
 */
export const loadPage = <N extends ListName>(name: N, query: ListQuery<N>, rows: Rows<N>, pages = 1) =>
  Effect.fnUntraced(function* ({ cursor, limit }: PageJob, send: (fact: ListEvent) => void) {
    const { ask, readCached: recall, idOf }: ListShape<N> = shapes[name]
    const paging = { limit: String(limit), ...(cursor !== null && { cursor }) }
    const options = { quiet: cursor === null && (rows.size > 0 || isOffline()) }
    const clock = yield* Clock.Clock
    const take = (items: readonly ListRow<N>[]) => {
      for (const row of items) rows.set(idOf(row), row)
      return items.map(idOf)
    }
    const tell = ({ data, atMs }: CachedAnswer<Page<ListRow<N>>>, failure: Failure) => {
      const page = { ids: take(data.items), nextCursor: data.nextCursor, knownAtMs: atMs }
      send({ type: "list.recalled", ...page, failure, at: clock.currentTimeMillisUnsafe() })
    }
    const api = yield* Api
    const askNext = (next: string) => ask(api, query, { ...paging, cursor: next }, options)
    const asked = Effect.flatMap(ask(api, query, paging, options), (first) =>
      withFollowing(first, cursor === null ? pages : 1, askNext),
    )
    const isFirst = cursor === null && rows.size === 0
    const known = recall(yield* OfflineCache, query, paging)
    const result = yield* Effect.result(isFirst ? withCacheFallback(asked, known, tell) : asked)
    const at = yield* Clock.currentTimeMillis
    if (result._tag === "Failure") {
      const failed: ListEvent = { type: "list.failed", failure: failureOf(result.failure), at }
      return failed
    }
    const { items, nextCursor } = result.success
    if (cursor === null) rows.clear()
    const loaded: ListEvent = { type: "list.loaded", ids: take(items), nextCursor: nextCursor, at }
    return loaded
  })
