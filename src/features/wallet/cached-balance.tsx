/**
 * The balance of an earlier visit, with its time. The build renders it into index.html, which shows
 * it until the code has loaded.
 */
import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import styles from "./cached-balance.module.css"

export interface CachedBalanceProps {
  /** Decimal string of naira. */
  readonly available: string
  /** When it was so, formatted. */
  readonly time: string
}

export const CachedBalance = ({ available, time }: CachedBalanceProps) => {
  const intl = useIntl()
  return (
    <div>
      <p className={styles.label}>{intl.formatMessage({ id: "home.available" })}</p>
      <Amount value={available} size="hero" stale />
      <p className={styles.note}>{intl.formatMessage({ id: "shell.known-at" }, { time })}</p>
    </div>
  )
}
