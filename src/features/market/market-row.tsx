import { memo, useId, useState } from "react"
import { useIntl } from "react-intl"
import { changePpm } from "../../domain/change-ppm.ts"
import type { Product, Quote } from "../../domain/entities.ts"
import { Change } from "../../ui/Change.tsx"
import { NO_FIGURE } from "../../ui/format.ts"
import { glyphStar } from "../../ui/glyphs.ts"
import { glyphChevronDown } from "../../ui/glyphs-basic.ts"
import { Icon } from "../../ui/Icon.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"
import { Sparkline } from "../../ui/Sparkline.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import styles from "./market-row.module.css"
import { MarketFacts, sampleText } from "./product-figures.tsx"
import { ProductStateBadge } from "./product-state.tsx"

export interface MarketRowProps {
  readonly product: Product
  readonly quote: Quote | undefined
  /** The price is too old to trade on. */
  readonly stale: boolean
  readonly watched: boolean
  readonly onWatch: (product: Product) => void
  readonly onOpen: (product: Product) => void
  /** The URLs of the trade page and of the product page. */
  readonly href: string
  readonly productHref: string
  readonly onProduct: (product: Product) => void
  readonly current?: boolean | undefined
}

const Figures = ({ quote, stale }: Pick<MarketRowProps, "quote" | "stale">) =>
  quote ? (
    <span className={styles.figures}>
      <Price value={quote.price} stale={stale} />
      <Change ppm={changePpm(quote.previous_close, quote.price)} size="small" />
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
      {product.sold_out || !product.is_open ? (
        <ProductStateBadge product={product} />
      ) : (
        <span className={styles.spark}>
          <Sparkline points={product.recent_closes} />
        </span>
      )}
      <Figures quote={props.quote} stale={props.stale} />
    </a>
  )
}

const Facts = ({ product, productHref, onProduct }: MarketRowProps) => {
  const intl = useIntl()
  return (
    <>
      <MarketFacts product={product} />
      <p className={styles.source}>{sampleText(intl, product.statistics)}</p>
      <TextLink href={productHref} onPress={() => onProduct(product)}>
        {intl.formatMessage({ id: "market.product" })}
      </TextLink>
    </>
  )
}

/**
 * A product in the market list: star, symbol, recent prices, price and change, with terms that
 * expand. Memoised, so that it renders only when its own price changes.
 */
export const MarketRow = memo((props: MarketRowProps) => {
  const { product, watched } = props
  const intl = useIntl()
  const id = useId()
  const [open, setOpen] = useState(false)
  const label = (key: MessageId) => intl.formatMessage({ id: key }, { symbol: product.symbol })
  return (
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
        <button
          type="button"
          className={styles.arrow}
          aria-expanded={open}
          aria-controls={id}
          aria-label={label("market.terms")}
          onClick={() => setOpen(!open)}
        >
          <Icon glyph={glyphChevronDown} size={20} />
        </button>
      </div>
      <div id={id} className={styles.facts} hidden={!open}>
        {open ? <Facts {...props} /> : null}
      </div>
    </div>
  )
})
