import { useState } from "react"
import type { Order } from "../../domain/entities.ts"
import { liveTotal } from "../../domain/position.ts"
import { urlOf } from "../../navigation/routes.ts"
import type { ListView } from "../../runtime/hooks/use-list.ts"
import { useMarketStatus, useQuotes } from "../../runtime/hooks/use-quotes.ts"
import { Card } from "../../ui/Card.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { MarketNotices } from "../market/market-notices.tsx"
import { useGo } from "../patterns/use-go.ts"
import { useWide } from "../patterns/use-wide.ts"
import { ContractAside } from "./contract-aside.tsx"
import { type ContractTab, ContractTabs } from "./contract-list.tsx"
import { HoldView, LiveTotalCard } from "./hold-view.tsx"
import { LiveContractRow } from "./live-contract-row.tsx"
import { useContracts } from "./use-contracts.ts"

/** The live total of the pending contracts, renewed once a second; nothing while they are not known. */
const Total = ({ pending }: { readonly pending: ListView<Order> }) => {
  const quoteOf = useQuotes()
  const { isLive, ageMs } = useMarketStatus()
  if (pending.phase === "loading")
    return (
      <Card>
        <Skeleton shape="hero" />
      </Card>
    )
  if (pending.data === undefined || pending.items.length === 0) return null
  const priceOf = (symbol: string) => quoteOf(symbol)?.price ?? null
  const opened = pending.items.filter((order) => order.state === "opened")
  const total = liveTotal(pending.items, priceOf)
  return (
    <LiveTotalCard
      total={total}
      count={opened.length}
      isPart={pending.hasMore}
      ageMs={ageMs}
      stale={!isLive || pending.stale}
    />
  )
}

/** Holdings: a tap opens the contract, or, where there is room, shows it beside the list. */
export const Hold = () => {
  const { open, openTab } = useGo()
  const isWide = useWide()
  const [tab, setTab] = useState<ContractTab>("pending")
  const [chosenId, setChosenId] = useState<string>()
  const contracts = useContracts()
  const list = contracts[tab]
  const shownId = isWide ? (chosenId ?? list.items[0]?.id) : undefined
  const record = urlOf("hold-record")
  return (
    <HoldView
      notices={<MarketNotices />}
      total={<Total pending={contracts.pending} />}
      refresh={list}
      recordHref={record}
      onRecord={() => open(record)}
      contracts={
        <ContractTabs
          tab={tab}
          onTab={(id) => {
            setTab(id)
            setChosenId(undefined)
          }}
          list={list}
          onBegin={() => openTab(urlOf("market"))}
          renderRow={(order) => (
            <LiveContractRow
              key={order.id}
              order={order}
              onOpen={(id) => (isWide ? setChosenId(id) : open(urlOf("hold-record", { id })))}
              current={order.id === shownId}
            />
          )}
        />
      }
      aside={shownId === undefined ? undefined : <ContractAside key={shownId} id={shownId} />}
    />
  )
}
