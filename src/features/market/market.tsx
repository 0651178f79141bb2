import { type ReactNode, useCallback, useId, useRef, useState } from "react"
import { useIntl } from "react-intl"
import type { Product, Quote } from "../../domain/entities.ts"
import type { ProductCategory } from "../../domain/limits.ts"
import {
  categoriesOf,
  inTab,
  MARKET_SORTS,
  type MarketSort,
  pathChangePpm,
  recentPath,
  sortProducts,
} from "../../domain/market-list.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useSources } from "../../runtime/hooks/runtime-context.tsx"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShownSymbol, useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { glyphMarket, glyphSearch } from "../../ui/glyphs.ts"
import { List, ListGroup } from "../../ui/List.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import { SegmentedTabs } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { useDeskLayout, useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { VirtualList } from "../../ui/VirtualList.tsx"
import { type Loadable, Loaded, mapLoaded, refreshAll } from "../patterns/loaded.tsx"
import { DeskChart, DeskTicket } from "./desk-columns.tsx"
import styles from "./market.module.css"
import { MarketAside } from "./market-aside.tsx"
import { MarketNotices } from "./market-notices.tsx"
import { LiveMarketRow, tradeUrl } from "./market-row.tsx"
import { ProductSearch } from "./product-search.tsx"
import { searchProducts, useProducts } from "./products.ts"

/** From this many rows on the list is virtual: each of them follows a price. */
const VIRTUAL_FROM = 40

/** A row with its hairline. */
const ROW_PX = 57

export type MarketTab = ProductCategory | "all"

export interface MarketViewProps {
  /** In the chosen order. */
  readonly products: Loadable<readonly Product[]>
  readonly search: string
  readonly onSearch: (typed: string) => void
  readonly tab: MarketTab
  readonly onTab: (tab: MarketTab) => void
  readonly sort: MarketSort
  readonly onSort: (sort: MarketSort) => void
  readonly isWatched: (product: Product) => boolean
  readonly renderRow: (product: Product) => ReactNode
  /** The market notices. */
  readonly notices: ReactNode
  /** The chosen product, in a wide window. */
  readonly aside?: ReactNode | undefined
  /** The ticket, in a window with room for three columns. */
  readonly third?: ReactNode | undefined
}

const idOf = (product: Product) => product.id

const Rows = ({
  products,
  label,
  renderRow,
}: Pick<MarketViewProps, "renderRow"> & { readonly products: readonly Product[]; readonly label: string }) =>
  products.length >= VIRTUAL_FROM ? (
    <VirtualList items={products} keyOf={idOf} label={label} estimatePx={ROW_PX} renderRow={renderRow} />
  ) : (
    <List label={label}>
      {products.map((product) => (
        <li key={product.id} className={styles.item}>
          {renderRow(product)}
        </li>
      ))}
    </List>
  )

const isSort = (value: string): value is MarketSort => MARKET_SORTS.some((sort) => sort === value)

const SortField = ({ sort, onSort }: Pick<MarketViewProps, "sort" | "onSort">) => {
  const text = useText()
  return (
    <SelectField
      compact
      hideLabel
      label={text("market.sort")}
      value={sort}
      options={MARKET_SORTS.map((value) => ({ value, label: text(`market.sort.${value}`) }))}
      onChange={(value) => {
        if (isSort(value)) onSort(value)
      }}
    />
  )
}

interface GroupsProps extends MarketViewProps {
  readonly all: readonly Product[]
  /** Those of the chosen tab that match the search. */
  readonly found: readonly Product[]
}

const Groups = ({ all, found, search, onSearch, renderRow, ...props }: GroupsProps) => {
  const intl = useIntl()
  const text = useText()
  const isSearch = search.trim() !== ""
  const watched = isSearch ? [] : found.filter(props.isWatched)
  const rest = isSearch ? found : found.filter((product) => !props.isWatched(product))
  if (all.length === 0) return <EmptyState glyph={glyphMarket} text={text("market.empty")} />
  if (found.length === 0)
    return (
      <EmptyState
        glyph={glyphSearch}
        text={intl.formatMessage({ id: "market.nothing-found" }, { text: search.trim() })}
        actionLabel={text("market.clear")}
        onAction={() => onSearch("")}
      />
    )
  const days = Math.max(...all.map(({ recentCloses }) => recentCloses.length))
  const groups = [
    { title: text("market.watchlist"), products: watched, footnote: undefined },
    {
      title: isSearch
        ? intl.formatMessage({ id: "market.found" }, { count: found.length })
        : text("market.products"),
      products: rest,
      footnote: watched.length === 0 && !isSearch ? text("market.watch-hint") : undefined,
    },
  ].filter(({ products }) => products.length > 0)
  return groups.map(({ title, products, footnote }, index) => (
    <ListGroup
      key={title}
      title={
        <>
          {title}
          {index === 0 ? (
            <span className={styles.period}>
              {intl.formatMessage({ id: "market.period" }, { count: days })}
            </span>
          ) : null}
        </>
      }
      action={index === 0 ? <SortField {...props} /> : undefined}
      footnote={footnote}
    >
      <Rows products={products} label={title} renderRow={renderRow} />
    </ListGroup>
  ))
}

const Found = ({ count, search }: { readonly count: number; readonly search: string }) => {
  const intl = useIntl()
  return (
    <p className="visually-hidden" role="status">
      {search.trim() === "" ? null : intl.formatMessage({ id: "market.found" }, { count })}
    </p>
  )
}

/** The products under tabs of their categories; without tabs where they have none. */
const Listed = (props: MarketViewProps & { readonly all: readonly Product[] }) => {
  const { all, tab, search } = props
  const text = useText()
  const panelId = useId()
  const categories = categoriesOf(all)
  const found = searchProducts(inTab(all, tab), search)
  const groups = <Groups {...props} found={found} />
  return (
    <>
      <Found count={found.length} search={search} />
      {categories.length === 0 ? (
        groups
      ) : (
        <>
          <SegmentedTabs
            scrolls
            label={text("market.categories")}
            segments={(["all", ...categories] as const).map((id) => ({
              id,
              label: text(`market.category.${id}`),
            }))}
            active={tab}
            onSelect={props.onTab}
            panelId={panelId}
          />
          <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`} className={styles.panel}>
            {groups}
          </div>
        </>
      )}
    </>
  )
}

/** All products with their prices: search and categories, then the watchlist, then the rest. */
export const MarketView = (props: MarketViewProps) => {
  const intl = useIntl()
  const { products, search, onSearch } = props
  const refresh = refreshAll(products)
  return (
    <Page
      aside={props.aside}
      third={props.third}
      header={
        <PageHeader
          large
          title={intl.formatMessage({ id: "market.title" })}
          actions={<RefreshButton {...refresh} />}
        />
      }
    >
      <PullToRefresh {...refresh} />
      <div className={styles.head}>
        {props.notices}
        <ProductSearch value={search} onChange={onSearch} />
      </div>
      <Loaded query={products} skeleton={<Skeleton shape="row" count={8} />}>
        {(all) => <Listed {...props} all={all} />}
      </Loaded>
      <BackToTop />
    </Page>
  )
}

interface Order {
  readonly sort: MarketSort
  /** The changes when the order was chosen: rows do not move under a finger. */
  readonly changes: ReadonlyMap<string, bigint | null>
}

const AS_LISTED: Order = { sort: "listed", changes: new Map() }

const changesOf = (
  products: readonly Product[],
  quoteOf: (symbol: string) => Quote | undefined,
): Order["changes"] =>
  new Map(
    products.map(({ symbol, recentCloses }) => [
      symbol,
      pathChangePpm(recentPath(recentCloses, quoteOf(symbol))),
    ]),
  )

const productUrl = (product: Product): string => urlOf("product", { id: product.id })

/** The products in the order that the member chooses. */
const useSorted = (
  products: Loadable<readonly Product[]>,
): Pick<MarketViewProps, "products" | "sort" | "onSort"> => {
  const { quotes } = useSources()
  const [{ sort, changes }, setOrder] = useState<Order>(AS_LISTED)
  return {
    products: mapLoaded(products, (all) =>
      sortProducts(all, sort, ({ symbol }) => changes.get(symbol) ?? null),
    ),
    sort,
    onSort: (chosen) => setOrder({ sort: chosen, changes: changesOf(products.data ?? [], quotes.get) }),
  }
}

/** The market. A tap opens the trade page, in a wide window the product beside the list. */
export const Market = () => {
  const { open, openTab } = usePageNavigation()
  const show = useShowSymbol()
  const products = useProducts()
  const { isWatched, toggle } = useWatchlist()
  const market = useConfig()?.market
  const isWide = useWideLayout()
  const [search, setSearch] = useState("")
  const [tab, setTab] = useState<MarketTab>("all")
  const sorted = useSorted(products)
  const isDesk = useDeskLayout()
  const shown = useShownSymbol(undefined)
  const chosen = isWide
    ? (products.data?.find(({ symbol }) => symbol === shown) ?? products.data?.[0])
    : undefined
  const pane = useRef<HTMLElement>(null)
  const row = useRef<HTMLAnchorElement>(null)
  const onTrade = useCallback(
    ({ symbol }: Product) => {
      show(symbol)
      openTab(urlOf("trade"))
    },
    [show, openTab],
  )
  const onOpen = useCallback(
    (product: Product) => {
      if (!isWide) return onTrade(product)
      show(product.symbol)
      pane.current?.focus({ preventScroll: true })
    },
    [isWide, onTrade, show],
  )
  const onWatch = useCallback((product: Product) => toggle(product.symbol), [toggle])
  const onProduct = useCallback((product: Product) => open(productUrl(product)), [open])
  return (
    <MarketView
      {...sorted}
      search={search}
      onSearch={(typed) => {
        setSearch(typed)
        setTab("all")
      }}
      tab={tab}
      onTab={setTab}
      isWatched={(product) => isWatched(product.symbol)}
      notices={<MarketNotices />}
      renderRow={(product) => (
        <LiveMarketRow
          product={product}
          watched={isWatched(product.symbol)}
          onWatch={onWatch}
          onOpen={onOpen}
          onProduct={isDesk ? undefined : onProduct}
          href={tradeUrl(product)}
          current={product.id === chosen?.id}
          linkRef={product.id === chosen?.id ? row : undefined}
        />
      )}
      aside={
        chosen && isDesk ? (
          <DeskChart product={chosen} />
        ) : chosen ? (
          <MarketAside product={chosen} market={market} onTrade={() => onTrade(chosen)} />
        ) : undefined
      }
      third={
        chosen &&
        isDesk && (
          <DeskTicket product={chosen} market={market} paneRef={pane} onLeave={() => row.current?.focus()} />
        )
      }
    />
  )
}
