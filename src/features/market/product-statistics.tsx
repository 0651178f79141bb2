import type { ReactNode } from "react"
import type { Product, Quote } from "../../domain/entities.ts"
import { pathChangePpm, recentPath } from "../../domain/market-list.ts"
import { type Format, NO_FIGURE } from "../../ui/format.ts"
import { Change, Price } from "../../ui/Price.tsx"
import { Sparkline, type SparklineProps } from "../../ui/Sparkline.tsx"

interface RecentProps {
  readonly product: Pick<Product, "recentCloses" | "priceHistory" | "replay">
  readonly quote: Pick<Quote, "price" | "previousClose"> | undefined
}

/** The line of the last days up to the live price; dashed where their prices are not published. */
export const RecentPrices = ({
  product,
  quote,
  ...props
}: Pick<SparklineProps, "label" | "wide"> & RecentProps) => (
  <Sparkline
    {...props}
    points={recentPath(product.recentCloses, quote)}
    dashed={product.priceHistory === "monthly-close" || (product.replay?.reversed ?? false)}
  />
)

/** The change over the days of that line. */
export const RecentChange = ({ product, quote }: RecentProps) => {
  const ppm = pathChangePpm(recentPath(product.recentCloses, quote))
  return ppm === null ? NO_FIGURE : <Change ppm={ppm} size="small" />
}

/** The statistics as text; "–" where nothing was counted. */
export const statisticFigures = (format: Format, { statistics }: Pick<Product, "statistics">) => {
  const figure = (value: ReactNode) => (statistics.sample === 0 ? NO_FIGURE : value)
  return {
    buy: figure(<Price value={statistics.averageBuy} />),
    sell: figure(<Price value={statistics.averageSell} />),
    losing: figure(format.percent(statistics.losingPpm)),
    profit: figure(<Change ppm={statistics.averageProfitPpm} />),
  }
}
