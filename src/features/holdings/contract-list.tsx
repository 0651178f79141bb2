import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { List } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { SegmentedTabs } from "../../ui/Segmented.tsx"
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
              <List label={text(`contract.tab.${tab}`)}>{orders.map(renderRow)}</List>
            </>
          )}
        </RecordList>
      </div>
    </div>
  )
}
