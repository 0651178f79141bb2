/** Asks for one page of a list. */
import { Clock, Effect } from "effect"
import type { ApiError } from "../api/errors.ts"
import type { Page } from "../domain/entities.ts"
import type { ListEvent } from "../domain/events/list.ts"
import { failureOf } from "./failure.ts"
import { Api } from "./services.ts"

type Row = Readonly<Record<string, unknown>>

/** How a list's pages are asked for; made from an endpoint in `src/actors/context/lists.ts`. */
export type AskPage = (
  api: Api["Service"],
  paging: { readonly cursor?: string; readonly limit: string },
) => Effect.Effect<Page<Row>, ApiError>

/** One page: list.loaded or list.failed. */
export const loadPage = (askPage: AskPage) =>
  Effect.fnUntraced(function* ({
    cursor,
    limit,
  }: {
    readonly cursor: string | null
    readonly limit: number
  }) {
    const paging = { limit: String(limit), ...(cursor !== null && { cursor }) }
    const result = yield* Effect.result(askPage(yield* Api, paging))
    const at = yield* Clock.currentTimeMillis
    const fact: ListEvent =
      result._tag === "Success"
        ? { type: "list.loaded", items: result.success.items, nextCursor: result.success.next_cursor, at }
        : { type: "list.failed", failure: failureOf(result.failure), at }
    return fact
  })
