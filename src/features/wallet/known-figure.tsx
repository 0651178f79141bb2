/** What stands for the balance before the code has come: the figure of an earlier visit, as what it is. */
import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import styles from "./known-figure.module.css"

export interface KnownFigureProps {
  /** Decimal string of naira. */
  readonly available: string
  /** When it was so, in words. */
  readonly time: string
}

export const KnownFigure = ({ available, time }: KnownFigureProps) => {
  const intl = useIntl()
  return (
    <div>
      <p className={styles.label}>{intl.formatMessage({ id: "home.available" })}</p>
      <Amount value={available} size="hero" stale />
      <p className={styles.note}>{intl.formatMessage({ id: "shell.known-at" }, { time })}</p>
    </div>
  )
}
