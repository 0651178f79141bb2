import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react"
import { useIntl } from "react-intl"
import { ErrorBoundary, LazyBoundary } from "../features/patterns/error-boundary.tsx"
import { parseQuery, ROUTES, splitUrl } from "../navigation/routes.ts"
import type { Entry } from "../navigation/stack.ts"
import { PageProvider, usePage } from "../runtime/hooks/page-context.tsx"
import { useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"
import { useOnNetworkReturn } from "../runtime/hooks/use-query.ts"
import { Button } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { DocumentPart } from "./document-part.tsx"
import styles from "./page-entry.module.css"
import { loadedPage } from "./page-loader.tsx"
import { useScrollRestoration } from "./scroll-restoration.ts"

const nothing = () => {}

const loadErrorView = () => import("./error-view.tsx")
const BackHeader = lazy(() => loadErrorView().then((m) => ({ default: m.BackHeader })))

/** A page whose code is loading: a spinner and the way back. */
const LoadingPage = () => {
  const intl = useIntl()
  const wayBack = (
    <LazyBoundary onFail={nothing}>
      <BackHeader />
    </LazyBoundary>
  )
  return (
    <Page header={wayBack} centred width="form">
      <p className={styles.loading} role="status">
        <Spinner large />
        <span className="visually-hidden">{intl.formatMessage({ id: "ui.loading" })}</span>
      </p>
    </Page>
  )
}

const TimedOutPage = lazy(() => loadErrorView().then((m) => ({ default: m.TimedOutPage })))
const MissingPage = lazy(() => loadErrorView().then((m) => ({ default: m.MissingPage })))
const BrokenPage = lazy(() => loadErrorView().then((m) => ({ default: m.BrokenPage })))

/**
 * Shows an error view, or a plain button if its code cannot be loaded. The button reloads the
 * document if the server answers, because a newer build may have replaced the code.
 */
const ErrorFallback = ({
  onRetry,
  children,
}: {
  readonly onRetry: () => void
  readonly children: ReactNode
}) => {
  return (
    <LazyBoundary onFail={nothing} fallback={<PlainError onRetry={onRetry} />}>
      {children}
    </LazyBoundary>
  )
}

const PlainError = ({ onRetry }: { readonly onRetry: () => void }) => {
  const intl = useIntl()
  const { pageLifecycles } = useRuntime()
  const { id } = usePage()
  const reload = () => {
    onRetry()
    pageLifecycles.recover(id)
  }
  useOnNetworkReturn(reload)
  return (
    <Page centred width="form">
      <Button tone="secondary" onClick={reload}>
        {intl.formatMessage({ id: "page.timed-out" })}
      </Button>
    </Page>
  )
}

/**
 * Tells the navigation machine that the page is visible; runs again each time a hidden page is
 * shown.
 */
const Mounted = ({ children }: { readonly children: ReactNode }) => {
  const { boot, now } = useRuntime()
  const { id } = usePage()
  useLayoutEffect(() => {
    boot.navigation.send({ type: "navigation.pageMounted", id, at: now() })
  }, [boot, id, now])
  return children
}

/** The parts of an entry that decide what renders. Visibility does not. */
export interface PageEntryProps extends Pick<Entry, "id" | "name" | "url" | "status"> {
  /** The page is not visited yet and has no id of its own. */
  readonly isPrerendered: boolean
}

/**
 * The page of a route. It depends on the URL alone, so that a prerendered page does not render
 * again when it gets its id.
 */
const RoutePage = memo(({ name, url }: Pick<PageEntryProps, "name" | "url">) => {
  const missing = (
    <Mounted>
      <ErrorFallback onRetry={() => location.reload()}>
        <MissingPage path={url} />
      </ErrorFallback>
    </Mounted>
  )
  const loaded = loadedPage(name)
  const rendered = loaded?.render(parseQuery(splitUrl(url).query))
  if (!loaded || !rendered) return missing
  const page = <Mounted>{rendered}</Mounted>
  return loaded.Location ? (
    <loaded.Location url={url} missing={missing}>
      {page}
    </loaded.Location>
  ) : (
    page
  )
})

/** The document has a frame of each tab page. */
const isTab = (name: string): boolean => ROUTES.some((route) => route.tab && route.name === name)

const Body = ({ entry }: { readonly entry: PageEntryProps }) => {
  const { retryMember } = useRuntime()
  const { retry: reload, navigateTo } = useNavigation()
  const loading = isTab(entry.name) ? (
    <DocumentPart
      key={entry.name}
      template={`tab-${entry.name}`}
      selector="[data-frame]"
      onOpen={(url) => void navigateTo(url)}
    >
      <LoadingPage />
    </DocumentPart>
  ) : (
    <LoadingPage />
  )
  if (entry.status === "loading" || entry.status === "dormant") return loading
  if (entry.status === "failed")
    return (
      <ErrorFallback onRetry={reload}>
        <TimedOutPage />
      </ErrorFallback>
    )
  const broken = (retry: () => void) => {
    const onRetry = () => {
      retryMember()
      retry()
    }
    return (
      <ErrorFallback onRetry={onRetry}>
        <BrokenPage onRetry={onRetry} />
      </ErrorFallback>
    )
  }
  return (
    <ErrorBoundary resetKey={entry.id} fallback={broken}>
      <Suspense fallback={loading}>
        <RoutePage name={entry.name} url={entry.url} />
      </Suspense>
    </ErrorBoundary>
  )
}

const PRODUCT = "Financial Links"

/** The visible text of a heading, without what is for screen readers only. */
const visibleTextOf = (heading: Element | null): string => {
  const copy = heading?.cloneNode(true)
  if (!(copy instanceof Element)) return ""
  for (const hidden of copy.querySelectorAll(".visually-hidden")) hidden.remove()
  return (copy.textContent ?? "").trim()
}

/**
 * Names the window after the heading of the visible page, and after the product alone on the login
 * page.
 */
const useTitle = (entry: PageEntryProps, element: RefObject<HTMLElement | null>) => {
  const { locale } = useIntl()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading changes with the language and when the page has loaded
  useEffect(() => {
    const page = element.current
    let heading: Element | null = null
    const setTitle = () => {
      const words = visibleTextOf(heading)
      document.title =
        words && words !== PRODUCT && entry.name !== "login" ? `${words} · ${PRODUCT}` : PRODUCT
    }
    const headingChanges = new MutationObserver(setTitle)
    const find = () => {
      headingChanges.disconnect()
      heading = page?.querySelector("h1") ?? null
      if (heading) headingChanges.observe(heading, { childList: true, subtree: true, characterData: true })
      setTitle()
    }
    // a page may load late, and a page of several steps replaces its heading
    const pageChanges = new MutationObserver(() => {
      if (!heading?.isConnected) find()
    })
    find()
    if (page) pageChanges.observe(page, { childList: true, subtree: true })
    return () => {
      pageChanges.disconnect()
      headingChanges.disconnect()
    }
  }, [entry.name, entry.status, locale, element])
}

/** One entry of the stack: its page under its own location, with its scroll position restored. */
export const PageEntry = memo((entry: PageEntryProps) => {
  const element = useRef<HTMLDivElement>(null)
  const scrollHandlers = useScrollRestoration(entry.id, element)
  useTitle(entry, element)
  const identity = useMemo(
    () => ({ id: entry.id, name: entry.name, query: parseQuery(splitUrl(entry.url).query) }),
    [entry.id, entry.name, entry.url],
  )
  const marker = entry.isPrerendered ? { "data-prerendered": entry.name } : { "data-page": entry.name }
  return (
    <div ref={element} className={styles.entry} {...marker} tabIndex={-1} {...scrollHandlers}>
      <PageProvider value={identity}>
        <Body entry={entry} />
      </PageProvider>
    </div>
  )
})
