import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { List } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Pager } from "../../ui/Pager.tsx"
import { SegmentedTabs } from "../../ui/SegmentedTabs.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import styles from "./contract-row.module.css"

/** A list that loads in pages. */
export interface Paged<Item> extends Loadable<readonly Item[]> {
  readonly hasMore: boolean
  readonly moreFailed: boolean
  readonly onMore: () => void
  readonly onRefresh: () => void
}

export interface ContractListProps {
  readonly list: Paged<Order>
  readonly label: string
  readonly empty: ReactNode
  readonly renderRow: (order: Order, stale: boolean) => ReactNode
}

/** Contracts, newest first, with a pager. */
export const ContractList = ({ list, label, empty, renderRow }: ContractListProps) => {
  const intl = useIntl()
  return (
    <Loaded query={list} skeleton={<Skeleton shape="row" count={3} />}>
      {(orders, stale) =>
        orders.length === 0 ? (
          empty
        ) : (
          <>
            <p className={styles.columns} aria-hidden="true">
              <span>{intl.formatMessage({ id: "contract.column.name" })}</span>
              <span>{intl.formatMessage({ id: "contract.column.result" })}</span>
            </p>
            <List label={label}>{orders.map((order) => renderRow(order, stale))}</List>
            <Pager hasMore={list.hasMore} busy={list.busy} failed={list.moreFailed} onMore={list.onMore} />
            <BackToTop />
          </>
        )
      }
    </Loaded>
  )
}

export type ContractTab = "pending" | "completed"

export interface ContractTabsProps {
  readonly tab: ContractTab
  readonly onTab: (tab: ContractTab) => void
  readonly list: Paged<Order>
  readonly renderRow: (order: Order, stale: boolean) => ReactNode
  /** Opens the market from an empty list. */
  readonly onBegin?: (() => void) | undefined
}

const tabs = ["pending", "completed"] as const

/** Pending and completed contracts in two tabs. */
export const ContractTabs = ({ tab, onTab, list, renderRow, onBegin }: ContractTabsProps) => {
  const intl = useIntl()
  const panelId = useId()
  const text = (id: MessageId) => intl.formatMessage({ id })
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
        <ContractList
          list={list}
          label={text(`contract.tab.${tab}`)}
          renderRow={renderRow}
          empty={
            <EmptyState
              text={text(`contract.empty.${tab}`)}
              actionLabel={text("contract.begin")}
              onAction={tab === "pending" ? onBegin : undefined}
            />
          }
        />
      </div>
    </div>
  )
}
