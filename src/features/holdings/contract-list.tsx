import { type ReactNode, useId, useMemo } from "react"
import { type IntlShape, useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { OPEN_PAGES_MAX, PAGE_SIZE_MAX } from "../../domain/limits.ts"
import { finalResult, liveResult, namedState, type Remaining, remaining } from "../../domain/position.ts"
import { isSettling } from "../../domain/position-end.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useRuntime, useSources } from "../../runtime/hooks/runtime-context.tsx"
import { type ListView, useList } from "../../runtime/hooks/use-list.ts"
import { useIsPushed, useOnSettled, usePolling } from "../../runtime/hooks/use-polling.ts"
import { usePosition, usePositions } from "../../runtime/hooks/use-positions.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { type Format, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { glyphClock, glyphReceipt } from "../../ui/glyphs.ts"
import { Icon } from "../../ui/Icon.tsx"
import { ListRow } from "../../ui/List.tsx"
import { Change } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { SegmentedTabs } from "../../ui/Segmented.tsx"
import { TimeRing } from "../../ui/TimeRing.tsx"
import { useText } from "../../ui/use-text.ts"
import { LongList } from "../../ui/VirtualList.tsx"
import { useLiveQuote } from "../market/products.ts"
import { useCopyMenu } from "../patterns/copyable.tsx"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import styles from "./contract-row.module.css"
import { directionMark } from "./contract-terms.tsx"

export type ContractTab = "pending" | "completed"

export interface ContractTabsProps {
  readonly tab: ContractTab
  readonly onTab: (tab: ContractTab) => void
  readonly list: Paged<Order>
  readonly renderRow: (order: Order) => ReactNode
  /** Opens the market from an empty list. */
  readonly onBegin?: (() => void) | undefined
}

const tabs = ["pending", "completed"] as const

const idOf = ({ id }: Order): string => id

/** Pending and completed contracts in two tabs. */
export const ContractTabs = ({ tab, onTab, list, renderRow, onBegin }: ContractTabsProps) => {
  const panelId = useId()
  const text = useText()
  return (
    <div className={styles.tabs}>
      <SegmentedTabs
        label={text("contract.tabs")}
        segments={tabs.map((id) => ({ id, label: text(`contract.tab.${id}`) }))}
        active={tab}
        onSelect={onTab}
        panelId={panelId}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`} className={styles.panel}>
        <RecordList
          list={list}
          skeletonCount={3}
          emptyText={text(`contract.empty.${tab}`)}
          emptyAction={
            tab === "pending" && onBegin ? { label: text("contract.begin"), onAction: onBegin } : undefined
          }
        >
          {(orders) => (
            <>
              <p className={styles.columns} aria-hidden="true">
                <span>{text("contract.column.name")}</span>
                <span>{text("contract.column.result")}</span>
              </p>
              <LongList
                items={orders}
                keyOf={idOf}
                label={text(`contract.tab.${tab}`)}
                renderRow={renderRow}
              />
            </>
          )}
        </RecordList>
      </div>
    </div>
  )
}

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

const purchasedText = (intl: IntlShape, format: Format, order: Order): string =>
  intl.formatMessage(
    { id: "contract.purchased" },
    { amount: format.amount(order.stake), leverage: format.number(order.leverage) },
  )

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

/** A contract in a list: remaining time, stake, and its live or final result. */
const ContractRow = (props: ContractRowProps) => {
  const { order } = props
  const intl = useIntl()
  const format = useFormat()
  const isRunning = order.state === "opened" && order.closeRequestedAtMs === null && !props.isSettling
  const figures = { order, price: props.price, stale: props.stale }
  return (
    <ListRow
      leading={<Leading order={order} left={props.isSettling ? null : remaining(order, props.nowMs)} />}
      title={<ContractName order={order} />}
      subtitle={
        <>
          {purchasedText(intl, format, order)}
          {order.openingPrice === null || order.openedAtMs === null ? null : (
            <span className={styles.state}>
              {intl.formatMessage(
                { id: "contract.opened-at" },
                {
                  price: format.price(order.openingPrice),
                  time: <span className={styles.time}>{format.dateTime(order.openedAtMs)}</span>,
                },
              )}
            </span>
          )}
          {isRunning ? null : (
            <span className={styles.state}>{stateText(intl, order, props.isSettling)}</span>
          )}
        </>
      }
      value={<Value {...figures} />}
      note={<Note {...figures} />}
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
}

/** A contract row with the live price and time. A long press offers to copy its number. */
export const LiveContractRow = ({ order: listed, onOpen, current }: LiveContractRowProps) => {
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

/** Events that change the open contracts by more than they say: a contract that ends leaves by its event. */
const OPEN_EVENTS = ["operation.accepted", "member.contractsChanged"] as const

/** Poll intervals: short while the server is about to change a contract, long otherwise. */
const SOON_MS = 1_500
const SELDOM_MS = 10_000

/** Whether the server is about to open, close or settle the contract, or has just done so. */
const isDue = (order: Order, nowMs: number, price: string | undefined): boolean => {
  if (order.status === "completed") return false
  if (order.state === "accepted" || order.closeRequestedAtMs !== null) return true
  if (remaining(order, nowMs)?.leftMs === 0) return true
  return price !== undefined && (liveResult(order, price)?.stoppedOut ?? false)
}

/**
 * Polls while one of the contracts is pending and the page is visible. Causes no renders. The stream
 * pushes every change: while it lives, only a contract whose change is late is requested, seldom, as
 * its settlement may be delayed.
 */
export const useContractPolling = (orders: readonly Order[], refresh: () => void): void => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  const isPending = orders.some((order) => order.status === "pending")
  const isPushed = useIsPushed()
  const isSomeDue = () => {
    const serverNowMs = now() + quotes.clockOffsetMs()
    return orders.some((order) => isDue(order, serverNowMs, quotes.get(order.symbol)?.price))
  }
  const ask = () => {
    if (!isPushed() || isSomeDue()) refresh()
  }
  const isDueNow = () => !isPushed() && isSomeDue()
  usePolling(isPending, ask, { intervalMs: SELDOM_MS, everyMs: SOON_MS, isDue: isDueNow })
}

/** The same list without the contracts that an event has ended since its answer. */
const useOpen = (list: ListView<Order>): ListView<Order> => {
  const positionOf = usePositions(list.items)
  const items = useMemo(
    () => list.items.filter((order) => positionOf(order).order.status === "pending"),
    [list.items, positionOf],
  )
  const isEmpty = list.phase === "ready" && items.length === 0 && !list.hasMore
  return {
    ...list,
    items,
    data: list.data && items,
    phase: isEmpty ? "empty" : list.phase,
  }
}

export interface Contracts {
  /** Every open contract. */
  readonly pending: ListView<Order>
  readonly completed: ListView<Order>
}

/** Pending and completed contracts, optionally of one symbol. */
export const useContracts = (symbol?: string): Contracts => {
  const of = symbol === undefined ? {} : { symbol }
  // the total covers every open contract, so all are loaded, as one answer
  const whole = { refreshOn: OPEN_EVENTS, pageSize: PAGE_SIZE_MAX, pages: OPEN_PAGES_MAX }
  const listed = useList("orders", { status: "pending", ...of }, whole)
  const pending = useOpen(listed)
  const completed = useList("orders", { status: "completed", ...of }, { refreshOn: ["member.changed"] })
  const refresh = useRefresh()
  useContractPolling(pending.items, pending.onRefresh)
  const openIds = pending.items.map(({ id }) => id)
  useOnSettled(openIds, () => {
    completed.onRefresh()
    refresh("walletSummary", "userInfo")
  })
  return { pending, completed }
}
