import { type ReactNode, useCallback, useState } from "react"
import { useIntl } from "react-intl"
import type { Product, SystemConfig } from "../../domain/entities.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { Button } from "../../ui/Button.tsx"
import { List, ListGroup } from "../../ui/List.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { VirtualList } from "../../ui/VirtualList.tsx"
import { type Loadable, Loaded, refreshAll } from "../patterns/loaded.tsx"
import styles from "./market.module.css"
import { MarketNotices } from "./market-notices.tsx"
import { MarketRow, type MarketRowProps } from "./market-row.tsx"
import { ProductSheet } from "./product.tsx"
import { ProductSearch } from "./product-search.tsx"
import { searchProducts, useLiveQuote, useProducts } from "./products.ts"

/** From this many rows on the list is virtual: each of them follows a price. */
const VIRTUAL_FROM = 40

export interface MarketViewProps {
  readonly products: Loadable<readonly Product[]>
  readonly search: string
  readonly onSearch: (typed: string) => void
  readonly isWatched: (product: Product) => boolean
  readonly renderRow: (product: Product) => ReactNode
  /** The market notices. */
  readonly notices: ReactNode
  /** The chosen product, in a wide window. */
  readonly aside?: ReactNode | undefined
}

const idOf = (product: Product) => product.id

const Rows = ({
  products,
  label,
  renderRow,
}: Pick<MarketViewProps, "renderRow"> & { readonly products: readonly Product[]; readonly label: string }) =>
  products.length >= VIRTUAL_FROM ? (
    <VirtualList items={products} keyOf={idOf} label={label} estimatePx={168} renderRow={renderRow} />
  ) : (
    <List label={label}>
      {products.map((product) => (
        <li key={product.id} className={styles.item}>
          {renderRow(product)}
        </li>
      ))}
    </List>
  )

const Groups = (props: MarketViewProps & { readonly all: readonly Product[] }) => {
  const intl = useIntl()
  const text = useText()
  const { all, search, renderRow } = props
  const found = searchProducts(all, search)
  const watched = found.filter(props.isWatched)
  const rest = found.filter((product) => !props.isWatched(product))
  if (all.length === 0) return <EmptyState text={text("market.empty")} />
  if (found.length === 0)
    return (
      <EmptyState
        text={intl.formatMessage({ id: "market.nothing-found" }, { text: search.trim() })}
        actionLabel={text("market.clear")}
        onAction={() => props.onSearch("")}
      />
    )
  return (
    <>
      {watched.length > 0 ? (
        <ListGroup title={text("market.watchlist")}>
          <Rows products={watched} label={text("market.watchlist")} renderRow={renderRow} />
        </ListGroup>
      ) : null}
      {rest.length > 0 ? (
        <ListGroup
          title={text("market.products")}
          footnote={watched.length === 0 && search === "" ? text("market.watch-hint") : undefined}
        >
          <Rows products={rest} label={text("market.products")} renderRow={renderRow} />
        </ListGroup>
      ) : null}
    </>
  )
}

const Found = ({ count, search }: { readonly count: number; readonly search: string }) => {
  const intl = useIntl()
  return (
    <p className="visually-hidden" role="status">
      {search.trim() === "" ? null : intl.formatMessage({ id: "market.found" }, { count })}
    </p>
  )
}

/** All products with their prices: search, then the watchlist, then the rest. */
export const MarketView = (props: MarketViewProps) => {
  const intl = useIntl()
  const { products, search, onSearch } = props
  const refresh = refreshAll(products)
  return (
    <Page
      aside={props.aside}
      header={
        <PageHeader
          large
          title={intl.formatMessage({ id: "market.title" })}
          actions={<RefreshButton {...refresh} />}
        />
      }
    >
      <PullToRefresh {...refresh} />
      {props.notices}
      <ProductSearch value={search} onChange={onSearch} />
      <Found count={searchProducts(products.data ?? [], search).length} search={search} />
      <Loaded query={products} skeleton={<Skeleton shape="row" count={8} />}>
        {(all) => <Groups {...props} all={all} />}
      </Loaded>
      <BackToTop />
    </Page>
  )
}

export interface MarketAsideProps {
  readonly product: Product
  readonly market: SystemConfig["market"] | undefined
  readonly onTrade: () => void
}

/** The chosen product beside the market list. */
const MarketAside = ({ product, market, onTrade }: MarketAsideProps) => {
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

/** A row that renders only when its own symbol changes. */
const LiveRow = (props: Omit<MarketRowProps, "quote" | "stale">) => {
  const { quote, stale } = useLiveQuote(props.product.symbol)
  return <MarketRow {...props} quote={quote} stale={stale} />
}

const tradeUrl = (product: Product): string => urlOf("trade", { symbol: product.symbol })
const productUrl = (product: Product): string => urlOf("product", { id: product.id })

/** The market. A tap opens the trade page, in a wide window the product beside the list. */
export const Market = () => {
  const { open, openTab } = usePageNavigation()
  const show = useShowSymbol()
  const products = useProducts()
  const { isWatched, toggle } = useWatchlist()
  const config = useConfig()
  const isWide = useWideLayout()
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
