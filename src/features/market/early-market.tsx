/**
 * The first products with their last prices and the time of these. The build renders it with one
 * row into index.html, which fills in what the server answers, and shows it until the market's code
 * has loaded.
 */
import { useIntl } from "react-intl"
import { NO_FIGURE } from "../../ui/format.ts"
import { Price } from "../../ui/Price.tsx"
import styles from "./early-market.module.css"

export interface EarlyMarketProps {
  /** When the prices were so, formatted. */
  readonly time: string
}

export const EarlyMarket = ({ time }: EarlyMarketProps) => {
  const intl = useIntl()
  return (
    <div data-figure="">
      <p className={styles.note}>{intl.formatMessage({ id: "shell.known-at" }, { time })}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul role="list" className={styles.list} aria-label={intl.formatMessage({ id: "market.products" })}>
        <li className={styles.row}>
          <span className={styles.words}>
            <span className={styles.symbol} translate="no">
              {NO_FIGURE}
            </span>
            <span className={styles.name}>{NO_FIGURE}</span>
          </span>
          <Price value="0.0000" stale />
        </li>
      </ul>
    </div>
  )
}
