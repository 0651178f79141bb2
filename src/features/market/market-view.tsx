import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { Field } from "../../ui/Field.tsx"
import { glyphSearch } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import { List, ListGroup } from "../../ui/List.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PullToRefresh } from "../../ui/PullToRefresh.tsx"
import { RefreshButton } from "../../ui/RefreshButton.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { VirtualList } from "../../ui/VirtualList.tsx"
import { type Loadable, Loaded, refreshAll } from "../patterns/loaded.tsx"
import styles from "./market-row.module.css"
import { searchProducts } from "./product-search.ts"

/** More rows than this are drawn only near the view. */
const VIRTUAL_FROM = 40

export interface MarketViewProps {
  readonly products: Loadable<readonly Product[]>
  readonly search: string
  readonly onSearch: (typed: string) => void
  readonly isWatched: (product: Product) => boolean
  readonly renderRow: (product: Product) => ReactNode
  /** What the prices are, and how they fare. */
  readonly notices: ReactNode
  /** The chosen product, where there is room beside the list. */
  readonly aside?: ReactNode | undefined
}

const idOf = (product: Product) => product.id

const Rows = ({
  products,
  label,
  renderRow,
}: Pick<MarketViewProps, "renderRow"> & { readonly products: readonly Product[]; readonly label: string }) =>
  products.length >= VIRTUAL_FROM ? (
    <VirtualList items={products} keyOf={idOf} label={label} estimatePx={65} renderRow={renderRow} />
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
  const text = (id: string) => intl.formatMessage({ id })
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

/** All products with their prices: search, the watched ones first, then the rest. */
export const MarketView = (props: MarketViewProps) => {
  const intl = useIntl()
  const { products, search, onSearch } = props
  const label = intl.formatMessage({ id: "market.search" })
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
      <Field
        kind="search"
        hideLabel
        label={label}
        placeholder={label}
        prefix={<Icon glyph={glyphSearch} size={20} />}
        enterKeyHint="search"
        value={search}
        onChange={onSearch}
      />
      <Found count={searchProducts(products.data ?? [], search).length} search={search} />
      <Loaded query={products} skeleton={<Skeleton shape="row" count={8} />}>
        {(all) => <Groups {...props} all={all} />}
      </Loaded>
      <BackToTop />
    </Page>
  )
}
