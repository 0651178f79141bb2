import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import { type ContractFilter, readFilter } from "../../domain/contract-filter.ts"
import type { Order } from "../../domain/entities.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useNavigation, usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { Button, IconButton } from "../../ui/Button.tsx"
import { glyphBell, glyphHoldings, glyphSearch } from "../../ui/glyphs.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Segmented } from "../../ui/Segmented.tsx"
import { SelectField } from "../../ui/SelectField.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import { useProducts } from "../market/products.ts"
import { DayList, type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { CloseButton, ContractAside, ContractBody, useContractDetail } from "./contract-detail.tsx"
import { FilterChips, FilterSheet, lastYear, useToday } from "./contract-filter.tsx"
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
  /** Opens the choice of the other fields. */
  readonly onMore: () => void
  /** Those chosen, in place of status and symbol. */
  readonly chips?: ReactNode | undefined
  /** Shows all contracts again. */
  readonly onAll: () => void
  readonly aside?: ReactNode | undefined
}

const Filter = (props: HoldRecordViewProps) => {
  const text = useText()
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

const idOf = ({ id }: Order): string => id
const acceptedAtMsOf = ({ acceptedAtMs }: Order): number => acceptedAtMs
const closedAtMsOf = ({ closedAtMs, acceptedAtMs }: Order): number => closedAtMs ?? acceptedAtMs

/** All contracts by day, with filters. */
export const HoldRecordView = (props: HoldRecordViewProps) => {
  const intl = useIntl()
  const { list, renderRow } = props
  const isFiltered = props.chips !== undefined || props.status !== "all" || props.symbol !== ""
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "hold-record.title" })}
      onBack={props.onBack}
      aside={props.aside}
      refresh={list}
    >
      {props.chips ?? <Filter {...props} />}
      <Button tone="secondary" size="small" glyph={glyphSearch} onClick={props.onMore}>
        {intl.formatMessage({ id: "filter.open" })}
      </Button>
      <RecordList
        list={list}
        emptyGlyph={glyphHoldings}
        emptyText={intl.formatMessage({ id: isFiltered ? "hold-record.nothing" : "hold-record.empty" })}
        emptyAction={
          isFiltered
            ? { label: intl.formatMessage({ id: "hold-record.show-all" }), onAction: props.onAll }
            : undefined
        }
      >
        {(orders) => (
          <DayList
            items={orders}
            keyOf={idOf}
            atMsOf={props.chips ? closedAtMsOf : acceptedAtMsOf}
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

/** The filter in the address. Other fields than the period count in the last year without one. */
const useAddressFilter = (query: QueryOf<"hold-record">) => {
  const { redirectTo } = useNavigation()
  const today = useToday()
  const { filter, ignored } = readFilter({ ...query, id: undefined })
  const isChosen = Object.keys(filter).length > 0
  return {
    today,
    ignored,
    filter: isChosen ? { ...lastYear(today), ...filter } : undefined,
    onFilter: (chosen: ContractFilter) => void redirectTo(urlOf("hold-record", chosen)),
  }
}

const History = ({ query }: { readonly query: QueryOf<"hold-record"> }) => {
  const intl = useIntl()
  const { open, back } = usePageNavigation()
  const isWide = useWideLayout()
  const { filter, ignored, today, onFilter } = useAddressFilter(query)
  const [status, setStatus] = useState<StatusFilter>("all")
  const [symbol, setSymbol] = useState("")
  const [chosenId, setChosenId] = useState<string>()
  const [sheet, setSheet] = useState({ isOpen: false, openings: 0 })
  const closeSheet = () => setSheet({ ...sheet, isOpen: false })
  useOverlay(sheet.isOpen, closeSheet)
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
    <>
      <HoldRecordView
        list={list}
        status={status}
        onStatus={setStatus}
        symbol={symbol}
        symbols={symbols}
        onSymbol={setSymbol}
        onMore={() => setSheet({ isOpen: true, openings: sheet.openings + 1 })}
        chips={
          filter || ignored.length > 0 ? (
            <>
              {ignored.length > 0 ? (
                <Notice tone="warning">
                  {intl.formatMessage({ id: "filter.ignored" }, { names: intl.formatList(ignored) })}
                </Notice>
              ) : null}
              {filter ? <FilterChips filter={filter} onFilter={onFilter} /> : null}
            </>
          ) : undefined
        }
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
      <FilterSheet
        key={sheet.openings}
        open={sheet.isOpen}
        onClose={closeSheet}
        filter={filter ?? (symbol === "" ? {} : { symbol })}
        onFilter={onFilter}
        symbols={symbols}
        today={today}
      />
    </>
  )
}

/** One contract if an id is given, else the list of all. */
export const HoldRecord = ({ id, ...query }: QueryOf<"hold-record">) =>
  id === undefined ? <History query={query} /> : <Contract id={id} />
