import { useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { selectTop } from "../../machines/navigation.ts"
import { FAILED_AT_ONCE_MS } from "../domain/limits.ts"
import { usePageNavigation } from "../features/patterns/page-navigation.ts"
import { NotFoundView } from "../features/site/not-found.tsx"
import { ROUTES } from "../navigation/routes.ts"
import { usePage } from "../runtime/hooks/page-context.tsx"
import { useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../runtime/hooks/use-navigation.tsx"
import { useOutdated } from "../runtime/hooks/use-new-build.ts"
import { Page } from "../ui/Page.tsx"
import { PageHeader } from "../ui/PageHeader.tsx"
import { ErrorState } from "../ui/StateView.tsx"
import styles from "./page-entry.module.css"

/** What is shown in place of a page: its code did not come, there is no such page, or it broke. Brought with the first touch, so that it is there when nothing else can be had. */

export interface TimedOutViewProps {
  /** A newer build has replaced this one. */
  readonly outdated: boolean
  readonly onRetry: () => void
  readonly onReload: () => void
  /** None where the tab bar leads on. */
  readonly onBack?: (() => void) | undefined
}

/** The code of the page did not come: a tap anywhere has it loaded again, in place. Where a newer build has replaced this one it never will: then a reload is offered. */
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

/** Back, from a page that is not there to offer it itself. */
const useWayBack = (): (() => void) | undefined => {
  const { name } = usePage()
  const { back } = usePageNavigation()
  return ROUTES.some((route) => route.tab && route.name === name) ? undefined : back
}

/** The arrow of a page that is not there yet. */
export const WayBack = () => {
  const back = useWayBack()
  return back ? <PageHeader onBack={back} /> : null
}

export const TimedOutPage = () => (
  <TimedOutView
    outdated={useOutdated()}
    onRetry={useTryAgain()}
    onReload={() => location.reload()}
    onBack={useWayBack()}
  />
)

/** Whoever taps the tab of a page that was asked for with a query that makes no sense, or comes back to it, gets the page as the tab opens it. */
const useTabAnew = (): void => {
  const { boot } = useRuntime()
  const { name } = usePage()
  const { reLaunch } = useNavigation()
  const isSeen = useRef(false)
  useEffect(() => {
    const tab = ROUTES.find((route) => route.tab && route.name === name)
    if (!tab) return
    const open = () => void reLaunch(tab.path)
    if (isSeen.current) return open()
    isSeen.current = true
    const heard = boot.navigation.onEmit((told) => {
      if (told.type === "page.tabItemTap" && told.name === name) open()
    })
    return () => heard.unsubscribe()
  }, [boot, name, reLaunch])
}

export const MissingPage = ({ path }: { readonly path: string }) => {
  const { home } = usePageNavigation()
  useTabAnew()
  return <NotFoundView path={path} onHome={home} />
}

/** The page has failed: a tap draws it anew. */
export const BrokenPage = ({ onRetry }: { readonly onRetry: () => void }) => {
  const back = useWayBack()
  return (
    <Page header={back ? <PageHeader onBack={back} /> : null} centred width="form">
      <ErrorState onAction={onRetry} />
    </Page>
  )
}

/** Asking again for the code of a page that did not come. */

/** The stack and what was typed outlast it. Where no server answers, the page stays as it is. */
const askForDocument = (): void =>
  void fetch("/").then(
    ({ ok }) => ok && location.reload(),
    () => {},
  )

/**
 * Has the page loaded again, in place. Most browsers remember for as long as a document lives that a module did not come, and do not ask for it a second time (the
 * standard had them do so until 2026: https://github.com/whatwg/html/issues/6768). Where the page fails once more at once though the server answers, the whole document is
 * asked for instead.
 */
const useTryAgain = (): (() => void) => {
  const { boot, now } = useRuntime()
  const { id } = usePage()
  const { retry } = useNavigation()
  return () => {
    const triedAtMs = now()
    const heard = boot.navigation.subscribe((snapshot) => {
      const top = selectTop(snapshot)
      if (top?.id === id && top.status === "loading") return
      heard.unsubscribe()
      if (top?.id === id && top.status === "failed" && now() - triedAtMs < FAILED_AT_ONCE_MS) askForDocument()
    })
    retry()
  }
}
