import { useCallback, useState } from "react"
import type { Product } from "../../domain/entities.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { useGo } from "../patterns/use-go.ts"
import { useWide } from "../patterns/use-wide.ts"
import { MarketAside } from "./market-aside.tsx"
import { MarketNotices } from "./market-notices.tsx"
import { MarketRow, type MarketRowProps } from "./market-row.tsx"
import { MarketView } from "./market-view.tsx"
import { useLive } from "./use-live.ts"
import { useProducts } from "./use-products.ts"

/** A row that follows its own symbol and no other. */
const LiveRow = (props: Omit<MarketRowProps, "quote" | "stale">) => {
  const { quote, stale } = useLive(props.product.symbol)
  return <MarketRow {...props} quote={quote} stale={stale} />
}

const tradeUrl = (product: Product): string => urlOf("trade", { symbol: product.symbol })
const productUrl = (product: Product): string => urlOf("product", { id: product.id })

/** The market: a tap leads to trading, or, where there is room, opens the product beside the list. */
export const Market = () => {
  const { open, openTab } = useGo()
  const show = useShowSymbol()
  const products = useProducts()
  const { isWatched, toggle } = useWatchlist()
  const config = useConfig()
  const isWide = useWide()
  const [search, setSearch] = useState("")
  const [chosenId, setChosenId] = useState<string>()
  const chosen = isWide
    ? (products.data?.find((product) => product.id === chosenId) ?? products.data?.[0])
    : undefined
  const onTrade = useCallback(
    ({ symbol }: Product) => {
      show(symbol)
      openTab(urlOf("trade"))
    },
    [show, openTab],
  )
  const onOpen = useCallback(
    (product: Product) => (isWide ? setChosenId(product.id) : onTrade(product)),
    [isWide, onTrade],
  )
  const onWatch = useCallback((product: Product) => toggle(product.symbol), [toggle])
  const onProduct = useCallback((product: Product) => open(productUrl(product)), [open])
  return (
    <MarketView
      products={products}
      search={search}
      onSearch={setSearch}
      isWatched={(product) => isWatched(product.symbol)}
      notices={<MarketNotices />}
      renderRow={(product) => (
        <LiveRow
          product={product}
          watched={isWatched(product.symbol)}
          onWatch={onWatch}
          onOpen={onOpen}
          onProduct={onProduct}
          href={tradeUrl(product)}
          productHref={productUrl(product)}
          current={product.id === chosen?.id}
        />
      )}
      aside={
        chosen ? (
          <MarketAside product={chosen} market={config?.market} onTrade={() => onTrade(chosen)} />
        ) : undefined
      }
    />
  )
}
