import type { MouseEvent } from "react"
import { useIntl } from "react-intl"
import { classes } from "./classes.ts"
import { glyphAccount, glyphHoldings, glyphHome, glyphMarket, glyphTrade } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./TabBar.module.css"
import { Wordmark } from "./Wordmark.tsx"

export type TabId = "home" | "optional" | "trade" | "hold" | "my"

export interface TabBarProps {
  readonly active: TabId | undefined
  /** Address of each tab, so that a tab can be opened in another window; a plain tap goes to `onSelect` instead. */
  readonly hrefs: Readonly<Record<TabId, string>>
  readonly onSelect: (tab: TabId) => void
  /** How many contracts are open, shown at Holdings; nothing at 0. */
  readonly openCount?: number | undefined
}

const tabs = [
  { id: "home", glyph: glyphHome, text: "ui.tab.home" },
  { id: "optional", glyph: glyphMarket, text: "ui.tab.market" },
  { id: "trade", glyph: glyphTrade, text: "ui.tab.trade" },
  { id: "hold", glyph: glyphHoldings, text: "ui.tab.hold" },
  { id: "my", glyph: glyphAccount, text: "ui.tab.my" },
] as const

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Four labels and, in the middle, the round action that opens Trade. From 960 px on it is a rail at the left. */
export const TabBar = ({ active, hrefs, onSelect, openCount = 0 }: TabBarProps) => {
  const intl = useIntl()
  return (
    <nav className={styles.bar} aria-label={intl.formatMessage({ id: "ui.tab.label" })}>
      <span className={styles.brand}>
        <Wordmark shape="mark" />
      </span>
      <ul className={styles.tabs}>
        {tabs.map(({ id, glyph, text }) => {
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
                  if (!isPlain(event)) return
                  event.preventDefault()
                  onSelect(id)
                }}
              >
                <span className={styles.icon}>
                  <Icon glyph={glyph} />
                  {id === "hold" && openCount > 0 ? <Count of={openCount} /> : null}
                </span>
                {isTrade ? null : <span className={styles.name}>{name}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const Count = ({ of }: { readonly of: number }) => {
  const intl = useIntl()
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{of > 99 ? "99+" : of}</span>
      <span className="visually-hidden">
        {intl.formatMessage({ id: "ui.tab.open-count" }, { count: of })}
      </span>
    </span>
  )
}
