import { useIntl } from "react-intl"
import { selectRedirect, startupPhase } from "../../../machines/startup.ts"
import { SITE_OFF_REDIRECT_MS } from "../../domain/limits.ts"
import { ENTRY_PATH, urlOf } from "../../navigation/routes.ts"
import { useActor, useActorState } from "../../runtime/hooks/runtime-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useSiteOff } from "../../runtime/hooks/use-preferences.ts"
import { useSession } from "../../runtime/hooks/use-session.ts"
import { Button } from "../../ui/Button.tsx"
import { Page } from "../../ui/Page.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import styles from "./plain-page.module.css"

/** The ways to what stays open for a member while the site is switched off. */
interface OpenWays {
  readonly onWithdraw: () => void
  readonly onHoldings: () => void
  readonly onWallet: () => void
}

export interface EmptyViewProps {
  readonly busy: boolean
  readonly onRetry: () => void
  /** For a visitor the one to the log-in. */
  readonly ways: OpenWays | { readonly onLogin: () => void }
  /** The page elsewhere that the site leads to; null without one. */
  readonly redirect: Redirect | null
  /** The end of the member's pause or exclusion; undefined where the site is switched off. */
  readonly awayUntilMs?: number | undefined
}

interface Redirect {
  readonly url: string
  /** True while it opens by itself soon. */
  readonly isComing: boolean
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Says where the site leads, and that it goes there by itself unless the visitor stays. */
const Elsewhere = ({ url, isComing, onLeave, onStay }: Redirect) => {
  const intl = useIntl()
  return (
    <>
      <p className={styles.text} role="status">
        {isComing
          ? intl.formatMessage({ id: "empty.redirect.soon" }, { url, seconds: SITE_OFF_REDIRECT_MS / 1_000 })
          : intl.formatMessage({ id: "empty.redirect" }, { url })}
      </p>
      <div className={styles.ways}>
        <Button wide onClick={onLeave}>
          {intl.formatMessage({ id: "empty.redirect.open" }, { host: new URL(url).host })}
        </Button>
        {isComing ? (
          <Button wide tone="secondary" onClick={onStay}>
            {intl.formatMessage({ id: "empty.redirect.stay" })}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Why this page is shown, and what stays possible. */
const Reason = ({ awayUntilMs }: Pick<EmptyViewProps, "awayUntilMs">) => {
  const intl = useIntl()
  if (awayUntilMs !== undefined)
    return (
      <>
        <h1 className={styles.title}>{intl.formatMessage({ id: "protection.away" })}</h1>
        <p className={styles.text}>
          {intl.formatMessage({ id: "protection.away.text" }, { until: awayUntilMs })}
        </p>
      </>
    )
  return (
    <>
      <h1 className={styles.title}>{intl.formatMessage({ id: "empty.title" })}</h1>
      <p className={styles.text}>{intl.formatMessage({ id: "empty.text" })}</p>
      <p className={styles.text}>{intl.formatMessage({ id: "empty.open" })}</p>
    </>
  )
}

/** Opens instead of any other page while the site is switched off: what is refused and what is not. */
export const EmptyView = ({ busy, onRetry, ways, redirect, awayUntilMs }: EmptyViewProps) => {
  const intl = useIntl()
  const tone = redirect ? "secondary" : "primary"
  return (
    <Page centred width="form">
      <div className={styles.plain}>
        <Wordmark size="large" />
        <Reason awayUntilMs={awayUntilMs} />
        {redirect ? <Elsewhere {...redirect} /> : null}
        <div className={styles.ways}>
          {"onLogin" in ways ? (
            <Button wide tone={tone} onClick={ways.onLogin}>
              {intl.formatMessage({ id: "login.submit" })}
            </Button>
          ) : (
            <>
              <Button wide tone={tone} onClick={ways.onWithdraw}>
                {intl.formatMessage({ id: "withdraw.title" })}
              </Button>
              <Button wide tone="secondary" onClick={ways.onHoldings}>
                {intl.formatMessage({ id: "hold.title" })}
              </Button>
              <Button wide tone="secondary" onClick={ways.onWallet}>
                {intl.formatMessage({ id: "wallet.title" })}
              </Button>
            </>
          )}
          {awayUntilMs === undefined ? (
            <Button wide tone="quiet" busy={busy} onClick={onRetry}>
              {intl.formatMessage({ id: "empty.retry" })}
            </Button>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

export const Empty = () => {
  const startup = useActor("startup")
  const { user } = useSession()
  const { open, openTab } = usePageNavigation()
  const isOff = useSiteOff()
  const phase = useActorState(startup, startupPhase)
  const url = useActorState(startup, selectRedirect)
  const isComing = phase === "leaving"
  const onStay = () => startup.send({ type: "startup.stay" })
  const staying = (go: () => void) => () => {
    onStay()
    go()
  }
  const ways = {
    onWithdraw: staying(() => open(urlOf("withdraw"))),
    onHoldings: staying(() => openTab(urlOf("hold"))),
    onWallet: staying(() => open(urlOf("wallet"))),
  }
  return (
    <EmptyView
      busy={phase === "loading"}
      onRetry={() => startup.send({ type: "startup.retry" })}
      awayUntilMs={isOff ? undefined : user?.awayUntilMs}
      ways={user ? ways : { onLogin: staying(() => open(ENTRY_PATH)) }}
      redirect={
        url === null
          ? null
          : { url, isComing, onStay, onLeave: () => startup.send({ type: "startup.leave" }) }
      }
    />
  )
}
