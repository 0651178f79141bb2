import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphOffline } from "../../ui/glyphs.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, OfflineState, useFocusHandover } from "../../ui/StateView.tsx"

/** The state of a query. */
export interface Loadable<Data> {
  /** The last answer, fresh or stale. */
  readonly data: Data | undefined
  /** When the server sent it. */
  readonly atMs: number | undefined
  /** Why the last request failed. */
  readonly failure: ShownProblem | undefined
  readonly busy: boolean
  /** The data are from the offline cache. */
  readonly isFromCache?: boolean
  readonly onRetry: () => void
}

/** Something that the member can refresh. */
export interface Refreshable {
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** Combines a page's queries so that one action refreshes all of them. */
export const refreshAll = (...queries: readonly Loadable<unknown>[]): Refreshable => ({
  busy: queries.some(({ busy }) => busy),
  onRefresh: () => {
    for (const { onRetry } of queries) onRetry()
  },
})

/** The same query with transformed data. */
export const mapLoaded = <Data, Seen>(query: Loadable<Data>, see: (data: Data) => Seen): Loadable<Seen> => ({
  ...query,
  data: query.data === undefined ? undefined : see(query.data),
})

/** Joins two queries: loaded when both are, as old as the older one, failed as soon as one is. */
export const joinLoaded = <A, B, Joined>(
  a: Loadable<A>,
  b: Loadable<B>,
  join: (a: A, b: B) => Joined,
): Loadable<Joined> => ({
  data: a.data === undefined || b.data === undefined ? undefined : join(a.data, b.data),
  atMs: a.atMs === undefined || b.atMs === undefined ? undefined : Math.min(a.atMs, b.atMs),
  failure: a.failure ?? b.failure,
  busy: a.busy || b.busy,
  isFromCache: a.isFromCache === true || b.isFromCache === true,
  onRetry: () => {
    a.onRetry()
    b.onRetry()
  },
})

/** Whether no answer came at all, as opposed to a refusal. */
const isUnreachable = (failure: ShownProblem): boolean => failure.reason.startsWith("no-answer.")

/** Whether the server does not know the item, so that a retry is of no use. */
const isMissing = (failure: ShownProblem): boolean => failure.reason.endsWith("unknown")

/** The queries that have no data for the same reason as this one. */
const failedAlike = (
  { data, failure }: Loadable<unknown>,
  all: readonly Loadable<unknown>[],
): readonly Loadable<unknown>[] =>
  data !== undefined || failure === undefined
    ? []
    : all.filter((other) => other.data === undefined && other.failure?.reason === failure.reason)

/** Whether an earlier query of the page shows the same failure. Each reason is shown once. */
export const isShownAbove = (query: Loadable<unknown>, all: readonly Loadable<unknown>[]): boolean => {
  const [first = query] = failedAlike(query, all)
  return first !== query
}

export interface LoadedProps<Data> {
  readonly query: Loadable<Data>
  /**
   * All queries of the page in order. A failure they share is shown once, with one retry for all.
   */
  readonly among?: readonly Loadable<unknown>[] | undefined
  /** Shown while there is no data. */
  readonly skeleton: ReactNode
  /** Hides the age of stale data, for content that is no figure. */
  readonly hideAge?: boolean | undefined
  /** `stale`: the data could not be refreshed or are from the offline cache. */
  readonly children: (data: Data, stale: boolean) => ReactNode
}

/** Shows a skeleton, an error with a retry, or the data; above stale data a notice with its age. */
export const Loaded = <Data,>({ query, among, skeleton, hideAge: ageless, children }: LoadedProps<Data>) => {
  const textOf = useProblemText()
  const { data, failure } = query
  if (data === undefined) {
    if (!failure) return skeleton
    if (among && isShownAbove(query, among)) return null
    if (isMissing(failure)) return <MissingItem text={textOf(failure)} />
    const { busy, onRefresh } = refreshAll(...(among ? failedAlike(query, among) : [query]))
    const State = isUnreachable(failure) ? OfflineState : ErrorState
    return <State text={textOf(failure)} busy={busy} onAction={onRefresh} />
  }
  return (
    <>
      {failure && !ageless ? <StaleNotice query={query} /> : null}
      {children(data, failure !== undefined || query.isFromCache === true)}
    </>
  )
}

const MissingItem = ({ text }: { readonly text: string | undefined }) => {
  const intl = useIntl()
  const { home } = usePageNavigation()
  return <ErrorState text={text} actionLabel={intl.formatMessage({ id: "not-found.home" })} onAction={home} />
}

const StaleNotice = ({ query }: { readonly query: Loadable<unknown> }) => {
  const intl = useIntl()
  const format = useFormat()
  const element = useFocusHandover()
  const retry = (
    <Button size="small" tone="secondary" busy={query.busy} onClick={query.onRetry}>
      {intl.formatMessage({ id: "ui.retry" })}
    </Button>
  )
  return (
    <div ref={element}>
      <Notice tone="warning" glyph={glyphOffline} announced action={retry}>
        {query.atMs === undefined
          ? intl.formatMessage({ id: "screens.last-known" })
          : intl.formatMessage({ id: "screens.last-known-at" }, { time: format.dateTime(query.atMs) })}
      </Notice>
    </div>
  )
}
