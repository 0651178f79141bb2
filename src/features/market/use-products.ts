import type { Product } from "../../domain/entities.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import type { Loadable } from "../patterns/loaded.tsx"
import { usePolling } from "../patterns/use-polling.ts"

/** Whether the product has trading hours, so that `is_open` changes without an event. */
const hasHours = ({ trading_hours }: Product): boolean =>
  trading_hours.open_minute > 0 || trading_hours.close_minute < 1440

/** All products; polled if one of them has trading hours. */
export const useProducts = (): Loadable<readonly Product[]> => {
  const products = useQuery("products", {})
  usePolling(products.data?.some(hasHours) ?? false, products.onRetry)
  return products
}

/** One product; polled if it has trading hours. */
export const useProduct = (id: string): Loadable<Product> => {
  const product = useQuery("product", { id })
  usePolling(product.data !== undefined && hasHours(product.data), product.onRetry)
  return product
}
