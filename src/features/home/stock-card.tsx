import { useId } from "react"
import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { Priced } from "../../ui/price-unit.tsx"
import { useText } from "../../ui/use-text.ts"
import { RecentPrices, statisticFigures } from "../market/product-statistics.tsx"
import styles from "./stock-card.module.css"

export interface StockCardProps {
  readonly product: Product
  /** Opens the order form; buys nothing. */
  readonly onPurchase: () => void
}

/**
 * A top stock: recent prices, average entry and exit, and the average result beside the share of
 * losing contracts.
 */
export const StockCard = ({ product, onPurchase }: StockCardProps) => {
  const intl = useIntl()
  const format = useFormat()
  const titleId = useId()
  const { source, sample } = product.statistics
  const { buy, sell, losing, profit } = statisticFigures(format, product)
  const label = useText()
  return (
    <article aria-labelledby={titleId} className={styles.holder}>
      <Priced symbol={product.symbol}>
        <Card>
          <div className={styles.head}>
            <div className={styles.name}>
              <h3 id={titleId} translate="no">
                {product.symbol}
              </h3>
              <p className={styles.company}>{product.name}</p>
            </div>
            <RecentPrices product={product} quote={undefined} />
          </div>
          <Figures
            rows={[
              { id: "buy", label: label("home.average-buy"), value: buy },
              { id: "sell", label: label("home.average-sell"), value: sell },
              { id: "losing", label: label("home.losing"), value: losing },
              { id: "profit", label: label("home.average-profit"), value: profit },
            ]}
          />
          <p className={styles.source}>
            {intl.formatMessage(
              { id: `home.statistics.${sample === 0 ? "none" : source}` },
              { count: sample },
            )}
          </p>
          <div className={styles.foot}>
            {product.soldOut ? (
              <Badge>{label("home.sold-out")}</Badge>
            ) : (
              <Button tone="secondary" wide describedBy={titleId} onClick={onPurchase}>
                {label("home.purchase")}
              </Button>
            )}
          </div>
        </Card>
      </Priced>
    </article>
  )
}
