import { type IntlShape, useIntl } from "react-intl"
import type { Product, SystemConfig } from "../../domain/entities.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, formatOf, useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import { Term } from "../patterns/term.tsx"
import styles from "./product.module.css"
import { statisticFigures } from "./product-statistics.tsx"

/** "1, 3 and 7 days" in the order of the product. */
export const periodsText = (intl: IntlShape, periods: readonly number[]): string =>
  intl.formatMessage(
    { id: "product.days" },
    { days: formatOf(intl.locale).list(periods.map(String)), count: periods.at(-1) ?? 0 },
  )

/** Whether the market is always open. */
const neverCloses = ({ openMinute, closeMinute }: Product["tradingHours"]): boolean =>
  openMinute === 0 && closeMinute === 1440

export const hoursText = (intl: IntlShape, format: Format, hours: Product["tradingHours"]): string =>
  neverCloses(hours)
    ? intl.formatMessage({ id: "product.hours.always" })
    : intl.formatMessage(
        { id: "product.hours.between" },
        { open: format.minuteOfDay(hours.openMinute), close: format.minuteOfDay(hours.closeMinute) },
      )

/** The source and sample size of the statistics. Shown wherever the statistics are. */
const sampleText = (intl: IntlShape, { source, sample }: Product["statistics"]): string =>
  intl.formatMessage({ id: `product.sample.${sample === 0 ? "none" : source}` }, { count: sample })

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

/** The terms of a contract on this product. */
const ProductTerms = ({
  product,
  dayMs,
}: {
  readonly product: Product
  readonly dayMs?: number | undefined
}) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const rows: readonly Figure[] = [
    {
      id: "commission",
      label: <Term id="fee">{text("product.commission")}</Term>,
      note: text("product.commission.note"),
      value: format.percent(product.commissionPpm),
    },
    {
      id: "stop-out",
      label: <Term id="stop-out">{text("product.stop-out")}</Term>,
      note: text("product.stop-out.note"),
      value: format.percent(product.stopOutBps * 100),
    },
    ...stakeRows(intl, product),
    {
      id: "leverage",
      label: <Term id="leverage">{text("product.leverage")}</Term>,
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

/** The statistics of contracts on this product: the average result never without the losing share. */
const ProductStatistics = ({ product }: { readonly product: Product }) => {
  const format = useFormat()
  const { losing, profit, buy, sell } = statisticFigures(format, product)
  const text = useText()
  return (
    <Figures
      rows={[
        { id: "losing", label: text("product.losing"), value: losing },
        { id: "profit", label: text("product.profit"), value: profit },
        { id: "buy", label: text("product.average-buy"), value: buy },
        { id: "sell", label: text("product.average-sell"), value: sell },
      ]}
    />
  )
}

const Source = ({
  market,
  product: { replay },
}: {
  readonly market: SystemConfig["market"]
  readonly product: Product
}) => {
  const intl = useIntl()
  const { source, licence } = replay ?? market
  return (
    <p className={styles.note}>
      {intl.formatMessage(
        { id: market.simulated ? "product.source.simulated" : "product.source" },
        { source, licence },
      )}
    </p>
  )
}

/** Terms, statistics and source of a product. */
export const ProductDetails = ({
  product,
  market,
}: {
  readonly product: Product
  /** The market configuration; undefined while it is not known. */
  readonly market: SystemConfig["market"] | undefined
}) => {
  const intl = useIntl()
  return (
    <>
      <ListGroup title={intl.formatMessage({ id: "product.terms" })}>
        <Card>
          <ProductTerms product={product} dayMs={market?.dayMs} />
        </Card>
      </ListGroup>
      <ListGroup
        title={intl.formatMessage({ id: "product.statistics" })}
        footnote={sampleText(intl, product.statistics)}
      >
        <Card>
          <ProductStatistics product={product} />
        </Card>
      </ListGroup>
      {market ? <Source market={market} product={product} /> : null}
    </>
  )
}
