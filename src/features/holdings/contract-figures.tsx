import type { ReactNode } from "react"
import { type IntlShape, useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { amountOf } from "../../domain/money.ts"
import { finalResult, liveResult, positionPrices } from "../../domain/position.ts"
import { costShares, orderTerms } from "../../domain/trade.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, formatOf, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"
import { type Text, useText } from "../../ui/use-text.ts"
import { Term } from "../patterns/term.tsx"
import styles from "./contract-overview.module.css"
import { DirectionBadge, periodText } from "./contract-terms.tsx"

/** The stake times the leverage. */
const exposureOf = (order: Order): string => {
  const { stakeKobo, leverage } = orderTerms(order)
  return amountOf(stakeKobo * BigInt(leverage))
}

const termRows = (text: Text, intl: IntlShape, order: Order): readonly Figure[] => [
  { id: "direction", label: text("ticket.direction"), value: <DirectionBadge direction={order.direction} /> },
  { id: "stake", label: text("receipt.stake"), value: <Amount value={order.stake} /> },
  {
    id: "leverage",
    label: <Term id="leverage">{text("ticket.leverage")}</Term>,
    value: `${formatOf(intl.locale).number(order.leverage)}×`,
  },
  { id: "period", label: text("ticket.period"), value: periodText(intl, order.periodDays) },
]

const priceFigure = (label: ReactNode, id: string, price: string | null, stale = false): Figure => ({
  id,
  label,
  value: price === null ? NO_FIGURE : <Price value={price} stale={stale} />,
})

const limitRows = (text: Text, format: Format, order: Order): readonly Figure[] => [
  ...(order.slippageBps === null
    ? []
    : [
        {
          id: "slippage",
          label: <Term id="slippage">{text("ticket.slippage")}</Term>,
          value: format.percent(ppmOfBps(order.slippageBps)),
        },
      ]),
  ...(order.stopLoss === null ? [] : [priceFigure(text("ticket.stop-loss"), "stop-loss", order.stopLoss)]),
  ...(order.takeProfit === null
    ? []
    : [priceFigure(text("ticket.take-profit"), "take-profit", order.takeProfit)]),
]

const commission = (text: Text, format: Format, order: Order, amount: string): Figure => ({
  id: "commission",
  label: <Term id="fee">{text("ticket.commission")}</Term>,
  note: text("ticket.commission.note", {
    rate: format.percent(order.commissionPpm),
    exposure: format.amount(exposureOf(order)),
    share: format.percent(costShares(order).commissionSharePpm),
  }),
  value: <Amount signed value={amount === "0.00" ? amount : `-${amount}`} />,
})

const breakEven = (text: Text, format: Format, order: Order): Figure => ({
  ...priceFigure(
    <Term id="break-even">{text("ticket.break-even")}</Term>,
    "break-even",
    positionPrices(order)?.breakEven ?? null,
  ),
  note: text("ticket.break-even.move", {
    move: format.percent(costShares(order).breakEvenMovePpm, { signed: true }),
  }),
})

/** The amount credited, emphasised as the result of the rows above. */
const credited = (text: Text, label: MessageId, value: string): Figure => ({
  id: "credited",
  label: text(label),
  value: <Amount value={value} />,
  emphasis: true,
})

const liveRows = (text: Text, format: Format, order: Order, price: string | undefined, stale: boolean) => {
  const prices = positionPrices(order)
  const result = price === undefined ? null : liveResult(order, price)
  return [
    priceFigure(text("receipt.entry"), "entry", order.openingPrice),
    priceFigure(text("order.current-price"), "current", price ?? null, stale),
    priceFigure(<Term id="stop-out">{text("ticket.stop-out")}</Term>, "stop-out", prices?.stopOut ?? null),
    breakEven(text, format, order),
    ...limitRows(text, format, order),
    ...(result
      ? [
          commission(text, format, order, result.commission),
          { id: "gross", label: text("receipt.gross"), value: <Amount signed value={result.gross} /> },
          credited(text, "receipt.credited-now", result.credited),
        ]
      : []),
  ]
}

const finalRows = (text: Text, format: Format, order: Order): readonly Figure[] => [
  priceFigure(text("receipt.entry"), "entry", order.openingPrice),
  priceFigure(text("receipt.exit"), "exit", order.closingPrice),
  ...(order.openingPrice === null ? [] : [breakEven(text, format, order)]),
  ...limitRows(text, format, order),
  ...(order.gross === null
    ? []
    : [{ id: "gross", label: text("receipt.gross"), value: <Amount signed value={order.gross} /> }]),
  ...(order.commission === null ? [] : [commission(text, format, order, order.commission)]),
  credited(text, "receipt.credited", finalResult(order)?.credited ?? order.stake),
]

export interface ContractFiguresProps {
  readonly order: Order
  readonly price: string | undefined
  readonly stale: boolean
}

/** The figures of a contract: terms, prices, commission and amount credited. */
export const ContractFigures = ({ order, price, stale }: ContractFiguresProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const rest =
    order.status === "completed"
      ? finalRows(text, format, order)
      : liveRows(text, format, order, price, stale)
  return <Figures rows={[...termRows(text, intl, order), ...rest]} />
}

export interface ContractFormulaProps {
  readonly order: Order
  /** The price for an open contract. */
  readonly price: string | undefined
}

/**
 * The formula of the contract's result with its own numbers. Nothing without an entry price and
 * while the settlement is delayed.
 */
export const ContractFormula = ({ order, price }: ContractFormulaProps) => {
  const intl = useIntl()
  const format = useFormat()
  const exit = order.closingPrice ?? price
  const result =
    order.gross !== null && order.commission !== null
      ? { gross: order.gross, commission: order.commission, ...finalResult(order) }
      : price === undefined
        ? null
        : liveResult(order, price)
  const { net, credited } = { net: result?.net ?? null, credited: result?.credited ?? null }
  if (
    order.openingPrice === null ||
    exit === undefined ||
    result === null ||
    net === null ||
    credited === null
  )
    return null
  const [entryText, exitText] = [format.price(order.openingPrice), format.price(exit)]
  const move = order.direction === "up" ? `${exitText} − ${entryText}` : `${entryText} − ${exitText}`
  const { amount } = format
  const lines = [
    {
      id: "gross",
      sum: `${amount(order.stake)} × ${format.number(order.leverage)} × (${move}) ÷ ${entryText}`,
      result: amount(result.gross, { signed: true }),
    },
    {
      id: "commission",
      sum: `${format.percent(order.commissionPpm)} × ${amount(exposureOf(order))}`,
      result: amount(result.commission),
    },
    {
      id: "net",
      sum: `${amount(result.gross, { signed: true })} − ${amount(result.commission)}`,
      result: amount(net, { signed: true }),
    },
    {
      id: "credited",
      sum: `${amount(order.stake)} + (${amount(net, { signed: true })})`,
      result: amount(credited),
    },
  ] as const
  return (
    <ListGroup title={intl.formatMessage({ id: "receipt.formula" })}>
      <Card>
        <dl className={styles.formula}>
          {lines.map((line) => (
            <div key={line.id} className={styles.line}>
              <dt>{intl.formatMessage({ id: `receipt.formula.${line.id}` })}</dt>
              <dd>
                <span className={styles.sum}>{line.sum}</span>{" "}
                <span className={styles.equals}>= {line.result}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.note}>{intl.formatMessage({ id: "receipt.formula.note" })}</p>
      </Card>
    </ListGroup>
  )
}
