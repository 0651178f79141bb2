import { useEffect } from "react"
import { useIntl } from "react-intl"
import { startupPhase } from "../../../machines/startup.ts"
import { ENTRY_PATH, HOME_PATH } from "../../navigation/routes.ts"
import { useActor, useActorState } from "../../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Page } from "../../ui/Page.tsx"
import { Spinner } from "../../ui/Spinner.tsx"
import { OfflineState } from "../../ui/StateView.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import styles from "./plain-page.module.css"

export interface LoadingViewProps {
  /** The last request failed; a tap anywhere retries. */
  readonly failed: boolean
  readonly onRetry: () => void
}

/** The loading page. It is shown until the app knows whether the site is on. */
export const LoadingView = ({ failed, onRetry }: LoadingViewProps) => {
  const intl = useIntl()
  return (
    <Page centred width="form">
      <h1 className="visually-hidden">{intl.formatMessage({ id: "loading.title" })}</h1>
      {failed ? (
        <OfflineState text={intl.formatMessage({ id: "loading.failed" })} onAction={onRetry} />
      ) : (
        <div className={styles.plain} role="status">
          <Wordmark size="large" />
          <p className={styles.busy}>
            <Spinner />
            {intl.formatMessage({ id: "loading.text" })}
          </p>
        </div>
      )}
    </Page>
  )
}

/** Opens the first page once startup succeeds: home for a member, else the entry page. */
export const Loading = () => {
  const startup = useActor("startup")
  const { user } = useSession()
  const { reLaunch } = useNavigation()
  const failed = useActorState(startup, (snapshot) => snapshot.context.failure !== null)
  const isOn = useActorState(startup, startupPhase) === "on"
  const next = user ? HOME_PATH : ENTRY_PATH
  useEffect(() => {
    if (isOn) void reLaunch(next)
  }, [isOn, next, reLaunch])
  return <LoadingView failed={failed} onRetry={() => startup.send({ type: "startup.retry" })} />
}
