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
import { LateBoundary } from "../features/patterns/late-boundary.tsx"
import { ROUTES } from "../navigation/routes.ts"
import type { Entry } from "../navigation/stack.ts"
import { parseQuery, splitUrl } from "../navigation/url.ts"
import { PageProvider, usePage } from "../runtime/hooks/page-context.tsx"
import { useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../runtime/hooks/use-navigation.tsx"
import { Button } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { Spinner } from "../ui/Spinner.tsx"
import { PageBoundary } from "./page-boundary.tsx"
import styles from "./page-entry.module.css"
import { usePlaceKept } from "./place.ts"
import { drawnOf } from "./routes.tsx"
import { tabShape } from "./shapes.tsx"

const nothing = () => {}

const loadTrouble = () => import("./trouble.tsx")
const WayBack = lazy(() => loadTrouble().then((m) => ({ default: m.WayBack })))

/** The ring of a page whose code is awaited; whoever does not want to wait goes back. */
const LoadingPage = () => {
  const intl = useIntl()
  const wayBack = (
    <LateBoundary onFail={nothing}>
      <WayBack />
    </LateBoundary>
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

const TimedOutPage = lazy(() => loadTrouble().then((m) => ({ default: m.TimedOutPage })))
const MissingPage = lazy(() => loadTrouble().then((m) => ({ default: m.MissingPage })))
const BrokenPage = lazy(() => loadTrouble().then((m) => ({ default: m.BrokenPage })))

/** Brings what is shown when something fails, while it can still be had. */
export const prepareTrouble = (): Promise<unknown> => loadTrouble()

/**
 * Shows what went wrong. Where even that cannot be had, a button is the way out: a server that answers may have another build by now, and so the whole page is
 * asked for anew.
 */
const Trouble = ({ onRetry, children }: { readonly onRetry: () => void; readonly children: ReactNode }) => {
  const intl = useIntl()
  const again = () => fetch("/").then(({ ok }) => (ok ? location.reload() : onRetry()), onRetry)
  const plain = (
    <Page centred width="form">
      <Button tone="secondary" onClick={again}>
        {intl.formatMessage({ id: "page.timed-out" })}
      </Button>
    </Page>
  )
  return (
    <LateBoundary onFail={nothing} instead={plain}>
      {children}
    </LateBoundary>
  )
}

/** Tells the machine that the page stands on the screen; runs again each time a kept page is shown. */
const Mounted = ({ children }: { readonly children: ReactNode }) => {
  const { boot, now } = useRuntime()
  const { id } = usePage()
  useLayoutEffect(() => {
    boot.navigation.send({ type: "navigation.pageMounted", id, at: now() })
  }, [boot, id, now])
  return children
}

/** What of an entry decides how it is drawn: whether it is in view does not. */
export interface PageEntryProps extends Pick<Entry, "id" | "name" | "url" | "status"> {
  /** Drawn before it is visited: it has no id of its own yet. */
  readonly isAhead: boolean
}

/** The page itself. It knows nothing of its entry but the address, so that one drawn ahead is not drawn again when it gets its id. */
const Drawn = memo(({ name, url }: Pick<PageEntryProps, "name" | "url">) => {
  const missing = (
    <Mounted>
      <Trouble onRetry={() => location.reload()}>
        <MissingPage path={url} />
      </Trouble>
    </Mounted>
  )
  const known = drawnOf(name)
  const drawn = known?.draw(parseQuery(splitUrl(url).query))
  if (!known || !drawn) return missing
  const page = <Mounted>{drawn}</Mounted>
  return known.Place ? (
    <known.Place url={url} missing={missing}>
      {page}
    </known.Place>
  ) : (
    page
  )
})

/** Of a tab page the shape is known before it comes. */
const isTab = (name: string): boolean => ROUTES.some((route) => route.tab && route.name === name)

const Body = ({ entry }: { readonly entry: PageEntryProps }) => {
  const { retryMember } = useRuntime()
  const { retry } = useNavigation()
  const loading = isTab(entry.name) ? tabShape(entry.name === "home", <LoadingPage />) : <LoadingPage />
  if (entry.status === "loading" || entry.status === "dormant") return loading
  if (entry.status === "failed")
    return (
      <Trouble onRetry={retry}>
        <TimedOutPage />
      </Trouble>
    )
  const broken = (onRetry: () => void) => (
    <Trouble onRetry={onRetry}>
      <BrokenPage onRetry={onRetry} />
    </Trouble>
  )
  return (
    <PageBoundary pageId={entry.id} onRetry={retryMember} broken={broken}>
      <Suspense fallback={loading}>
        <Drawn name={entry.name} url={entry.url} />
      </Suspense>
    </PageBoundary>
  )
}

const PRODUCT = "Financial Links"

/** The words of a heading that can be seen: what is there for readers alone names no window. */
const seenIn = (heading: Element | null): string => {
  const copy = heading?.cloneNode(true)
  if (!(copy instanceof Element)) return ""
  for (const hidden of copy.querySelectorAll(".visually-hidden")) hidden.remove()
  return (copy.textContent ?? "").trim()
}

/** The window is named after the page in view: its heading, which may come late and change, and the product alone on the entry. */
const useTitle = (entry: PageEntryProps, element: RefObject<HTMLElement | null>) => {
  const { locale } = useIntl()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading changes with the language and when the page has loaded
  useEffect(() => {
    const page = element.current
    const name = (named: Element | null) => {
      const words = seenIn(named)
      document.title =
        words && words !== PRODUCT && entry.name !== "login" ? `${words} · ${PRODUCT}` : PRODUCT
    }
    let heading: Element | null = null
    const changing = new MutationObserver(() => name(heading))
    const find = () => {
      changing.disconnect()
      heading = page?.querySelector("h1") ?? null
      if (heading) changing.observe(heading, { childList: true, subtree: true, characterData: true })
      name(heading)
    }
    // a page may come late, and one of several steps puts another heading in the place of the first
    const turning = new MutationObserver(() => {
      if (!heading?.isConnected) find()
    })
    find()
    if (page) turning.observe(page, { childList: true, subtree: true })
    return () => {
      turning.disconnect()
      changing.disconnect()
    }
  }, [entry.name, entry.status, locale, element])
}

/** One entry of the stack: its screen under its own location, with its place kept while it is out of sight. */
export const PageEntry = memo((entry: PageEntryProps) => {
  const element = useRef<HTMLDivElement>(null)
  const kept = usePlaceKept(entry.id, element)
  useTitle(entry, element)
  const identity = useMemo(
    () => ({ id: entry.id, name: entry.name, query: parseQuery(splitUrl(entry.url).query) }),
    [entry.id, entry.name, entry.url],
  )
  const mark = entry.isAhead ? { "data-ahead": entry.name } : { "data-page": entry.name }
  return (
    <div ref={element} className={styles.entry} {...mark} tabIndex={-1} {...kept}>
      <PageProvider value={identity}>
        <Body entry={entry} />
      </PageProvider>
    </div>
  )
})
