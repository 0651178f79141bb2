import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { finalResult, liveResult } from "../../domain/position.ts"
import { Card } from "../../ui/Card.tsx"
import { useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import styles from "./receipt.module.css"
import { exposureOf } from "./receipt-figures.tsx"

export interface ReceiptFormulaProps {
  readonly order: Order
  /** The price a running contract is computed at. */
  readonly price: string | undefined
}

/** The arithmetic of this contract with its own numbers, line by line. Nothing before it has an entry price, and while its settlement waits. */
export const ReceiptFormula = ({ order, price }: ReceiptFormulaProps) => {
  const intl = useIntl()
  const format = useFormat()
  const exit = order.closing_price ?? price
  const result =
    order.gross !== null && order.commission !== null
      ? { gross: order.gross, commission: order.commission, ...finalResult(order) }
      : price === undefined
        ? null
        : liveResult(order, price)
  const { net, credited } = { net: result?.net ?? null, credited: result?.credited ?? null }
  if (
    order.opening_price === null ||
    exit === undefined ||
    result === null ||
    net === null ||
    credited === null
  )
    return null
  const [entryText, exitText] = [format.price(order.opening_price), format.price(exit)]
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
      sum: `${format.percent(order.commission_ppm)} × ${amount(exposureOf(order))}`,
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
  ]
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
