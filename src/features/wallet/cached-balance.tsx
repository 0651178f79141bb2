/** What stands for the balance before the code has come: the figure of an earlier visit, as what it is. */
import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import styles from "./cached-balance.module.css"

export interface CachedBalanceProps {
  /** Decimal string of naira. */
  readonly available: string
  /** When it was so, in words. */
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
