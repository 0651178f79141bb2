/** Loads one page of a list and keeps its decoded rows. */
import { Clock, Effect } from "effect"
import type { PageJob } from "../../../machines/list.ts"
import type { AnswerOf, RequestOf } from "../../contract/endpoints.ts"
import type { Page } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import type { ListEvent } from "../../events/list.ts"
import { isOffline, withCacheFallback } from "./offline-cache.ts"
import { Api, type CachedAnswer, failureOf, OfflineCache } from "./services.ts"

/** The lists with a cursor. */
export type ListName =
  | "articles"
  | "promoteLists"
  | "orders"
  | "income"
  | "deposits"
  | "withdrawals"
  | "notices"
  | "operatorActs"
  | "alerts"
export type ListRow<N extends ListName> = AnswerOf<N>["items"][number]
/** The request of a list without cursor and limit. */
export type ListQuery<N extends ListName> = Omit<RequestOf<N>, "cursor" | "limit">

type Paging = { readonly cursor?: string; readonly limit: string }

interface ListShape<N extends ListName> {
  readonly ofPage: (query: ListQuery<N>, paging: Paging) => RequestOf<N>
  readonly idOf: (row: ListRow<N>) => string
}

const ofPage = <Query extends object>(query: Query, paging: Paging): Query & Paging => ({
  ...query,
  ...paging,
})
const idOf = (row: { readonly id: string }): string => row.id

const shapes: { readonly [N in ListName]: ListShape<N> } = {
  articles: { ofPage, idOf },
  orders: { ofPage, idOf },
  income: { ofPage, idOf },
  deposits: { ofPage, idOf },
  withdrawals: { ofPage, idOf },
  alerts: { ofPage, idOf },
  notices: { ofPage, idOf: ({ number }) => String(number) },
  operatorActs: { ofPage, idOf },
  promoteLists: { ofPage, idOf: ({ account }) => account },
}

/** The rows of one list by id: `loadPage` fills the map, the hook reads it. */
export type Rows<N extends ListName> = Map<string, ListRow<N>>

/** The rows of these answers by id; a later answer replaces a row of an earlier one. */
export const rowsOf = <N extends ListName>(name: N, answers: readonly AnswerOf<N>[]): Rows<N> => {
  const { idOf }: ListShape<N> = shapes[name]
  const items = answers.flatMap((answer): readonly ListRow<N>[] => answer.items)
  return new Map(items.map((row) => [idOf(row), row]))
}

/**
 * Sends list.loaded or list.failed; before either, list.recalled if the first page takes long and
 * is in the offline cache. Rows from the start replace all rows. `pages` from the start are loaded
 * one after the other and sent as one: a failure of one leaves the rows as they were.
 */
export const loadPage = <N extends ListName>(name: N, query: ListQuery<N>, rows: Rows<N>, pages = 1) =>
  Effect.fnUntraced(function* ({ cursor, limit }: PageJob, send: (fact: ListEvent) => void) {
    const { ofPage, idOf }: ListShape<N> = shapes[name]
    const pageAt = (from: string | null) =>
      ofPage(query, { limit: String(limit), ...(from !== null && { cursor: from }) })
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
    const pagesFromServer = Effect.gen(function* () {
      const items: ListRow<N>[] = []
      let nextCursor = cursor
      for (let left = cursor === null ? pages : 1; left > 0; left -= 1) {
        const page: Page<ListRow<N>> = yield* api.call(name, pageAt(nextCursor), options)
        items.push(...page.items)
        nextCursor = page.nextCursor
        if (nextCursor === null) break
      }
      return { items, nextCursor }
    })
    const isFirst = cursor === null && rows.size === 0
    const cachedPage = (yield* OfflineCache).recall(name, pageAt(cursor))
    const result = yield* Effect.result(
      isFirst ? withCacheFallback(pagesFromServer, cachedPage, tell) : pagesFromServer,
    )
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
