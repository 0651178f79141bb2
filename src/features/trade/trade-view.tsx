import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { ChartTrade } from "../../domain/chart-bars.ts"
import type { Candle, Product, Quote } from "../../domain/entities.ts"
import type { Direction } from "../../domain/trade.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import type { ChartKind } from "../../ui/chart-canvas.ts"
import type { ChartLevel } from "../../ui/chart-levels.ts"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { glyphBell, glyphChart, glyphSearch, glyphStar } from "../../ui/glyphs.ts"
import { glyphChevronDown, glyphInfo, Icon } from "../../ui/Icon.tsx"
import { List, ListGroup, ListRow } from "../../ui/List.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { Price } from "../../ui/Price.tsx"
import { type ChartCode, PriceChart } from "../../ui/PriceChart.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { SymbolDisc } from "../../ui/SymbolDisc.tsx"
import { directionMark } from "../holdings/contract-terms.tsx"
import { ProductStateBadge, ProductStateNotice } from "../market/market-notices.tsx"
import { PriceHead } from "../market/price-head.tsx"
import { ProductSearch } from "../market/product-search.tsx"
import { searchProducts } from "../market/products.ts"
import { PublishedText } from "../market/published-text.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import symbolPickerStyles from "./symbol-picker.module.css"
import styles from "./trade-view.module.css"

export const RANGES = ["1D", "1W", "1M", "ALL"] as const
export type Range = (typeof RANGES)[number]

export interface TradeViewProps {
  readonly product: Product
  readonly watched: boolean
  readonly onWatch: () => void
  readonly onPick: () => void
  readonly onProduct: () => void
  readonly onBuy: (direction: Direction) => void
  readonly notices: ReactNode
  /** The chart and the contracts. */
  readonly children: ReactNode
  /** The column with the ticket, in a wide window. */
  readonly ticket?: ReactNode | undefined
  readonly overlays?: ReactNode | undefined
}

/** A symbol's chart with what stands around it. */
export interface SymbolChartProps {
  readonly product: Product
  readonly quote: Quote | undefined
  readonly ageMs: number | undefined
  readonly stale: boolean
  readonly candles: Loadable<readonly Candle[]>
  readonly chartCode: ChartCode
  readonly range: Range
  readonly onRange: (range: Range) => void
  readonly kind: ChartKind
  readonly onKind: (kind: ChartKind) => void
  /** Begins an alert, at the price that was read last. */
  readonly onAlert: (price: string | undefined) => void
  readonly levels: readonly ChartLevel[]
  /** The member's entries and exits. */
  readonly trades: readonly ChartTrade[]
  /** The contracts on this symbol. */
  readonly contracts: ReactNode
}

type HeaderProps = Pick<TradeViewProps, "product" | "watched" | "onWatch" | "onPick" | "onProduct">

/** Puts the product on the watchlist, or takes it from there. */
export const WatchButton = ({
  product,
  watched,
  onWatch,
}: Pick<HeaderProps, "product" | "watched" | "onWatch">) => {
  const intl = useIntl()
  return (
    <IconButton
      glyph={glyphStar}
      label={intl.formatMessage({ id: "market.watch" }, { symbol: product.symbol })}
      pressed={watched}
      filled={watched}
      tone={watched ? "accent" : "plain"}
      onClick={onWatch}
    />
  )
}

const Header = (props: HeaderProps) => {
  const { product, onPick, onProduct } = props
  const intl = useIntl()
  return (
    <PageHeader
      title={
        <button type="button" className={styles.picker} aria-haspopup="dialog" onClick={onPick}>
          <span translate="no">{product.symbol}</span>
          <Icon glyph={glyphChevronDown} size={20} />
          <span className="visually-hidden">{intl.formatMessage({ id: "trade.pick" })}</span>
        </button>
      }
      subtitle={product.name}
      actions={
        <>
          <IconButton
            glyph={glyphInfo}
            label={intl.formatMessage({ id: "market.product" })}
            onClick={onProduct}
          />
          <WatchButton {...props} />
        </>
      }
    />
  )
}

const DayFigures = ({ quote, stale }: Pick<SymbolChartProps, "quote" | "stale">) => {
  const intl = useIntl()
  const figure = (id: "high" | "low" | "open") => ({
    id,
    label: intl.formatMessage({ id: `trade.${id}` }),
    value: quote ? <Price value={quote[id]} stale={stale} /> : NO_FIGURE,
  })
  return <Figures compact rows={[figure("high"), figure("low"), figure("open")]} />
}

const Chart = (props: SymbolChartProps) => {
  const intl = useIntl()
  const format = useFormat()
  const [price, setPrice] = useState<string>()
  const { product, candles, kind } = props
  const range = intl.formatMessage({ id: `trade.range.${props.range}` })
  const chart = (points: readonly Candle[] | undefined) => (
    <PriceChart
      code={props.chartCode}
      label={intl.formatMessage({ id: "trade.chart" }, { symbol: product.symbol, range })}
      points={points}
      kind={kind}
      levels={props.levels}
      trades={props.trades}
      ranges={RANGES.map((value) => ({
        value,
        label: intl.formatMessage({ id: `trade.range-short.${value}` }),
      }))}
      range={props.range}
      onRange={props.onRange}
      legend={product.priceHistory && <PublishedText product={product} isWithinDay={props.range === "1D"} />}
      onRead={setPrice}
      tools={
        <>
          <IconButton
            glyph={glyphBell}
            label={
              price === undefined
                ? intl.formatMessage({ id: "product.alert" }, { symbol: product.symbol })
                : intl.formatMessage({ id: "trade.alert" }, { price: format.price(price) })
            }
            onClick={() => props.onAlert(price)}
          />
          <IconButton
            glyph={glyphChart}
            label={intl.formatMessage({ id: "trade.candles" })}
            pressed={kind === "candle"}
            tone={kind === "candle" ? "accent" : "plain"}
            onClick={() => props.onKind(kind === "candle" ? "area" : "candle")}
          />
        </>
      }
    />
  )
  return (
    <Loaded query={candles} skeleton={chart(undefined)}>
      {chart}
    </Loaded>
  )
}

export const BuyButtons = ({ product, onBuy }: Pick<TradeViewProps, "product" | "onBuy">) => {
  const intl = useIntl()
  const isShut = product.soldOut || !product.isOpen
  return (["up", "down"] as const).map((direction) => (
    <Button key={direction} tone={direction} disabled={isShut} onClick={() => onBuy(direction)}>
      <span aria-hidden="true">{directionMark(direction)}</span>{" "}
      {intl.formatMessage({ id: `trade.buy-${direction}` })}
    </Button>
  ))
}

/** Price, chart and day figures of a symbol, then the member's contracts on it. */
export const SymbolChart = (props: SymbolChartProps) => {
  const intl = useIntl()
  const { product } = props
  return (
    <>
      <ProductStateNotice product={product} />
      <Priced symbol={product.symbol}>
        <PriceHead quote={props.quote} ageMs={props.ageMs} stale={props.stale} />
        <Chart {...props} />
        <DayFigures {...props} />
      </Priced>
      <ListGroup title={intl.formatMessage({ id: "trade.contracts" }, { symbol: product.symbol })}>
        {props.contracts}
      </ListGroup>
    </>
  )
}

/**
 * The trade page: the chart of one symbol and the contracts on it; both directions below, in a wide
 * window the ticket beside it.
 */
export const TradeView = (props: TradeViewProps) => (
  <Page
    header={<Header {...props} />}
    footer={props.ticket ? undefined : <BuyButtons {...props} />}
    aside={props.ticket}
  >
    {props.notices}
    {props.children}
    {props.overlays}
  </Page>
)

export interface SymbolPickerProps {
  readonly open: boolean
  readonly products: readonly Product[]
  readonly current: Product | undefined
  readonly onPick: (product: Product) => void
  readonly onClose: () => void
  /** Renders the live price and change of a product. */
  readonly renderPrice: (product: Product) => ReactNode
}

/** A sheet to search and choose another symbol. */
export const SymbolPicker = (props: SymbolPickerProps) => {
  const intl = useIntl()
  const [search, setSearch] = useState("")
  const found = searchProducts(props.products, search)
  return (
    <Sheet open={props.open} onClose={props.onClose} title={intl.formatMessage({ id: "trade.pick" })}>
      <div className={symbolPickerStyles.picker}>
        <ProductSearch value={search} onChange={setSearch} />
        {found.length === 0 ? (
          <EmptyState
            glyph={glyphSearch}
            text={intl.formatMessage({ id: "market.nothing-found" }, { text: search.trim() })}
          />
        ) : (
          <List label={intl.formatMessage({ id: "market.products" })}>
            {found.map((product) => (
              <ListRow
                key={product.id}
                leading={<SymbolDisc symbol={product.symbol} />}
                title={
                  <>
                    <span translate="no">{product.symbol}</span> <ProductStateBadge product={product} />
                  </>
                }
                subtitle={product.name}
                value={props.renderPrice(product)}
                current={product.id === props.current?.id}
                chevron={false}
                onPress={() => props.onPick(product)}
              />
            ))}
          </List>
        )}
      </div>
    </Sheet>
  )
}
