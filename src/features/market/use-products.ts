import type { Product } from "../../domain/entities.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import type { Loadable } from "../patterns/loaded.tsx"
import { usePolling } from "../patterns/use-polling.ts"

/** Whether the product has trading hours, so that `isOpen` changes without an event. */
const hasHours = ({ tradingHours }: Product): boolean =>
  tradingHours.openMinute > 0 || tradingHours.closeMinute < 1440

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
