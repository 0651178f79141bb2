import { type KeyboardEvent, memo, type Ref } from "react"
import { useIntl } from "react-intl"
import type { Product, Quote } from "../../domain/entities.ts"
import { urlOf } from "../../navigation/routes.ts"
import { IconButton } from "../../ui/Button.tsx"
import { NO_FIGURE } from "../../ui/format.ts"
import { glyphStar } from "../../ui/glyphs.ts"
import { glyphInfo, Icon } from "../../ui/Icon.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { SymbolDisc } from "../../ui/SymbolDisc.tsx"
import { isPlainClick } from "../../ui/TextLink.tsx"
import { productState } from "./market-notices.tsx"
import styles from "./market-row.module.css"
import { RecentChange, RecentPrices } from "./product-statistics.tsx"
import { useLiveQuote } from "./products.ts"

/** The trade page of a product. */
export const tradeUrl = ({ symbol }: Product): string => urlOf("trade", { symbol })

interface MarketRowProps {
  readonly product: Product
  readonly quote: Quote | undefined
  /** The price is too old to trade on. */
  readonly stale: boolean
  readonly watched: boolean
  readonly onWatch: (product: Product) => void
  readonly onOpen: (product: Product) => void
  /** The URL of the trade page. */
  readonly href: string
  /** Opens the terms; absent where they are beside the list. */
  readonly onProduct?: ((product: Product) => void) | undefined
  readonly current?: boolean | undefined
  /** The link of the row. */
  readonly linkRef?: Ref<HTMLAnchorElement> | undefined
}

/** Arrow keys move the focus from row to row. */
const moveFocus = (event: KeyboardEvent<HTMLAnchorElement>) => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  const rows = event.currentTarget.closest("main")?.querySelectorAll<HTMLElement>(`.${styles.face}`) ?? []
  const next = [...rows][[...rows].indexOf(event.currentTarget) + step]
  if (step === 0 || !next) return
  event.preventDefault()
  next.focus()
}

const Face = (props: MarketRowProps) => {
  const { product, quote } = props
  const intl = useIntl()
  const state = productState(product)
  return (
    <a
      ref={props.linkRef}
      href={props.href}
      className={styles.face}
      aria-current={props.current || undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        props.onOpen(product)
      }}
      onKeyDown={moveFocus}
    >
      <span className={styles.words}>
        <span className={styles.symbol} translate="no">
          {product.symbol}
        </span>
        {state ? (
          <span className={styles.state}>{intl.formatMessage({ id: `product.${state}` })}</span>
        ) : null}
        <span className={styles.name}>{product.name}</span>
      </span>
      <span className={styles.spark}>
        <RecentPrices product={product} quote={quote} />
      </span>
      <span className={styles.figures}>
        {quote ? <Price value={quote.price} stale={props.stale} /> : NO_FIGURE}
        <RecentChange product={product} quote={quote} />
      </span>
    </a>
  )
}

/**
 * A product in the market list: disc with its star, symbol and name, the line of one period, price
 * and the change over the same period. Memoised, so that it renders only when its own price changes.
 */
const MarketRow = memo((props: MarketRowProps) => {
  const { product, watched, onProduct } = props
  const intl = useIntl()
  const label = (key: MessageId) => intl.formatMessage({ id: key }, { symbol: product.symbol })
  return (
    <Priced symbol={product.symbol}>
      <div className={styles.row} data-current={props.current || undefined}>
        <button
          type="button"
          className={styles.watch}
          aria-label={label("market.watch")}
          title={label("market.watch")}
          aria-pressed={watched}
          onClick={() => props.onWatch(product)}
        >
          <SymbolDisc symbol={product.symbol} />
          <span className={styles.star}>
            <Icon glyph={glyphStar} size={16} filled={watched} />
          </span>
        </button>
        <Face {...props} />
        {onProduct ? (
          <IconButton glyph={glyphInfo} label={label("market.terms")} onClick={() => onProduct(product)} />
        ) : null}
      </div>
    </Priced>
  )
})

/** A row that renders only when its own symbol changes. */
export const LiveMarketRow = (props: Omit<MarketRowProps, "quote" | "stale">) => {
  const { quote, stale } = useLiveQuote(props.product.symbol)
  return <MarketRow {...props} quote={quote} stale={stale} />
}
