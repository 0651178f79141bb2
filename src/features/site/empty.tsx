import { useIntl } from "react-intl"
import { useActor, useActorState } from "../../runtime/hooks/runtime-context.tsx"
import { Button } from "../../ui/Button.tsx"
import { Page } from "../../ui/Page.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import styles from "./plain-page.module.css"

export interface EmptyViewProps {
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Replaces every page while the site is switched off. */
export const EmptyView = ({ busy, onRetry }: EmptyViewProps) => {
  const intl = useIntl()
  return (
    <Page centred width="form">
      <div className={styles.plain}>
        <Wordmark size="large" />
        <h1 className={styles.title}>{intl.formatMessage({ id: "empty.title" })}</h1>
        <p className={styles.text}>{intl.formatMessage({ id: "empty.text" })}</p>
        <Button tone="secondary" busy={busy} onClick={onRetry}>
          {intl.formatMessage({ id: "empty.retry" })}
        </Button>
      </div>
    </Page>
  )
}

export const Empty = () => {
  const startup = useActor("startup")
  const busy = useActorState(startup, (snapshot) => snapshot.hasTag("busy"))
  return <EmptyView busy={busy} onRetry={() => startup.send({ type: "startup.retry" })} />
}
