import { type IntlShape, useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { Amount } from "../../ui/Amount.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, formatOf, useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Change, Price } from "../../ui/Price.tsx"
import styles from "./market-row.module.css"

/** "1, 3 and 7 days" in the order of the product. */
export const periodsText = (intl: IntlShape, periods: readonly number[]): string =>
  intl.formatMessage(
    { id: "product.days" },
    { days: formatOf(intl.locale).list(periods.map(String)), count: periods.at(-1) ?? 0 },
  )

/** Whether the market is always open. */
const neverCloses = ({ openMinute, closeMinute }: Product["tradingHours"]): boolean =>
  openMinute === 0 && closeMinute === 1440

/** The trading hours as text. */
export const hoursText = (intl: IntlShape, format: Format, hours: Product["tradingHours"]): string =>
  neverCloses(hours)
    ? intl.formatMessage({ id: "product.hours.always" })
    : intl.formatMessage(
        { id: "product.hours.between" },
        { open: format.minuteOfDay(hours.openMinute), close: format.minuteOfDay(hours.closeMinute) },
      )

/** The source and sample size of the statistics. Shown wherever the statistics are. */
export const sampleText = (intl: IntlShape, { source, sample }: Product["statistics"]): string =>
  intl.formatMessage({ id: `product.sample.${source}` }, { count: sample })

/** The share of losing contracts and the average result. Neither may be shown without the other. */
export const profitRows = (intl: IntlShape, format: Format, { statistics }: Product): readonly Figure[] => [
  {
    id: "losing",
    label: intl.formatMessage({ id: "product.losing" }),
    value: format.percent(statistics.losingPpm),
  },
  {
    id: "profit",
    label: intl.formatMessage({ id: "product.profit" }),
    value: <Change ppm={statistics.averageProfitPpm} />,
  },
]

const stakeRows = (intl: IntlShape, product: Product): readonly Figure[] => [
  {
    id: "min",
    label: intl.formatMessage({ id: "product.min" }),
    value: <Amount hidden={false} value={product.minStake} />,
  },
  {
    id: "max",
    label: intl.formatMessage({ id: "product.max" }),
    value: <Amount hidden={false} value={product.maxStake} />,
  },
]

/** The facts of a product in the market list: stake limits, periods and statistics. */
export const MarketFacts = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  const format = useFormat()
  const { averageProfitPpm, losingPpm, source, sample } = product.statistics
  const days: Figure = {
    id: "days",
    label: intl.formatMessage({ id: "product.period" }),
    value: periodsText(intl, product.periods),
  }
  const profit: Figure = {
    id: "profit",
    label: intl.formatMessage({ id: "product.profit" }),
    value: <Change ppm={averageProfitPpm} />,
  }
  return (
    <>
      <Figures compact rows={[...stakeRows(intl, product), days, profit]} />
      <p className={styles.note}>
        {intl.formatMessage({ id: "product.losing" })} {format.percent(losingPpm)} ·{" "}
        {intl.formatMessage({ id: `product.sample-short.${source}` }, { count: sample })}
      </p>
    </>
  )
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
      value: format.percent(product.commissionPpm),
    },
    {
      id: "stop-out",
      label: text("product.stop-out"),
      note: text("product.stop-out.note"),
      value: format.percent(product.stopOutBps * 100),
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
    { id: "hours", label: text("product.hours"), value: hoursText(intl, format, product.tradingHours) },
  ]
  return <Figures rows={rows} />
}

/** The statistics of contracts on this product. */
export const ProductStatistics = ({ product }: { readonly product: Product }) => {
  const intl = useIntl()
  const format = useFormat()
  const { averageBuy, averageSell } = product.statistics
  const rows: readonly Figure[] = [
    ...profitRows(intl, format, product),
    {
      id: "buy",
      label: intl.formatMessage({ id: "product.average-buy" }),
      value: <Price value={averageBuy} />,
    },
    {
      id: "sell",
      label: intl.formatMessage({ id: "product.average-sell" }),
      value: <Price value={averageSell} />,
    },
  ]
  return <Figures rows={rows} />
}
