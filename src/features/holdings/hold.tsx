import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import type { LiveTotal } from "../../domain/position.ts"
import { urlOf } from "../../navigation/routes.ts"
import type { ListView } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { ppmOfBps } from "../../ui/format.ts"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { Change } from "../../ui/Price.tsx"
import { PullToRefresh, RefreshButton } from "../../ui/PullToRefresh.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { MarketNotices } from "../market/market-notices.tsx"
import { PriceAgeBadge } from "../market/price-head.tsx"
import type { Refreshable } from "../patterns/loaded.tsx"
import { ChoiceRow, CloseSeveral, CloseSeveralButtons, useChosenContracts } from "./close-several.tsx"
import { ContractAside } from "./contract-detail.tsx"
import {
  type ContractTab,
  ContractTabs,
  useContractSort,
  useContracts,
  useLiveTotal,
} from "./contract-list.tsx"
import { LiveContractRow } from "./contract-row.tsx"
import styles from "./hold.module.css"

export interface LiveTotalCardProps {
  readonly total: LiveTotal
  readonly count: number
  /** Not every contract is loaded (offline, or over 10 000), so the total covers only those that are. */
  readonly isPart: boolean
  readonly ageMs: number | undefined
  readonly stale: boolean
}

/** The live result of all open contracts, and their stakes. */
const LiveTotalCard = ({ total, count, isPart, ageMs, stale }: LiveTotalCardProps) => {
  const intl = useIntl()
  return (
    <Card>
      <section className={styles.total} aria-labelledby="live-total">
        <h2 id="live-total" className={styles.label}>
          {intl.formatMessage({ id: "hold.total" })}
        </h2>
        <p className={styles.figure}>
          <Amount value={total.net} size="hero" tone="result" stale={stale} />
        </p>
        <p className={styles.line}>
          <Change ppm={ppmOfBps(total.netBps)} />
          <PriceAgeBadge ageMs={ageMs} stale={stale} />
        </p>
        <p className={styles.label}>
          {intl.formatMessage({ id: isPart ? "hold.in-contracts.part" : "hold.in-contracts" }, { count })}{" "}
          <Amount value={total.stake} />
        </p>
        {total.unpriced > 0 ? (
          <p className={styles.label}>
            {intl.formatMessage({ id: "hold.unpriced" }, { count: total.unpriced })}
          </p>
        ) : null}
      </section>
    </Card>
  )
}

export interface HoldViewProps {
  readonly notices: ReactNode
  /** The live total; empty while it is not known. */
  readonly total: ReactNode
  /** Pending and completed contracts. */
  readonly contracts: ReactNode
  readonly refresh: Refreshable
  readonly recordHref: string
  readonly onRecord: () => void
  /** The chosen contract, in a wide window. */
  readonly aside?: ReactNode | undefined
}

/** Holdings: the live total, then the contracts. */
export const HoldView = (props: HoldViewProps) => {
  const intl = useIntl()
  return (
    <Page
      aside={props.aside}
      header={
        <PageHeader
          large
          title={intl.formatMessage({ id: "hold.title" })}
          actions={
            <>
              <TextLink href={props.recordHref} onPress={props.onRecord}>
                {intl.formatMessage({ id: "hold.record" })}
              </TextLink>
              <RefreshButton {...props.refresh} />
            </>
          }
        />
      }
    >
      <PullToRefresh {...props.refresh} />
      {props.notices}
      {props.total}
      {props.contracts}
    </Page>
  )
}

/** The live total of the open contracts. */
const Total = ({ pending }: { readonly pending: ListView<Order> }) => {
  const { total, isLive, ageMs } = useLiveTotal(pending)
  if (pending.phase === "loading")
    return (
      <Card>
        <Skeleton shape="hero" />
      </Card>
    )
  if (pending.data === undefined || pending.items.length === 0) return null
  return (
    <LiveTotalCard
      total={total}
      count={pending.items.filter((order) => order.state === "opened").length}
      isPart={pending.hasMore}
      ageMs={ageMs}
      stale={!isLive || pending.stale}
    />
  )
}

/** Holdings. A tap opens the contract, in a wide window beside the list. */
export const Hold = () => {
  const { open, openTab } = usePageNavigation()
  const isWide = useWideLayout()
  const [tab, setTab] = useState<ContractTab>("pending")
  const [chosenId, setChosenId] = useState<string>()
  const contracts = useContracts()
  const sorted = useContractSort(contracts.pending)
  const list = tab === "pending" ? sorted.list : contracts.completed
  const shownId = isWide ? (chosenId ?? list.items[0]?.id) : undefined
  const record = urlOf("hold-record")
  const chosen = useChosenContracts(sorted.list)
  const [closing, setClosing] = useState<readonly Order[]>()
  const isChoosing = tab === "pending" && chosen.orders !== undefined
  return (
    <>
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
            sort={
              tab === "pending" ? (
                <>
                  {isChoosing ? null : sorted.field}
                  <CloseSeveralButtons chosen={chosen} onReview={() => setClosing(chosen.orders)} />
                </>
              ) : undefined
            }
            renderRow={(order) =>
              isChoosing ? (
                <ChoiceRow key={order.id} order={order} chosen={chosen} />
              ) : (
                <LiveContractRow
                  key={order.id}
                  order={order}
                  onOpen={(id) => (isWide ? setChosenId(id) : open(urlOf("hold-record", { id })))}
                  current={order.id === shownId}
                />
              )
            }
          />
        }
        aside={shownId === undefined ? undefined : <ContractAside key={shownId} id={shownId} />}
      />
      {closing && closing.length > 0 ? (
        <CloseSeveral
          pending={sorted.list}
          orders={closing}
          onEnd={(isSent) => {
            setClosing(undefined)
            if (isSent) chosen.end()
          }}
        />
      ) : null}
    </>
  )
}
