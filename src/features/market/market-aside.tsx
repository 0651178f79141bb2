import type { ReactNode, RefObject } from "react"
import { useIntl } from "react-intl"
import type { Product, SystemConfig } from "../../domain/entities.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { Button } from "../../ui/Button.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { ErrorState } from "../../ui/StateView.tsx"
import styles from "./market.module.css"
import { ProductSheet } from "./product.tsx"
import { ProductDetails } from "./product-figures.tsx"
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

const desk = codeOf(() => import("../trade/desk.tsx"))

type DeskCode = NonNullable<ReturnType<typeof desk.current>>

/** Loads what stands beside the list on a desktop. */
const Desk = ({ children }: { readonly children: (code: DeskCode) => ReactNode }) => {
  const { code, isFailed, onRetry } = useCode(desk)
  if (code) return children(code)
  return isFailed ? <ErrorState onAction={onRetry} /> : <Skeleton shape="chart" />
}

/** The chart of the chosen product, on a desktop. */
export const DeskChart = ({ product }: Pick<MarketAsideProps, "product">) => (
  <Desk>{({ ChartPane }) => <ChartPane product={product} />}</Desk>
)

interface DeskTicketProps extends Omit<MarketAsideProps, "onTrade"> {
  readonly paneRef: RefObject<HTMLElement | null>
  readonly onLeave: () => void
}

/** The ticket of the chosen product, on a desktop; its terms until a direction is chosen. */
export const DeskTicket = ({ market, ...pane }: DeskTicketProps) => (
  <Desk>
    {({ TicketPane }) => (
      <TicketPane {...pane}>
        <ProductDetails product={pane.product} market={market} />
      </TicketPane>
    )}
  </Desk>
)
