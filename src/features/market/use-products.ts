import type { Product } from "../../domain/entities.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import type { Loadable } from "../patterns/loaded.tsx"
import { usePolling } from "../patterns/use-polling.ts"

/** Opens and closes with the market's day, so that what is shown about it grows old. */
const hasHours = ({ trading_hours }: Product): boolean =>
  trading_hours.open_minute > 0 || trading_hours.close_minute < 1440

/** All products; asked for again from time to time where one of them keeps hours. */
export const useProducts = (): Loadable<readonly Product[]> => {
  const products = useQuery("products", {})
  usePolling(products.data?.some(hasHours) ?? false, products.onRetry)
  return products
}

/** One product, kept as fresh. */
export const useProduct = (id: string): Loadable<Product> => {
  const product = useQuery("product", { id })
  usePolling(product.data !== undefined && hasHours(product.data), product.onRetry)
  return product
}
