import { useEffect, useEffectEvent } from "react"
import { useIntl } from "react-intl"
import type { Order, OrderDetail } from "../../domain/entities.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useCloseOrder } from "../../runtime/hooks/use-close-order.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Button } from "../../ui/Button.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useLiveQuote } from "../market/use-live-quote.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { CloseEarlySheet, type CloseEarlyTicket } from "./close-early.tsx"
import { isEnding } from "./contract-row.tsx"
import styles from "./hold.module.css"
import { Receipt } from "./receipt.tsx"
import { useContractPolling } from "./use-contracts.ts"

export interface ContractDetail {
  readonly detail: Loadable<OrderDetail>
  readonly close: CloseEarlyTicket & { readonly isElsewhere: boolean }
}

const NONE: readonly Order[] = []

/**
 * A contract with its early close. It is polled while pending, and a toast says that a close was
 * accepted.
 */
export const useContractDetail = (id: string): ContractDetail => {
  const intl = useIntl()
  const { toast } = useFeedback()
  const detail = useQuery("order", { id }, { refreshOn: ["close.accepted", "member.changed"] })
  const orders = detail.data ? [detail.data.order] : NONE
  useContractPolling(orders, detail.onRetry)
  const close = useCloseOrder(id)
  useOverlay(close.phase !== "closed" && close.phase !== "accepted", close.back)
  const isAccepted = close.phase === "accepted"
  const notify = useEffectEvent(() =>
    toast(intl.formatMessage({ id: "close.accepted" }), { icon: "success" }),
  )
  const isRunning = detail.data?.order.state === "opened" && detail.data.order.closeRequestedAtMs === null
  useEffect(() => {
    if (isAccepted && isRunning) notify()
  }, [isAccepted, isRunning])
  return { detail, close }
}

/** Opens the early close; nothing if the contract cannot be closed. */
export const CloseButton = ({ detail, close }: ContractDetail) => {
  const intl = useIntl()
  const order = detail.data?.order
  const nowMs = useServerNow()
  const isOpen = order?.state === "opened" && order.closeRequestedAtMs === null && !isEnding(order, nowMs)
  if (!isOpen || close.phase === "accepted") return null
  return (
    <Button tone="secondary" wide disabled={close.isElsewhere} onClick={close.open}>
      {intl.formatMessage({ id: "close.button" })}
    </Button>
  )
}

const LiveReceipt = ({
  detail,
  close,
}: {
  readonly detail: OrderDetail
  readonly close: CloseEarlyTicket
}) => {
  const { quote, ageMs, stale } = useLiveQuote(detail.order.symbol)
  const nowMs = useServerNow()
  const price = quote?.price ?? detail.currentPrice
  return (
    <Priced symbol={detail.order.symbol}>
      <Receipt detail={detail} price={price} ageMs={ageMs} stale={stale} nowMs={nowMs} />
      <CloseEarlySheet order={detail.order} price={price} stale={stale} close={close} />
    </Priced>
  )
}

const shape = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="row" count={6} />
  </>
)

/** The receipt of a contract with the live price. */
export const ContractBody = ({ detail, close }: ContractDetail) => (
  <Loaded query={detail} skeleton={shape}>
    {(known) => <LiveReceipt detail={known} close={close} />}
  </Loaded>
)

/** The chosen contract beside a list. */
export const ContractAside = ({ id }: { readonly id: string }) => {
  const contract = useContractDetail(id)
  return (
    <div className={styles.aside}>
      <CloseButton {...contract} />
      <ContractBody {...contract} />
    </div>
  )
}
