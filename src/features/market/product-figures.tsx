import { type IntlShape, useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Change } from "../../ui/Change.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, formatOf, useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"

/** "1, 3 and 7 days" in the order of the product. */
export const periodsText = (intl: IntlShape, periods: readonly number[]): string =>
  intl.formatMessage(
    { id: "product.days" },
    { days: formatOf(intl.locale).list(periods.map(String)), count: periods.at(-1) ?? 0 },
  )

/** Whether the market is always open. */
const neverCloses = ({ open_minute, close_minute }: Product["trading_hours"]): boolean =>
  open_minute === 0 && close_minute === 1440

/** The trading hours as text. */
export const hoursText = (intl: IntlShape, format: Format, hours: Product["trading_hours"]): string =>
  neverCloses(hours)
    ? intl.formatMessage({ id: "product.hours.always" })
    : intl.formatMessage(
        { id: "product.hours.between" },
        { open: format.minuteOfDay(hours.open_minute), close: format.minuteOfDay(hours.close_minute) },
      )

/** The source and sample size of the statistics. Shown wherever the statistics are. */
export const sampleText = (intl: IntlShape, { source, sample }: Product["statistics"]): string =>
  intl.formatMessage({ id: `product.sample.${source}` }, { count: sample })

/** The share of losing contracts and the average result. Neither may be shown without the other. */
export const profitRows = (intl: IntlShape, format: Format, { statistics }: Product): readonly Figure[] => [
  {
    id: "losing",
    label: intl.formatMessage({ id: "product.losing" }),
    value: format.percent(statistics.losing_ppm),
  },
  {
    id: "profit",
    label: intl.formatMessage({ id: "product.profit" }),
    value: <Change ppm={statistics.average_profit_ppm} />,
  },
]

const stakeRows = (intl: IntlShape, product: Product): readonly Figure[] => [
  {
    id: "min",
    label: intl.formatMessage({ id: "product.min" }),
    value: <Amount value={product.min_stake} />,
  },
  {
    id: "max",
    label: intl.formatMessage({ id: "product.max" }),
    value: <Amount value={product.max_stake} />,
  },
]

/** The facts of a product in the market list: stake limits, periods and statistics. */
export const MarketFacts = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  const format = useFormat()
  const days: Figure = {
    id: "days",
    label: intl.formatMessage({ id: "product.period" }),
    value: periodsText(intl, product.periods),
  }
  return <Figures rows={[...stakeRows(intl, product), days, ...profitRows(intl, format, product)]} />
}

/** The terms of a contract on this product. */
export const ProductTerms = ({
  product,
  dayMs,
}: {
  readonly product: Product
  readonly dayMs?: number | undefined
}) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId) => intl.formatMessage({ id })
  const rows: readonly Figure[] = [
    {
      id: "commission",
      label: text("product.commission"),
      note: text("product.commission.note"),
      value: format.percent(product.commission_ppm),
    },
    {
      id: "stop-out",
      label: text("product.stop-out"),
      note: text("product.stop-out.note"),
      value: format.percent(product.stop_out_bps * 100),
    },
    ...stakeRows(intl, product),
    {
      id: "leverage",
      label: text("product.leverage"),
      value: format.list(
        product.leverages.map((each) => `${format.number(each)}×`),
        "narrow",
      ),
    },
    {
      id: "days",
      label: text("product.period"),
      note:
        dayMs === undefined
          ? undefined
          : intl.formatMessage({ id: "product.day" }, { time: format.duration(dayMs, "long") }),
      value: periodsText(intl, product.periods),
    },
    { id: "hours", label: text("product.hours"), value: hoursText(intl, format, product.trading_hours) },
  ]
  return <Figures rows={rows} />
}

/** The statistics of contracts on this product. */
export const ProductStatistics = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  const format = useFormat()
  const { average_buy, average_sell } = product.statistics
  const rows: readonly Figure[] = [
    ...profitRows(intl, format, product),
    {
      id: "buy",
      label: intl.formatMessage({ id: "product.average-buy" }),
      value: <Price value={average_buy} />,
    },
    {
      id: "sell",
      label: intl.formatMessage({ id: "product.average-sell" }),
      value: <Price value={average_sell} />,
    },
  ]
  return <Figures rows={rows} />
}
