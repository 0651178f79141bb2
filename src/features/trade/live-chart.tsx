import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { lastDayOf, tradesOf } from "../../domain/chart-bars.ts"
import type { Candle, Order, Product, Quote } from "../../domain/entities.ts"
import { ADDED_CANDLE_LIMIT } from "../../domain/limits.ts"
import { priceUnitsOf } from "../../domain/money.ts"
import { urlOf } from "../../navigation/routes.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import type { ChartKind } from "../../ui/chart-canvas.ts"
import type { ChartLevel } from "../../ui/chart-levels.ts"
import { textOf } from "../../ui/use-text.ts"
import { type ContractTab, ContractTabs, useContracts } from "../holdings/contract-list.tsx"
import { LiveContractRow } from "../holdings/contract-row.tsx"
import { useLiveQuote } from "../market/products.ts"
import { type Range, SymbolChart } from "./trade-view.tsx"

/** The most contracts with lines in the chart; more would cover it. */
const LINES_MAX = 3

/** Entry, stop-loss and take-profit of the member's open contracts on this symbol. */
const useLevels = (orders: readonly Order[]): readonly ChartLevel[] => {
  const intl = useIntl()
  return useMemo(() => {
    const text = textOf(intl)
    const line = (id: string, price: string | null, named?: Pick<ChartLevel, "label" | "tone">) =>
      price === null ? [] : [{ id, price, ...named }]
    return orders
      .slice(0, LINES_MAX)
      .flatMap(({ id, openingPrice, stopLoss, takeProfit }) => [
        ...line(`${id} entry`, openingPrice),
        ...line(`${id} stop`, stopLoss, { label: text("ticket.stop-loss"), tone: "warning" }),
        ...line(`${id} profit`, takeProfit, { label: text("ticket.take-profit") }),
      ])
  }, [orders, intl])
}

/** Loaded with the first chart. */
const chartCanvas = codeOf(() => import("../../ui/chart-canvas.ts"))

const Contracts = ({ contracts }: { readonly contracts: ReturnType<typeof useContracts> }) => {
  const { open } = usePageNavigation()
  const [tab, setTab] = useState<ContractTab>("pending")
  return (
    <ContractTabs
      tab={tab}
      onTab={setTab}
      list={tab === "pending" ? contracts.pending : contracts.completed}
      renderRow={(order) => (
        <LiveContractRow key={order.id} order={order} onOpen={(id) => open(urlOf("hold-record", { id }))} />
      )}
    />
  )
}

/** The live chart of a symbol, and the contracts on it. */
export const LiveChart = ({ product }: { readonly product: Product }) => {
  const { open } = usePageNavigation()
  const [range, setRange] = useState<Range>("1M")
  const [kind, setKind] = useState<ChartKind>("area")
  const live = useLiveQuote(product.symbol)
  const candles = useQuery("candles", { symbol: product.symbol, range })
  const all = useLiveCandles(candles.data, live.quote, candles.onRetry)
  const dayMs = useConfig()?.market.dayMs
  const points = useMemo(
    () => (all && range === "1D" && dayMs !== undefined ? lastDayOf(all, dayMs) : all),
    [all, range, dayMs],
  )
  const contracts = useContracts(product.symbol)
  const { code, isFailed, onRetry } = useCode(chartCanvas)
  return (
    <SymbolChart
      product={product}
      {...live}
      chartCode={{ mount: code?.mountChart, isFailed, onRetry }}
      candles={{ ...candles, data: points }}
      range={range}
      onRange={setRange}
      kind={kind}
      onKind={setKind}
      onAlert={(price) => open(urlOf("alert-add", { product: product.id, ...(price && { price }) }))}
      levels={useLevels(contracts.pending.items)}
      trades={useMemo(
        () => tradesOf([...contracts.pending.items, ...contracts.completed.items]),
        [contracts.pending.items, contracts.completed.items],
      )}
      contracts={<Contracts contracts={contracts} />}
    />
  )
}

const higher = (a: string, b: string): string => (priceUnitsOf(a) >= priceUnitsOf(b) ? a : b)
const lower = (a: string, b: string): string => (priceUnitsOf(a) <= priceUnitsOf(b) ? a : b)

/**
 * Applies a live price: it updates the last bar or starts the next one. Older prices change
 * nothing.
 */
export const withLivePrice = (
  candles: readonly Candle[],
  quote: Pick<Quote, "atMs" | "price">,
): readonly Candle[] => {
  const last = candles.at(-1)
  const before = candles.at(-2)
  if (!last || quote.atMs < last.atMs) return candles
  const stepMs = before ? last.atMs - before.atMs : Number.POSITIVE_INFINITY
  const steps = Math.floor((quote.atMs - last.atMs) / stepMs)
  const { price } = quote
  if (steps === 0 || !Number.isFinite(stepMs))
    return price === last.close
      ? candles
      : [
          ...candles.slice(0, -1),
          { ...last, high: higher(last.high, price), low: lower(last.low, price), close: price },
        ]
  const next = { ...last, atMs: last.atMs + steps * stepMs, open: last.close, close: price }
  return [...candles, { ...next, high: higher(last.close, price), low: lower(last.close, price) }]
}

/** What is compared with the server's answer of candles. */
export interface CandlesAge {
  /** The trading day of the live price: symbol, opening price and last close; null without one. */
  readonly day: string | null
  /** How many bars the live price has added. */
  readonly added: number
}

/** Whether the answer became too old: a trading day has begun, or too many bars were added. */
export const areCandlesOutdated = (before: CandlesAge, { day, added }: CandlesAge): boolean => {
  const isNewDay = before.day !== null && day !== before.day
  return isNewDay || (added > ADDED_CANDLE_LIMIT && before.added <= ADDED_CANDLE_LIMIT)
}

/**
 * Candles that follow the live price: a fold of the prices since the server's answer, computed while
 * rendering. An answer that is too old is requested again, once.
 */
const useLiveCandles = (
  candles: readonly Candle[] | undefined,
  quote: Quote | undefined,
  onOutdated: () => void,
): readonly Candle[] | undefined => {
  const [live, setLive] = useState({ base: candles, shown: candles, seq: 0 })
  const base = live.base === candles ? live.shown : candles
  const isNew = quote !== undefined && (live.base !== candles || live.seq !== quote.seq)
  const shown = base && isNew ? withLivePrice(base, quote) : base
  if (live.base !== candles || (isNew && quote)) setLive({ base: candles, shown, seq: quote?.seq ?? 0 })
  const day = quote ? `${quote.symbol} ${quote.open} ${quote.previousClose}` : null
  const added = (shown?.length ?? 0) - (candles?.length ?? 0)
  const compared = useRef<CandlesAge>({ day: null, added: 0 })
  const compare = useEffectEvent((lastDay: string | null, count: number) => {
    const before = compared.current
    compared.current = { day: lastDay ?? before.day, added: count }
    if (areCandlesOutdated(before, compared.current)) onOutdated()
  })
  useEffect(() => compare(day, added), [day, added])
  return shown
}
