import { useState } from "react"
import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShownSymbol, useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { glyphMarket } from "../../ui/glyphs.ts"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { MarketNotices } from "../market/market-notices.tsx"
import { ProductDetails } from "../market/product-figures.tsx"
import { RecentChange } from "../market/product-statistics.tsx"
import { useLiveQuote, useProducts } from "../market/products.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { TicketPane } from "./desk.tsx"
import { LiveChart } from "./live-chart.tsx"
import { SymbolPicker, TradeView } from "./trade-view.tsx"

const LivePrice = ({ product }: { readonly product: Product }) => {
  const { quote, stale } = useLiveQuote(product.symbol)
  if (!quote) return null
  return (
    <Priced symbol={product.symbol}>
      <Price value={quote.price} stale={stale} /> <RecentChange product={product} quote={quote} />
    </Priced>
  )
}

interface SymbolPageProps {
  readonly product: Product
  readonly products: readonly Product[]
}

const SymbolPage = ({ product, products }: SymbolPageProps) => {
  const { open } = usePageNavigation()
  const { isWatched, toggle } = useWatchlist()
  const show = useShowSymbol()
  const [isPicking, setIsPicking] = useState(false)
  const stopPicking = () => setIsPicking(false)
  useOverlay(isPicking, stopPicking)
  const market = useConfig()?.market
  const isWide = useWideLayout()
  const pick = (picked: Product) => {
    stopPicking()
    show(picked.symbol)
  }
  return (
    <TradeView
      product={product}
      watched={isWatched(product.symbol)}
      onWatch={() => toggle(product.symbol)}
      onPick={() => setIsPicking(true)}
      onProduct={() => open(urlOf("product", { id: product.id }))}
      onBuy={(direction) => open(urlOf("order", { product: product.id, direction }))}
      notices={<MarketNotices />}
      ticket={
        isWide ? (
          <TicketPane product={product}>
            <ProductDetails product={product} market={market} />
          </TicketPane>
        ) : undefined
      }
      overlays={
        <SymbolPicker
          open={isPicking}
          products={products}
          current={product}
          onPick={pick}
          onClose={stopPicking}
          renderPrice={(each) => <LivePrice product={each} />}
        />
      }
    >
      <LiveChart product={product} />
    </TradeView>
  )
}

const ProductsPending = ({ products }: { readonly products: Loadable<readonly Product[]> }) => {
  const intl = useIntl()
  const { openTab } = usePageNavigation()
  return (
    <Page header={<PageHeader title={intl.formatMessage({ id: "trade.title" })} />}>
      <MarketNotices />
      <Loaded
        query={products}
        skeleton={
          <>
            <Skeleton shape="hero" />
            <Skeleton shape="chart" />
            <Skeleton shape="row" count={2} />
          </>
        }
      >
        {() => (
          <EmptyState
            glyph={glyphMarket}
            text={intl.formatMessage({ id: "trade.unknown" })}
            actionLabel={intl.formatMessage({ id: "contract.begin" })}
            onAction={() => openTab(urlOf("market"))}
          />
        )}
      </Loaded>
    </Page>
  )
}

/** Trading one symbol: the one shown last, or the first one. */
export const Trade = ({ symbol: linked }: QueryOf<"trade">) => {
  const symbol = useShownSymbol(linked)
  const products = useProducts()
  const all = products.data ?? []
  const product = symbol === null ? all[0] : all.find((each) => each.symbol === symbol)
  return product ? (
    <SymbolPage key={product.id} product={product} products={all} />
  ) : (
    <ProductsPending products={products} />
  )
}
