/**
 * Error views of a page: its code did not load, no such page exists, or it threw. Loaded with the
 * first touch, because later there may be no network.
 */
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useIntl } from "react-intl"
import plainPageStyles from "../features/site/plain-page.module.css"
import { ROUTES } from "../navigation/routes.ts"
import { usePage } from "../runtime/hooks/page-context.tsx"
import { useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation, usePageNavigation } from "../runtime/hooks/use-navigation.ts"
import { useOnNetworkReturn } from "../runtime/hooks/use-query.ts"
import { Button } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { PageHeader } from "../ui/PageHeader.tsx"
import { ErrorState } from "../ui/StateView.tsx"
import { Wordmark } from "../ui/Wordmark.tsx"
import styles from "./page-entry.module.css"

export interface TimedOutViewProps {
  /** A newer build has replaced this one, so that its code will never load. */
  readonly outdated: boolean
  readonly onRetry: () => void
  readonly onReload: () => void
  /** Undefined on a tab page, which has the tab bar. */
  readonly onBack?: (() => void) | undefined
}

/**
 * The code of the page did not load: a tap anywhere loads it again in place, or the document where
 * the build is outdated.
 */
export const TimedOutView = ({ outdated, onRetry, onReload, onBack }: TimedOutViewProps) => {
  const intl = useIntl()
  const header = onBack ? <PageHeader onBack={onBack} /> : null
  if (outdated)
    return (
      <Page header={header} centred width="form">
        <ErrorState
          text={intl.formatMessage({ id: "page.outdated" })}
          actionLabel={intl.formatMessage({ id: "page.reload" })}
          onAction={onReload}
        />
      </Page>
    )
  return (
    <Page header={header} centred width="form">
      <div className={styles.everywhere}>
        <ErrorState text={intl.formatMessage({ id: "page.timed-out" })} onAction={onRetry} />
      </div>
    </Page>
  )
}

/** Goes back; undefined on a tab page. */
const useBack = (): (() => void) | undefined => {
  const { name } = usePage()
  const { back } = usePageNavigation()
  return ROUTES.some((route) => route.tab && route.name === name) ? undefined : back
}

/** The back button of a page that has not loaded. */
export const BackHeader = () => {
  const back = useBack()
  return back ? <PageHeader onBack={back} /> : null
}

export const TimedOutPage = () => {
  const { id } = usePage()
  const { pageLifecycles } = useRuntime()
  const { retry } = useNavigation()
  const isOutdated = () => pageLifecycles.isOutdated(id)
  useOnNetworkReturn(retry)
  return (
    <TimedOutView
      outdated={useSyncExternalStore(pageLifecycles.subscribe, isOutdated)}
      onRetry={retry}
      onReload={() => pageLifecycles.recover(id)}
      onBack={useBack()}
    />
  )
}

/**
 * Opens a tab page without its query if the query is not valid and the member taps the tab or comes
 * back to it.
 */
const useTabRelaunch = (): void => {
  const { boot } = useRuntime()
  const { name } = usePage()
  const { reLaunch } = useNavigation()
  const isMounted = useRef(false)
  useEffect(() => {
    const tab = ROUTES.find((route) => route.tab && route.name === name)
    if (!tab) return
    const open = () => void reLaunch(tab.path)
    if (isMounted.current) return open()
    isMounted.current = true
    const subscription = boot.navigation.onEmit((event) => {
      if (event.type === "page.tabItemTap" && event.name === name) open()
    })
    return () => subscription.unsubscribe()
  }, [boot, name, reLaunch])
}

export const MissingPage = ({ path }: { readonly path: string }) => {
  const { home } = usePageNavigation()
  useTabRelaunch()
  return <NotFoundView path={path} onHome={home} />
}

/** The page threw: a tap renders it again, and so does the return of the network. */
export const BrokenPage = ({ onRetry }: { readonly onRetry: () => void }) => {
  const back = useBack()
  useOnNetworkReturn(onRetry)
  return (
    <Page header={back ? <PageHeader onBack={back} /> : null} centred width="form">
      <ErrorState onAction={onRetry} />
    </Page>
  )
}

export interface NotFoundViewProps {
  /** The requested URL. */
  readonly path: string
  readonly onHome: () => void
}

/** Shown for a page that does not exist, or whose query is not valid. */
export const NotFoundView = ({ path, onHome }: NotFoundViewProps) => {
  const intl = useIntl()
  return (
    <Page centred width="form">
      <div className={plainPageStyles.plain}>
        <Wordmark size="large" />
        <h1 className={plainPageStyles.title}>{intl.formatMessage({ id: "not-found.title" })}</h1>
        <p className={plainPageStyles.text}>{intl.formatMessage({ id: "not-found.text" }, { path })}</p>
        <Button tone="secondary" onClick={onHome}>
          {intl.formatMessage({ id: "not-found.home" })}
        </Button>
      </div>
    </Page>
  )
}
