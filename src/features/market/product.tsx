import { useIntl } from "react-intl"
import type { Product, Quote, SystemConfig } from "../../domain/entities.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageLink, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useShowSymbol, useWatchlist } from "../../runtime/hooks/use-watchlist.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { glyphBell, glyphMarket, glyphStar } from "../../ui/glyphs.ts"
import { List, ListRow } from "../../ui/List.tsx"
import { Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { SymbolDisc } from "../../ui/SymbolDisc.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { Loaded, refreshAll } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { DeskChart, DeskTicket } from "./desk-columns.tsx"
import { ProductStateBadge, ProductStateNotice } from "./market-notices.tsx"
import { PriceHead } from "./price-head.tsx"
import styles from "./product.module.css"
import { ProductDetails } from "./product-figures.tsx"
import { RecentChange, RecentPrices } from "./product-statistics.tsx"
import { useLiveQuote, useProduct, useProducts } from "./products.ts"
import { PublishedText } from "./published-text.tsx"

interface ProductSheetProps {
  readonly product: Product
  readonly quote: Quote | undefined
  readonly ageMs: number | undefined
  readonly stale: boolean
  /** The market configuration; undefined while it is not known. */
  readonly market: SystemConfig["market"] | undefined
}

const DAY_MS = 86_400_000

/** The change with its period: "▲ +1.25 %, 30 days". */
const LabelledChange = ({ product, quote }: Pick<ProductSheetProps, "product" | "quote">) => {
  const format = useFormat()
  return (
    <span>
      <RecentChange product={product} quote={quote} />{" "}
      <span className={styles.note}>{format.duration(product.recentCloses.length * DAY_MS, "long")}</span>
    </span>
  )
}

/** Price, terms, statistics and source of a product, on its page and beside the market list. */
export const ProductSheet = ({ product, quote, ageMs, stale, market }: ProductSheetProps) => {
  const intl = useIntl()
  const link = usePageLink()
  return (
    <Priced symbol={product.symbol}>
      <ProductStateNotice product={product} />
      <div className={styles.price}>
        <PriceHead
          quote={quote}
          ageMs={ageMs}
          stale={stale}
          change={<LabelledChange product={product} quote={quote} />}
        />
        <RecentPrices
          wide
          product={product}
          quote={quote}
          label={intl.formatMessage({ id: "product.recent" })}
        />
        <p className={styles.note}>
          <PublishedText product={product} />
        </p>
      </div>
      <ProductDetails product={product} market={market} />
      <TextLink {...link(urlOf("execution"))} tone="quiet">
        {intl.formatMessage({ id: "execution.title" })}
      </TextLink>
    </Priced>
  )
}

const shape = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="card" />
    <Skeleton shape="card" />
  </>
)

/** Reserves the line below the title until the name has loaded, so that nothing moves. */
const NAME_PLACEHOLDER = "\u00a0"

/** The page of a product; without an id, the list of all. */
export const ProductPage = ({ id }: QueryOf<"product">) =>
  id === undefined ? <ProductList /> : <OneProduct id={id} />

/** A product: price, terms, trading hours, statistics and source; in a wide window chart and ticket too. */
const OneProduct = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const isWide = useWideLayout()
  const { open, openTab } = usePageNavigation()
  const show = useShowSymbol()
  const product = useProduct(id)
  const known = product.data
  const live = useLiveQuote(known?.symbol ?? "")
  const market = useConfig()?.market
  const { isWatched, toggle } = useWatchlist()
  const watched = known !== undefined && isWatched(known.symbol)
  const symbol = known?.symbol ?? intl.formatMessage({ id: "product.title" })
  const trade = () => {
    show(symbol)
    openTab(urlOf("trade"))
  }
  return (
    <SubPage
      money
      width={isWide ? "list" : "form"}
      title={symbol}
      subtitle={known?.name ?? NAME_PLACEHOLDER}
      actions={
        known ? (
          <>
            <IconButton
              glyph={glyphBell}
              label={intl.formatMessage({ id: "product.alert" }, { symbol })}
              onClick={() => open(urlOf("alert-add", { product: known.id }))}
            />
            <IconButton
              glyph={glyphStar}
              label={intl.formatMessage({ id: "market.watch" }, { symbol })}
              pressed={watched}
              filled={watched}
              tone={watched ? "accent" : "plain"}
              onClick={() => toggle(symbol)}
            />
          </>
        ) : undefined
      }
      aside={known && isWide ? <DeskTicket product={known} market={market} /> : undefined}
      footer={
        known && !isWide ? (
          <Button onClick={trade}>{intl.formatMessage({ id: "product.trade" }, { symbol })}</Button>
        ) : undefined
      }
    >
      <Loaded query={product} skeleton={shape}>
        {(shown) =>
          isWide ? (
            <DeskChart isBare product={shown} />
          ) : (
            <ProductSheet {...live} market={market} product={shown} />
          )
        }
      </Loaded>
    </SubPage>
  )
}

interface ProductRowProps {
  readonly product: Product
  readonly open: (url: string) => void
}

/** A row that renders only when its own symbol changes. */
const ProductRow = ({ product, open }: ProductRowProps) => {
  const { quote, stale } = useLiveQuote(product.symbol)
  const url = urlOf("product", { id: product.id })
  return (
    <Priced symbol={product.symbol}>
      <ListRow
        leading={<SymbolDisc symbol={product.symbol} />}
        title={<span translate="no">{product.symbol}</span>}
        subtitle={
          <>
            {product.name} <ProductStateBadge product={product} />
          </>
        }
        value={quote ? <Price value={quote.price} stale={stale} /> : NO_FIGURE}
        note={<RecentChange product={product} quote={quote} />}
        href={url}
        onPress={() => open(url)}
      />
    </Priced>
  )
}

/** Every product with its price; a tap opens its page. */
const ProductList = () => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const products = useProducts()
  const title = intl.formatMessage({ id: "market.products" })
  return (
    <SubPage money title={title} onBack={back} refresh={refreshAll(products)}>
      <Loaded query={products} skeleton={<Skeleton shape="row" count={7} />}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState glyph={glyphMarket} text={intl.formatMessage({ id: "market.empty" })} />
          ) : (
            <List label={title}>
              {known.map((product) => (
                <ProductRow key={product.id} product={product} open={open} />
              ))}
            </List>
          )
        }
      </Loaded>
    </SubPage>
  )
}
