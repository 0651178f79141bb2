import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { IconButton } from "./Button.tsx"
import { classes } from "./classes.ts"
import { glyphBack } from "./Icon.tsx"
import styles from "./PageHeader.module.css"

export interface PageHeaderProps {
  /** Absent if the page shows its name elsewhere. */
  readonly title?: ReactNode | undefined
  /** A secondary line under the title. */
  readonly subtitle?: ReactNode | undefined
  /** If given, a back arrow appears. */
  readonly onBack?: (() => void) | undefined
  readonly actions?: ReactNode | undefined
  /** The large title of a tab page. It becomes small while the page scrolls. */
  readonly large?: boolean | undefined
}

/** Title bar of a page, sticky at its top. */
export const PageHeader = ({ title, subtitle, onBack, actions, large = false }: PageHeaderProps) => {
  const intl = useIntl()
  return (
    <header className={classes(styles.header, large && styles.large)}>
      <div className={styles.inner}>
        {onBack ? (
          <IconButton glyph={glyphBack} label={intl.formatMessage({ id: "ui.back" })} onClick={onBack} />
        ) : null}
        <div className={styles.words}>
          {title ? <h1 className={styles.title}>{title}</h1> : null}
          {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </header>
  )
}
