import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { useGo } from "../patterns/use-go.ts"
import { ProductView } from "./product-view.tsx"
import { useLive } from "./use-live.ts"
import { useProduct } from "./use-products.ts"

/** A product by its id. */
export const Product = ({ id }: QueryOf<"product">) => {
  const { openTab, back } = useGo()
  const show = useShowSymbol()
  const product = useProduct(id)
  const symbol = product.data?.symbol ?? ""
  const live = useLive(symbol)
  const config = useConfig()
  const { isWatched, toggle } = useWatchlist()
  return (
    <ProductView
      product={product}
      {...live}
      market={config?.market}
      watched={isWatched(symbol)}
      onWatch={() => toggle(symbol)}
      onTrade={() => {
        show(symbol)
        openTab(urlOf("trade"))
      }}
      onBack={back}
    />
  )
}
