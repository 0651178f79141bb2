import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { useFormat } from "../../ui/format.ts"
import { List, ListGroup } from "../../ui/List.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { groupByDay } from "../patterns/day-groups.ts"
import { Loaded } from "../patterns/loaded.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import type { Paged } from "./contract-list.tsx"
import styles from "./hold.module.css"

export const FILTERS = ["all", "pending", "completed"] as const
export type StatusFilter = (typeof FILTERS)[number]

export interface HoldRecordViewProps {
  readonly list: Paged<Order>
  readonly status: StatusFilter
  readonly onStatus: (status: StatusFilter) => void
  /** "" for every symbol. */
  readonly symbol: string
  readonly symbols: readonly string[]
  readonly onSymbol: (symbol: string) => void
  readonly renderRow: (order: Order, stale: boolean) => ReactNode
  readonly onBack: () => void
  readonly aside?: ReactNode | undefined
}

const Filter = (props: HoldRecordViewProps) => {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  return (
    <div className={styles.filter}>
      <Segmented
        label={text("hold-record.status")}
        hideLabel
        value={props.status}
        onChange={props.onStatus}
        options={FILTERS.map((value) => ({ value, label: text(`hold-record.status.${value}`) }))}
      />
      <SelectField
        label={text("order.symbol")}
        hideLabel
        value={props.symbol}
        onChange={props.onSymbol}
        options={[
          { value: "", label: text("hold-record.every-symbol") },
          ...props.symbols.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
      />
    </div>
  )
}

/** Every contract ever bought, by day, with a filter. */
export const HoldRecordView = (props: HoldRecordViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { list, renderRow } = props
  const isFiltered = props.status !== "all" || props.symbol !== ""
  const showAll = () => {
    props.onStatus("all")
    props.onSymbol("")
  }
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "hold-record.title" })}
      onBack={props.onBack}
      aside={props.aside}
      refresh={list}
    >
      <Filter {...props} />
      <Loaded query={list} skeleton={<Skeleton shape="row" count={6} />}>
        {(orders, stale) =>
          orders.length === 0 ? (
            <EmptyState
              text={intl.formatMessage({ id: isFiltered ? "hold-record.nothing" : "hold-record.empty" })}
              actionLabel={intl.formatMessage({ id: "hold-record.show-all" })}
              onAction={isFiltered ? showAll : undefined}
            />
          ) : (
            <>
              {groupByDay(orders, (order) => format.date(order.accepted_at_ms)).map(({ day, items }) => (
                <ListGroup key={day} title={day}>
                  <List label={day}>{items.map((order) => renderRow(order, stale))}</List>
                </ListGroup>
              ))}
              <Pager hasMore={list.hasMore} busy={list.busy} failed={list.moreFailed} onMore={list.onMore} />
              <BackToTop />
            </>
          )
        }
      </Loaded>
    </SubPage>
  )
}
