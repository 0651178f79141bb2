import { useIntl } from "react-intl"
import { urlOf } from "../../navigation/routes.ts"
import { useActor, useActorState } from "../../runtime/hooks/runtime-context.tsx"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { Page } from "../../ui/Page.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import styles from "./plain-page.module.css"

/** The ways to what stays open for a member while the site is switched off. */
export interface OpenWays {
  readonly onWithdraw: () => void
  readonly onHoldings: () => void
  readonly onWallet: () => void
}

export interface EmptyViewProps {
  readonly busy: boolean
  readonly onRetry: () => void
  /** Null for a visitor. */
  readonly ways: OpenWays | null
}

/** Opens instead of any other page while the site is switched off: what is refused and what is not. */
export const EmptyView = ({ busy, onRetry, ways }: EmptyViewProps) => {
  const intl = useIntl()
  return (
    <Page centred width="form">
      <div className={styles.plain}>
        <Wordmark size="large" />
        <h1 className={styles.title}>{intl.formatMessage({ id: "empty.title" })}</h1>
        <p className={styles.text}>{intl.formatMessage({ id: "empty.text" })}</p>
        <p className={styles.text}>{intl.formatMessage({ id: "empty.open" })}</p>
        <div className={styles.ways}>
          {ways ? (
            <>
              <Button wide onClick={ways.onWithdraw}>
                {intl.formatMessage({ id: "withdraw.title" })}
              </Button>
              <Button wide tone="secondary" onClick={ways.onHoldings}>
                {intl.formatMessage({ id: "hold.title" })}
              </Button>
              <Button wide tone="secondary" onClick={ways.onWallet}>
                {intl.formatMessage({ id: "wallet.title" })}
              </Button>
            </>
          ) : null}
          <Button wide tone={ways ? "quiet" : "secondary"} busy={busy} onClick={onRetry}>
            {intl.formatMessage({ id: "empty.retry" })}
          </Button>
        </div>
      </div>
    </Page>
  )
}

export const Empty = () => {
  const startup = useActor("startup")
  const { user } = useSession()
  const { open, openTab } = usePageNavigation()
  const busy = useActorState(startup, (snapshot) => snapshot.hasTag("busy"))
  const ways = {
    onWithdraw: () => open(urlOf("withdraw")),
    onHoldings: () => openTab(urlOf("hold")),
    onWallet: () => open(urlOf("wallet")),
  }
  return (
    <EmptyView
      busy={busy}
      onRetry={() => startup.send({ type: "startup.retry" })}
      ways={user ? ways : null}
    />
  )
}
