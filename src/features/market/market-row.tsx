import { memo } from "react"
import { useIntl } from "react-intl"
import type { Product, Quote } from "../../domain/entities.ts"
import { changePpm } from "../../domain/money.ts"
import { IconButton } from "../../ui/Button.tsx"
import { NO_FIGURE } from "../../ui/format.ts"
import { glyphStar } from "../../ui/glyphs.ts"
import { glyphInfo } from "../../ui/Icon.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Change, Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { ProductStateBadge } from "./market-notices.tsx"
import styles from "./market-row.module.css"
import { MarketFacts } from "./product-figures.tsx"
import { RecentPrices } from "./product-statistics.tsx"

export interface MarketRowProps {
  readonly product: Product
  readonly quote: Quote | undefined
  /** The price is too old to trade on. */
  readonly stale: boolean
  readonly watched: boolean
  readonly onWatch: (product: Product) => void
  readonly onOpen: (product: Product) => void
  /** The URL of the trade page. */
  readonly href: string
  readonly onProduct: (product: Product) => void
  readonly current?: boolean | undefined
}

const Figures = ({ quote, stale }: Pick<MarketRowProps, "quote" | "stale">) =>
  quote ? (
    <span className={styles.figures}>
      <Price value={quote.price} stale={stale} />
      <Change ppm={changePpm(quote.previousClose, quote.price)} size="small" />
    </span>
  ) : (
    <span className={styles.figures}>{NO_FIGURE}</span>
  )

const Face = (props: MarketRowProps) => {
  const { product } = props
  return (
    <a
      href={props.href}
      className={styles.face}
      aria-current={props.current || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        props.onOpen(product)
      }}
    >
      <span className={styles.words}>
        <span className={styles.symbol} translate="no">
          {product.symbol}
        </span>
        <span className={styles.name}>{product.name}</span>
      </span>
      {product.soldOut || !product.isOpen ? (
        <span className={styles.state}>
          <ProductStateBadge product={product} />
        </span>
      ) : (
        <span className={styles.spark}>
          <RecentPrices product={product} />
        </span>
      )}
      <Figures quote={props.quote} stale={props.stale} />
    </a>
  )
}

/**
 * A product in the market list: star, symbol, recent prices, price and change; below
 * them its stake limits, periods and statistics. Memoised, so that it renders only when its own price changes.
 */
export const MarketRow = memo((props: MarketRowProps) => {
  const { product, watched } = props
  const intl = useIntl()
  const label = (key: MessageId) => intl.formatMessage({ id: key }, { symbol: product.symbol })
  return (
    <Priced symbol={product.symbol}>
      <div className={styles.row} data-current={props.current || undefined}>
        <div className={styles.line}>
          <IconButton
            glyph={glyphStar}
            label={label("market.watch")}
            pressed={watched}
            filled={watched}
            tone={watched ? "accent" : "plain"}
            onClick={() => props.onWatch(product)}
          />
          <Face {...props} />
          <IconButton
            glyph={glyphInfo}
            label={label("market.terms")}
            onClick={() => props.onProduct(product)}
          />
        </div>
        <div className={styles.facts}>
          <MarketFacts product={product} />
        </div>
      </div>
    </Priced>
  )
})
