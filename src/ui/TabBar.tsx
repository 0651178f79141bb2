import { useIntl } from "react-intl"
import type { TabId } from "../domain/appearance.ts"
import { classes } from "./classes.ts"
import { glyphAccount, glyphHoldings, glyphHome, glyphMarket, glyphTrade } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./TabBar.module.css"
import { isPlainClick } from "./TextLink.tsx"
import { Wordmark } from "./Wordmark.tsx"

export interface TabBarProps {
  readonly active: TabId | undefined
  /** Trade is in the middle of every order. */
  readonly order: readonly TabId[]
  /**
   * URL of each tab, so that it can be opened in another window. A plain click calls `onSelect`
   * instead.
   */
  readonly hrefs: Readonly<Record<TabId, string>>
  readonly onSelect: (tab: TabId) => void
}

const tabs = {
  home: { glyph: glyphHome, text: "ui.tab.home" },
  optional: { glyph: glyphMarket, text: "ui.tab.market" },
  trade: { glyph: glyphTrade, text: "ui.tab.trade" },
  hold: { glyph: glyphHoldings, text: "ui.tab.hold" },
  my: { glyph: glyphAccount, text: "ui.tab.my" },
} as const

/**
 * Four tabs and, in the middle, the round button that opens Trade. From 700 px on it is a rail at
 * the left, where that button has its name below it.
 */
export const TabBar = ({ active, order, hrefs, onSelect }: TabBarProps) => {
  const intl = useIntl()
  return (
    <nav className={styles.bar} aria-label={intl.formatMessage({ id: "ui.tab.label" })}>
      <span className={styles.brand}>
        <Wordmark shape="mark" />
      </span>
      <ul className={styles.tabs}>
        {order.map((id) => {
          const { glyph, text } = tabs[id]
          const name = intl.formatMessage({ id: text })
          const isTrade = id === "trade"
          return (
            <li key={id}>
              <a
                href={hrefs[id]}
                className={classes(styles.tab, isTrade && styles.trade)}
                aria-current={id === active ? "page" : undefined}
                aria-label={isTrade ? name : undefined}
                title={isTrade ? name : undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  onSelect(id)
                }}
              >
                <span className={styles.icon}>
                  <Icon glyph={glyph} />
                </span>
                <span className={styles.name}>{name}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
