import { type ReactNode, useId, useMemo, useState } from "react"
import { CONTRACT_SORTS, type ContractSort, resultsAt, sortContracts } from "../../domain/contract-order.ts"
import type { Order } from "../../domain/entities.ts"
import { OPEN_PAGES_MAX, PAGE_SIZE_MAX } from "../../domain/limits.ts"
import { liveResult, liveTotal, remaining } from "../../domain/position.ts"
import { useRuntime, useSources } from "../../runtime/hooks/runtime-context.tsx"
import { type ListView, useList } from "../../runtime/hooks/use-list.ts"
import { useIsPushed, useOnSettled, usePolling } from "../../runtime/hooks/use-polling.ts"
import { usePositions } from "../../runtime/hooks/use-positions.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { useMarketStatus, useQuotes } from "../../runtime/hooks/use-quotes.ts"
import { glyphHoldings } from "../../ui/glyphs.ts"
import { SegmentedTabs } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { useText } from "../../ui/use-text.ts"
import { LongList } from "../../ui/VirtualList.tsx"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import styles from "./contract-row.module.css"

export type ContractTab = "pending" | "completed"

export interface ContractTabsProps {
  readonly tab: ContractTab
  readonly onTab: (tab: ContractTab) => void
  readonly list: Paged<Order>
  readonly renderRow: (order: Order) => ReactNode
  /** Opens the market from an empty list. */
  readonly onBegin?: (() => void) | undefined
  /** Chooses the order of the list. */
  readonly sort?: ReactNode | undefined
}

const tabs = ["pending", "completed"] as const

const idOf = ({ id }: Order): string => id

/** The names of the columns; on a phone those of both sides. */
const Columns = ({ tab }: { readonly tab: ContractTab }) => {
  const text = useText()
  return (
    <div className={styles.columns} aria-hidden="true">
      <p className={styles.cells}>
        <span>{text("contract.column.name")}</span>
        <span />
        <span className={styles.prices}>
          <span>{text("receipt.entry")}</span>
          <span className={styles.now}>
            {text(tab === "completed" ? "receipt.exit" : "order.current-price")}
          </span>
        </span>
        <span className={styles.result}>{text("contract.column.result")}</span>
      </p>
    </div>
  )
}

/** Open and closed contracts in two tabs. */
export const ContractTabs = ({ tab, onTab, list, renderRow, onBegin, sort }: ContractTabsProps) => {
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
          emptyGlyph={glyphHoldings}
          emptyText={text(`contract.empty.${tab}`)}
          emptyAction={
            tab === "pending" && onBegin ? { label: text("contract.begin"), onAction: onBegin } : undefined
          }
        >
          {(orders) => (
            <>
              {orders.length > 1 ? sort : null}
              <Columns tab={tab} />
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

const isSort = (value: string): value is ContractSort => CONTRACT_SORTS.some((sort) => sort === value)

interface ContractOrder {
  readonly sort: ContractSort
  /** The results when the order was chosen: rows do not move under a finger. */
  readonly results: ReadonlyMap<string, bigint>
}

/** The open contracts in the chosen order, and the field that chooses it. */
export const useContractSort = (pending: ListView<Order>) => {
  const text = useText()
  const { quotes } = useSources()
  const [{ sort, results }, setOrder] = useState<ContractOrder>({ sort: "newest", results: new Map() })
  const items = useMemo(
    () => sortContracts(pending.items, sort, ({ id }) => results.get(id) ?? null),
    [pending.items, sort, results],
  )
  const onSort = (value: string) => {
    if (isSort(value))
      setOrder({
        sort: value,
        results: resultsAt(pending.items, (symbol) => quotes.get(symbol)?.price),
      })
  }
  const field = (
    <div className={styles.sort}>
      <SelectField
        compact
        hideLabel
        label={text("contract.sort")}
        value={sort}
        options={CONTRACT_SORTS.map((value) => ({ value, label: text(`contract.sort.${value}`) }))}
        onChange={onSort}
      />
    </div>
  )
  return { list: { ...pending, items, data: pending.data && items }, field }
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

/** Every open contract, optionally of one symbol: a total covers all, so all are loaded, as one answer. */
export const useOpenContracts = (symbol?: string, onSettled?: () => void): ListView<Order> => {
  const whole = { refreshOn: OPEN_EVENTS, pageSize: PAGE_SIZE_MAX, pages: OPEN_PAGES_MAX }
  const pending = useOpen(useList("orders", { status: "pending", ...(symbol && { symbol }) }, whole))
  const refresh = useRefresh()
  useContractPolling(pending.items, pending.onRefresh)
  const openIds = pending.items.map(({ id }) => id)
  useOnSettled(openIds, () => {
    onSettled?.()
    refresh("walletSummary", "userInfo")
  })
  return pending
}

/** The total result of open contracts: at each look the sum of their rows. */
export const useLiveTotal = (pending: ListView<Order>) => {
  const quoteOf = useQuotes(pending.items.map(({ symbol }) => symbol))
  const positionOf = usePositions(pending.items)
  const { isLive, ageMs, phase } = useMarketStatus()
  const priceOf = (order: Order) => {
    const { end } = positionOf(order)
    return end === null ? (quoteOf(order.symbol)?.price ?? null) : end.price
  }
  const total = liveTotal(pending.items, priceOf)
  return {
    total,
    isLive,
    ageMs,
    /** The contracts or their first prices are not there yet. */
    isAwaited: pending.data === undefined || (total.unpriced > 0 && phase === "connecting"),
  }
}

interface Contracts {
  readonly pending: ListView<Order>
  readonly completed: ListView<Order>
}

/** Open and closed contracts, optionally of one symbol. */
export const useContracts = (symbol?: string): Contracts => {
  const of = symbol === undefined ? {} : { symbol }
  const completed = useList("orders", { status: "completed", ...of }, { refreshOn: ["member.changed"] })
  return { pending: useOpenContracts(symbol, completed.onRefresh), completed }
}
