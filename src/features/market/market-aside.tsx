import { useIntl } from "react-intl"
import type { Product, SystemConfig } from "../../domain/entities.ts"
import { Button } from "../../ui/Button.tsx"
import styles from "./market.module.css"
import { ProductSheet } from "./product.tsx"
import { useLiveQuote } from "./products.ts"

interface MarketAsideProps {
  readonly product: Product
  readonly market: SystemConfig["market"] | undefined
  readonly onTrade: () => void
}

/** The chosen product beside the market list. */
export const MarketAside = ({ product, market, onTrade }: MarketAsideProps) => {
  const intl = useIntl()
  const live = useLiveQuote(product.symbol)
  return (
    <section className={styles.aside} aria-labelledby="market-aside">
      <header>
        <h2 id="market-aside" className={styles.symbol} translate="no">
          {product.symbol}
        </h2>
        <p className={styles.name}>{product.name}</p>
      </header>
      <ProductSheet product={product} market={market} {...live} />
      <div className={styles.action}>
        <Button wide onClick={onTrade}>
          {intl.formatMessage({ id: "product.trade" }, { symbol: product.symbol })}
        </Button>
      </div>
    </section>
  )
}
