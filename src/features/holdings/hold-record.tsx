import { useState } from "react"
import { useIntl } from "react-intl"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useProducts } from "../market/use-products.ts"
import { SubPage } from "../patterns/sub-page.tsx"
import { useGo } from "../patterns/use-go.ts"
import { useWide } from "../patterns/use-wide.ts"
import { ContractAside } from "./contract-aside.tsx"
import { CloseButton, ContractBody, useContractDetail } from "./contract-detail.tsx"
import { HoldRecordView, type StatusFilter } from "./hold-record-view.tsx"
import { LiveContractRow } from "./live-contract-row.tsx"
import { useContractRenewal } from "./use-contracts.ts"

const Contract = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const { back } = useGo()
  const contract = useContractDetail(id)
  const order = contract.detail.data?.order
  const isOpen = order?.state === "opened" && order.close_requested_at_ms === null
  return (
    <SubPage
      money
      width="form"
      title={intl.formatMessage({ id: "receipt.title" })}
      onBack={back}
      footer={isOpen ? <CloseButton {...contract} /> : undefined}
    >
      <ContractBody {...contract} />
    </SubPage>
  )
}

const History = () => {
  const { open, back } = useGo()
  const isWide = useWide()
  const [status, setStatus] = useState<StatusFilter>("all")
  const [symbol, setSymbol] = useState("")
  const [chosenId, setChosenId] = useState<string>()
  const products = useProducts()
  const list = useList(
    "orders",
    { ...(status === "all" ? {} : { status }), ...(symbol === "" ? {} : { symbol }) },
    { refreshOn: ["order.accepted", "close.accepted"] },
  )
  useContractRenewal(list.items, list.onRefresh)
  const shownId = isWide ? (chosenId ?? list.items[0]?.id) : undefined
  return (
    <HoldRecordView
      list={list}
      status={status}
      onStatus={setStatus}
      symbol={symbol}
      symbols={products.data?.map((product) => product.symbol) ?? []}
      onSymbol={setSymbol}
      onBack={back}
      renderRow={(order) => (
        <LiveContractRow
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

/** One contract where an id is given, else the history of all of them. */
export const HoldRecord = ({ id }: QueryOf<"hold-record">) =>
  id === undefined ? <History /> : <Contract id={id} />
