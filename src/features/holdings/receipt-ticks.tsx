import { useIntl } from "react-intl"
import type { OrderDetail, Tick } from "../../domain/entities.ts"
import { useFormat } from "../../ui/format.ts"
import styles from "./receipt.module.css"

const Ticks = ({
  kind,
  ticks,
  seq,
}: {
  readonly kind: "entry" | "exit"
  readonly ticks: readonly Tick[]
  readonly seq: number | null
}) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  if (ticks.length === 0) return null
  return (
    <table className={styles.ticks}>
      <caption>{text(`receipt.ticks.${kind}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{text("receipt.ticks.seq")}</th>
          <th scope="col">{text("receipt.ticks.time")}</th>
          <th scope="col">{text("receipt.ticks.price")}</th>
        </tr>
      </thead>
      {ticks.map((tick) => (
        <tbody key={tick.seq} data-chosen={tick.seq === seq || undefined}>
          <tr aria-current={tick.seq === seq || undefined}>
            <td>{format.number(tick.seq)}</td>
            <td>{format.time(tick.at_ms)}</td>
            <td>{format.price(tick.price)}</td>
          </tr>
          <tr>
            <td colSpan={3} className={styles.hash}>
              <span className="visually-hidden">{text("receipt.ticks.hash")} </span>
              <code>{tick.hash}</code>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}

/** The published prices around entry and exit, each with its hash; the one that counted is marked. */
export const ReceiptTicks = ({ detail }: { readonly detail: OrderDetail }) => (
  <div className={styles.stack}>
    <Ticks kind="entry" ticks={detail.entry_ticks} seq={detail.order.entry_seq} />
    <Ticks kind="exit" ticks={detail.exit_ticks} seq={detail.order.exit_seq} />
  </div>
)
