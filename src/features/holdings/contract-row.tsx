import { type IntlShape, useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { finalResult, liveResult, namedState, type Remaining, remaining } from "../../domain/position.ts"
import { isSettling } from "../../domain/position-end.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePosition } from "../../runtime/hooks/use-positions.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { type Format, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { glyphClock, glyphReceipt } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import { ListRow } from "../../ui/List.tsx"
import { Change } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { TimeRing } from "../../ui/TimeRing.tsx"
import { useLiveQuote } from "../market/products.ts"
import { useCopyMenu } from "../patterns/copyable.tsx"
import styles from "./contract-row.module.css"
import { directionMark } from "./contract-terms.tsx"

/** The state of a contract as text. `isAwaited`: only its settlement is awaited. */
export const stateText = (intl: IntlShape, order: Order, isAwaited = false): string => {
  if (order.delayedSinceMs !== undefined) return intl.formatMessage({ id: "contract.state.delayed" })
  if (isAwaited && order.state === "opened") return intl.formatMessage({ id: "contract.state.ending" })
  if (order.state === "opened" && order.closeRequestedAtMs !== null)
    return intl.formatMessage({ id: "contract.state.closing" })
  return intl.formatMessage({ id: `contract.state.${namedState(order)}` })
}

export interface ContractRowProps {
  readonly order: Order
  /** The last price of its symbol, or the one that ends it; undefined while none is known. */
  readonly price: string | undefined
  /** Only its settlement is awaited: no price changes its result. */
  readonly isSettling: boolean
  /** The price is too old to trade on. */
  readonly stale: boolean
  /** The server's clock. */
  readonly nowMs: number
  /** A heading names the day. */
  readonly isDated: boolean
  readonly href: string
  readonly onPress: () => void
  readonly onHold?: (() => void) | undefined
  readonly current?: boolean | undefined
}

/** "▲ MSFT" with the direction in words for screen readers. */
export const ContractName = ({ order }: { readonly order: Order }) => {
  const intl = useIntl()
  return (
    <span className={styles.name}>
      <span className={styles[order.direction]} aria-hidden="true">
        {directionMark(order.direction)}
      </span>{" "}
      <span translate="no">{order.symbol}</span>
      <span className="visually-hidden">, {intl.formatMessage({ id: `direction.${order.direction}` })}</span>
    </span>
  )
}

const Leading = ({ order, left }: { readonly order: Order; readonly left: Remaining | null }) => {
  if (left && order.expiresAtMs !== null && order.openedAtMs !== null)
    return <TimeRing remainingMs={left.leftMs} totalMs={order.expiresAtMs - order.openedAtMs} />
  return (
    <span className={styles.glyph}>
      <Icon glyph={order.status === "pending" ? glyphClock : glyphReceipt} size={20} />
    </span>
  )
}

type RowFigures = Pick<ContractRowProps, "order" | "price" | "stale">

const Value = ({ order, price, stale }: RowFigures) => {
  if (order.state === "cancelled") return <Amount value={order.credited ?? order.stake} />
  const result = finalResult(order) ?? (price === undefined ? null : liveResult(order, price))
  if (result === null) return <span className={styles.waiting}>{NO_FIGURE}</span>
  return <Amount tone="result" value={result.net} stale={stale && order.status === "pending"} />
}

const Note = ({ order, price }: RowFigures) => {
  const intl = useIntl()
  if (order.state === "cancelled") return intl.formatMessage({ id: "contract.refunded" })
  const result = finalResult(order) ?? (price === undefined ? null : liveResult(order, price))
  return result === null ? null : <Change ppm={ppmOfBps(result.netBps)} size="small" />
}

const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString()

/** The time of day; the date of another day, unless a heading names it. */
const whenText = (format: Format, atMs: number, { nowMs, isDated }: ContractRowProps): string =>
  isDated || isSameDay(atMs, nowMs) ? format.mark(atMs, "minute") : format.date(atMs)

/** The price now, or the one that closed it. */
const priceText = (intl: IntlShape, format: Format, { order, price }: ContractRowProps): string | null => {
  if (order.closingPrice !== null)
    return intl.formatMessage({ id: "contract.closed-at" }, { price: format.price(order.closingPrice) })
  return price === undefined || order.status === "completed"
    ? null
    : intl.formatMessage({ id: "contract.now" }, { price: format.price(price) })
}

/** Time left or state, stake, opening and price now, and the live or final result. */
const Cells = (props: ContractRowProps & { readonly left: Remaining | null }) => {
  const { order, left } = props
  const intl = useIntl()
  const format = useFormat()
  const isRunning = left !== null && order.closeRequestedAtMs === null
  return (
    <span className={styles.cells}>
      <span className={styles.head}>
        <ContractName order={order} />{" "}
        <span className={styles.fine}>
          {isRunning
            ? intl.formatMessage({ id: "ui.time.left" }, { time: format.duration(left.leftMs) })
            : stateText(intl, order, props.isSettling)}
        </span>
      </span>
      <span className={styles.fine}>
        {intl.formatMessage(
          { id: "contract.purchased" },
          { amount: format.amount(order.stake), leverage: format.number(order.leverage) },
        )}
      </span>
      <span className={styles.prices}>
        <span className={styles.fine}>
          {order.openingPrice === null || order.openedAtMs === null
            ? null
            : intl.formatMessage(
                { id: "contract.opened-at" },
                { price: format.price(order.openingPrice), time: whenText(format, order.openedAtMs, props) },
              )}
        </span>
        <span className={styles.now}>{priceText(intl, format, props)}</span>
      </span>
      <span className={styles.result}>
        <Value {...props} />
        <span className={styles.fine}>
          <Note {...props} />
        </span>
      </span>
    </span>
  )
}

/** A contract in a list: remaining time, stake, prices, and its live or final result. */
const ContractRow = (props: ContractRowProps) => {
  const { order } = props
  const left = props.isSettling ? null : remaining(order, props.nowMs)
  return (
    <ListRow
      chevron={false}
      leading={<Leading order={order} left={left} />}
      title={<Cells {...props} left={left} />}
      href={props.href}
      onPress={props.onPress}
      onHold={props.onHold}
      current={props.current}
    />
  )
}

export interface LiveContractRowProps {
  readonly order: Order
  readonly onOpen: (id: string) => void
  readonly current?: boolean | undefined
  /** A heading above names the day. */
  readonly isDated?: boolean | undefined
}

/** A contract row with the live price and time. A long press offers to copy its number. */
export const LiveContractRow = ({
  order: listed,
  onOpen,
  current,
  isDated = false,
}: LiveContractRowProps) => {
  const { quote, stale } = useLiveQuote(listed.symbol)
  const { order, end } = usePosition(listed)
  const nowMs = useServerNow()
  const intl = useIntl()
  const offer = useCopyMenu()
  return (
    <Priced symbol={order.symbol}>
      <ContractRow
        order={order}
        price={end === null ? quote?.price : (end.price ?? undefined)}
        isSettling={isSettling(order, { end, nowMs, isStale: stale })}
        stale={stale && end === null}
        nowMs={nowMs}
        isDated={isDated}
        href={urlOf("hold-record", { id: order.id })}
        onPress={() => onOpen(order.id)}
        onHold={() =>
          offer([{ id: "number", label: intl.formatMessage({ id: "receipt.number" }), value: order.id }])
        }
        current={current}
      />
    </Priced>
  )
}
