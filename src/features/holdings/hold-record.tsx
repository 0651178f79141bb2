import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { IconButton } from "../../ui/Button.tsx"
import { glyphBell, glyphHoldings } from "../../ui/glyphs.ts"
import { Segmented } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { useProducts } from "../market/products.ts"
import { RecordFilterBar, useRecordFilter } from "../patterns/record-filter.tsx"
import { DayList, type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { CloseButton, ContractAside, ContractBody, useContractDetail } from "./contract-detail.tsx"
import { useContractPolling } from "./contract-list.tsx"
import { LiveContractRow } from "./contract-row.tsx"
import styles from "./hold.module.css"

export const FILTERS = ["all", "pending", "completed"] as const
type StatusFilter = (typeof FILTERS)[number]

export interface HoldRecordViewProps {
  readonly list: Paged<Order>
  readonly status: StatusFilter
  readonly onStatus: (status: StatusFilter) => void
  /** "" for all symbols. */
  readonly symbol: string
  readonly symbols: readonly string[]
  readonly onSymbol: (symbol: string) => void
  readonly renderRow: (order: Order) => ReactNode
  readonly onBack: () => void
  /** Of closed ones, of open ones, or none: status and symbol alone choose. */
  readonly filtered: "closed" | "open" | undefined
  readonly filterBar: ReactNode
  /** Shows all contracts again. */
  readonly onAll: () => void
  readonly aside?: ReactNode | undefined
}

const Filter = (props: HoldRecordViewProps) => {
  const text = useText()
  return (
    <div className={styles.filter}>
      <Segmented
        label={text("filter.status")}
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

const idOf = ({ id }: Order): string => id
const acceptedAtMsOf = ({ acceptedAtMs }: Order): number => acceptedAtMs
const closedAtMsOf = ({ closedAtMs, acceptedAtMs }: Order): number => closedAtMs ?? acceptedAtMs

/** All contracts by day, with filters. */
export const HoldRecordView = (props: HoldRecordViewProps) => {
  const intl = useIntl()
  const { list, renderRow } = props
  const isFiltered = props.filtered !== undefined || props.status !== "all" || props.symbol !== ""
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "hold-record.title" })}
      onBack={props.onBack}
      aside={props.aside}
      refresh={list}
    >
      {props.filtered ? null : <Filter {...props} />}
      {props.filterBar}
      <RecordList
        list={list}
        emptyGlyph={glyphHoldings}
        emptyText={intl.formatMessage({ id: isFiltered ? "filter.nothing" : "hold-record.empty" })}
        emptyAction={
          isFiltered
            ? { label: intl.formatMessage({ id: "filter.show-all" }), onAction: props.onAll }
            : undefined
        }
      >
        {(orders) => (
          <DayList
            items={orders}
            keyOf={idOf}
            atMsOf={props.filtered === "closed" ? closedAtMsOf : acceptedAtMsOf}
            label={intl.formatMessage({ id: "hold-record.title" })}
            renderRow={renderRow}
          />
        )}
      </RecordList>
    </SubPage>
  )
}

const Contract = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const contract = useContractDetail(id)
  const order = contract.detail.data?.order
  const isOpen = order?.state === "opened" && order.closeRequestedAtMs === null
  return (
    <SubPage
      money
      width="form"
      title={intl.formatMessage({ id: "receipt.title" })}
      onBack={back}
      actions={
        isOpen ? (
          <IconButton
            glyph={glyphBell}
            label={intl.formatMessage({ id: "product.alert" }, { symbol: order.symbol })}
            onClick={() => open(urlOf("alert-add", { product: order.productId, contract: id }))}
          />
        ) : undefined
      }
      footer={isOpen ? <CloseButton {...contract} /> : undefined}
    >
      <ContractBody {...contract} />
    </SubPage>
  )
}

const History = ({ query }: { readonly query: QueryOf<"hold-record"> }) => {
  const { open, back } = usePageNavigation()
  const isWide = useWideLayout()
  const { id: _, ...fields } = query
  const bar = useRecordFilter("contracts", fields, (filter) => urlOf("hold-record", filter))
  const { filter, onFilter } = bar
  const [status, setStatus] = useState<StatusFilter>("all")
  const [symbol, setSymbol] = useState("")
  const [chosenId, setChosenId] = useState<string>()
  const products = useProducts()
  const symbols = products.data?.map((product) => product.symbol) ?? []
  const list = useList(
    "orders",
    filter ?? { ...(status === "all" ? {} : { status }), ...(symbol === "" ? {} : { symbol }) },
    { refreshOn: ["operation.accepted", "member.changed"] },
  )
  useContractPolling(list.items, list.onRefresh)
  const shownId = isWide ? (chosenId ?? list.items[0]?.id) : undefined
  return (
    <HoldRecordView
      list={list}
      status={status}
      onStatus={setStatus}
      symbol={symbol}
      symbols={symbols}
      onSymbol={setSymbol}
      filtered={filter && (filter.status === "pending" ? "open" : "closed")}
      filterBar={<RecordFilterBar {...bar} first={symbol === "" ? {} : { symbol }} />}
      onAll={() => {
        setStatus("all")
        setSymbol("")
        if (filter) onFilter({})
      }}
      onBack={back}
      renderRow={(order) => (
        <LiveContractRow
          isDated
          key={order.id}
          order={order}
          onOpen={(id) => (isWide ? setChosenId(id) : open(urlOf("hold-record", { id })))}
          current={order.id === shownId}
        />
      )}
      aside={shownId === undefined ? undefined : <ContractAside key={shownId} id={shownId} />}
    />
  )
}

/** One contract if an id is given, else the list of all. */
export const HoldRecord = ({ id, ...query }: QueryOf<"hold-record">) =>
  id === undefined ? <History query={query} /> : <Contract id={id} />
