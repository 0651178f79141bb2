/** Lists loaded page by page. */
import { useMemo } from "react"
import { isStale, type ListPhase, type ListSnapshot, listMachine, listPhase } from "../../../machines/list.ts"
import type { Failure } from "../../domain/failure.ts"
import { PAGE_SIZE } from "../../domain/limits.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { Runtime } from "../actors/runtime.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { type ListName, type ListQuery, type ListRow, loadPage, type Rows } from "../api/load-list.ts"
import { usePageActor } from "./page-context.tsx"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { useRefreshOn, useRetryOnNetwork } from "./use-query.ts"

export interface ListView<Row> {
  readonly phase: ListPhase
  readonly items: readonly Row[]
  /** Undefined until known: for the `Loaded` view. */
  readonly data: readonly Row[] | undefined
  readonly failure: Failure | undefined
  readonly atMs: number | undefined
  readonly busy: boolean
  /** The last refresh failed; the rows are old. */
  readonly stale: boolean
  readonly hasMore: boolean
  readonly moreFailed: boolean
  readonly onMore: () => void
  readonly onRetry: () => void
  readonly onRefresh: () => void
}

const createList = <N extends ListName>(
  { pageActors, now }: Runtime,
  { services, listRows }: ApiLayer,
  name: N,
  query: ListQuery<N>,
  pageSize: number,
  pages: number,
) => {
  const rows: Rows<N> = listRows(name)
  const machine = listMachine.provide({
    actors: { loadPage: effectActor(services, loadPage(name, query, rows, pages)) },
  })
  const question = Object.keys(query).length === 0 ? "" : ` ${JSON.stringify(query)}`
  const actor = pageActors.create(`list:${name}${question}`, machine, { pageSize })
  const tell = (type: "list.loadMore" | "list.retry" | "list.refresh") => () =>
    actor.send({ type, at: now() })
  return {
    rows,
    actor,
    onMore: tell("list.loadMore"),
    onRetry: tell("list.retry"),
    onRefresh: tell("list.refresh"),
  }
}

const selectList = (snapshot: ListSnapshot) => {
  const { ids, cursor, failure, atMs } = snapshot.context
  return {
    ids,
    failure,
    atMs,
    phase: listPhase(snapshot),
    busy: snapshot.hasTag("busy"),
    stale: isStale(snapshot),
    hasMore: cursor !== null,
    moreFailed: snapshot.hasTag("incomplete"),
  }
}

export interface ListOptions {
  /** Types of events of machines after which the rows are refetched. */
  readonly refreshOn?: readonly string[]
  /** How many rows are requested at once; PAGE_SIZE by default. */
  readonly pageSize?: number
  /** How many pages from the start are loaded and shown as one; 1 by default. */
  readonly pages?: number
}

/** The rows of a paged endpoint. A failed page loses no rows, and no row appears twice. */
export const useList = <N extends ListName>(
  name: N,
  query: ListQuery<N>,
  { refreshOn, pageSize = PAGE_SIZE, pages = 1 }: ListOptions = {},
): ListView<ListRow<N>> => {
  const runtime = useRuntime()
  const apiLayer = useApiLayer()
  const question = JSON.stringify(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal query in another object is the same list
  const list = useMemo(
    () => createList(runtime, apiLayer, name, query, pageSize, pages),
    [runtime, apiLayer, name, question, pageSize, pages],
  )
  const view = usePageActor(list.actor, selectList)
  useRefreshOn(refreshOn, list.onRefresh)
  useRetryOnNetwork(() => list.actor.getSnapshot().context.failure, list.onRefresh)

  const { ids, failure, atMs, ...shown } = view
  const items = useMemo(
    () => ids.map((id) => list.rows.get(id)).filter((row) => row !== undefined),
    [ids, list],
  )
  return {
    ...shown,
    items,
    data: atMs === null ? undefined : items,
    failure: failure ?? undefined,
    atMs: atMs ?? undefined,
    onMore: list.onMore,
    onRetry: list.onRetry,
    onRefresh: list.onRefresh,
  }
}
