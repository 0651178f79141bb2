import { useIntl } from "react-intl"
import { Button } from "../../ui/Button.tsx"
import { Page } from "../../ui/Page.tsx"
import { Wordmark } from "../../ui/Wordmark.tsx"
import styles from "./plain-page.module.css"

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
      <div className={styles.plain}>
        <Wordmark size="large" />
        <h1 className={styles.title}>{intl.formatMessage({ id: "not-found.title" })}</h1>
        <p className={styles.text}>{intl.formatMessage({ id: "not-found.text" }, { path })}</p>
        <Button tone="secondary" onClick={onHome}>
          {intl.formatMessage({ id: "not-found.home" })}
        </Button>
      </div>
    </Page>
  )
}
