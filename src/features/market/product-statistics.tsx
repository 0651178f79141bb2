import type { ReactNode } from "react"
import type { Product } from "../../domain/entities.ts"
import { type Format, NO_FIGURE } from "../../ui/format.ts"
import { Change, Price } from "../../ui/Price.tsx"
import { Sparkline, type SparklineProps } from "../../ui/Sparkline.tsx"

/** The line of the last days; dashed where their prices are not published. */
export const RecentPrices = ({
  product,
  ...props
}: Pick<SparklineProps, "label" | "wide"> & { readonly product: Product }) => (
  <Sparkline
    {...props}
    points={product.recentCloses}
    dashed={product.priceHistory === "monthly-close" || (product.replay?.reversed ?? false)}
  />
)

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
