import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { type ShownProblem, useProblemText } from "../../runtime/hooks/use-problem-text.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphOffline } from "../../ui/glyphs.ts"
import { Notice } from "../../ui/Notice.tsx"
import { ErrorState, OfflineState } from "../../ui/StateView.tsx"
import { useFocusHandover } from "../../ui/useFocusHandover.ts"
import { usePageNavigation } from "./page-navigation.ts"

/** What a screen asked for, in whatever state it is. */
export interface Loadable<Data> {
  /** The last answer known, fresh or not. */
  readonly data: Data | undefined
  /** When the server gave it. */
  readonly atMs: number | undefined
  /** Why the last attempt brought nothing. */
  readonly failure: ShownProblem | undefined
  readonly busy: boolean
  /** The data are from an earlier visit. */
  readonly isFromCache?: boolean
  readonly onRetry: () => void
}

/** What can be asked for anew by the member, whatever is known of it. */
export interface Refreshable {
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** All of a page's questions as one to ask anew. */
export const refreshAll = (...queries: readonly Loadable<unknown>[]): Refreshable => ({
  busy: queries.some(({ busy }) => busy),
  onRefresh: () => {
    for (const { onRetry } of queries) onRetry()
  },
})

/** The same state with the data seen differently. */
export const mapLoaded = <Data, Seen>(query: Loadable<Data>, see: (data: Data) => Seen): Loadable<Seen> => ({
  ...query,
  data: query.data === undefined ? undefined : see(query.data),
})

/** Two questions that only make sense together: loaded when both are, as old as the older one, failed as soon as one is. */
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

/** No answer came at all, as opposed to an answer that says no. */
const isUnreachable = (failure: ShownProblem): boolean => failure.reason.startsWith("no-answer.")

/** The server knows of no such thing: another try would bring the same answer. */
const isGone = (failure: ShownProblem): boolean => failure.reason.endsWith("unknown")

/** Those of the same page that have nothing to show for the same reason. */
const failedAlike = (
  { data, failure }: Loadable<unknown>,
  all: readonly Loadable<unknown>[],
): readonly Loadable<unknown>[] =>
  data !== undefined || failure === undefined
    ? []
    : all.filter((other) => other.data === undefined && other.failure?.reason === failure.reason)

/** One reason is told once on a page, by the first question that has nothing to show for it: true for the others. */
export const isShownAbove = (query: Loadable<unknown>, all: readonly Loadable<unknown>[]): boolean => {
  const [first = query] = failedAlike(query, all)
  return first !== query
}

export interface LoadedProps<Data> {
  readonly query: Loadable<Data>
  /** Where a page has several questions, all of them in its order: that nothing came is then said once, with one try for all. */
  readonly among?: readonly Loadable<unknown>[] | undefined
  /** The shape of what is coming. */
  readonly skeleton: ReactNode
  /** What adorns a page and is no figure: its age is nobody's affair. */
  readonly hideAge?: boolean | undefined
  /** `stale` is true for figures that are the last known ones. */
  readonly children: (data: Data, stale: boolean) => ReactNode
}

/** Skeleton, error with another try (or the way on where trying again is of no use), or the data; and over data that could not be renewed, a line that says how old it is. */
export const Loaded = <Data,>({ query, among, skeleton, hideAge: ageless, children }: LoadedProps<Data>) => {
  const textOf = useProblemText()
  const { data, failure } = query
  if (data === undefined) {
    if (!failure) return skeleton
    if (among && isShownAbove(query, among)) return null
    if (isGone(failure)) return <Gone text={textOf(failure)} />
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

const Gone = ({ text }: { readonly text: string | undefined }) => {
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
