import { useEffect, useEffectEvent, useState } from "react"
import { useIntl } from "react-intl"
import type { LevelChange } from "../../domain/changed-levels.ts"
import type { Order, OrderDetail } from "../../domain/entities.ts"
import { isEnding, liveResult } from "../../domain/position.ts"
import { isSettling, type PositionEnd } from "../../domain/position-end.ts"
import { boughtAgain } from "../../domain/ticket.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useCloseOrder } from "../../runtime/hooks/use-close-order.ts"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { usePolling } from "../../runtime/hooks/use-polling.ts"
import { usePosition } from "../../runtime/hooks/use-positions.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { FormAmounts } from "../../ui/hidden-amounts.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Change, Price } from "../../ui/Price.tsx"
import { Priced } from "../../ui/price-unit.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { useLiveQuote } from "../market/products.ts"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { ChangeLevels } from "./change-levels.tsx"
import { type CloseEarlyTicket, sheets } from "./close-sheets.ts"
import { type Tolerance, ToleranceChoice } from "./close-tolerance.tsx"
import type { MovedLevel } from "./contract-chart.tsx"
import { useContractPolling } from "./contract-list.tsx"
import overviewStyles from "./contract-overview.module.css"
import { ContractOverview } from "./contract-overview.tsx"
import styles from "./hold.module.css"
import { ShareContract } from "./share-contract.tsx"

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
  const detail = useQuery("order", { id }, { refreshOn: ["operation.accepted", "member.changed"] })
  const orders = detail.data ? [detail.data.order] : NONE
  useContractPolling(orders, detail.onRetry)
  useProofPolling(detail.data, detail.onRetry)
  const close = useCloseOrder(id)
  useOverlay(sheets[close.phase] !== null, close.back)
  const isAccepted = close.phase === "accepted"
  const notify = useEffectEvent(() =>
    toast(intl.formatMessage({ id: close.change === null ? "close.accepted" : "amend.accepted" }), {
      icon: "success",
    }),
  )
  const isRunning = detail.data !== undefined && isBefore(detail.data.order, close.change)
  useEffect(() => {
    if (isAccepted && isRunning) notify()
  }, [isAccepted, isRunning])
  return { detail, close }
}

/** Whether an answer is from before the accepted close or change, of which the member is notified then. */
const isBefore = ({ state, closeRequestedAtMs, levelHistory }: Order, change: LevelChange | null) =>
  state === "opened" &&
  (change === null ? closeRequestedAtMs === null : (levelHistory?.amendments.length ?? 0) === change.number)

const PROOF_POLL_MS = 2_000
/** A log without checkpoints is not waited for. */
const PROOF_POLLS = 10

/** Asks for the proof of a settlement until a checkpoint covers it: some seconds after the end. */
const useProofPolling = (detail: OrderDetail | undefined, refresh: () => void): void => {
  const isWaiting = detail?.order.status === "completed" && detail.proof === null
  usePolling(isWaiting, refresh, { intervalMs: PROOF_POLL_MS, limit: PROOF_POLLS })
}

/** Opens the early close; nothing if the contract cannot be closed. */
export const CloseButton = ({ detail, close }: ContractDetail) =>
  detail.data ? <OpenCloseButton order={detail.data.order} close={close} /> : null

/** Whether a contract may still be closed, and its levels changed. */
const isChangeable = (order: Order, end: PositionEnd | null, nowMs: number): boolean =>
  order.state === "opened" && order.closeRequestedAtMs === null && end === null && !isEnding(order, nowMs)

const OpenCloseButton = ({
  order: answered,
  close,
}: Pick<ContractDetail, "close"> & { readonly order: Order }) => {
  const intl = useIntl()
  const nowMs = useServerNow()
  const { order, end } = usePosition(answered)
  const isClosing = close.phase === "accepted" && close.change === null
  if (!isChangeable(order, end, nowMs) || isClosing) return null
  return (
    <Button tone="secondary" wide disabled={close.isElsewhere} onClick={() => close.open()}>
      {intl.formatMessage({ id: "close.button" })}
    </Button>
  )
}

const LiveReceipt = ({
  detail,
  close,
}: {
  readonly detail: OrderDetail
  readonly close: ContractDetail["close"]
}) => {
  const { quote, ageMs, stale } = useLiveQuote(detail.order.symbol)
  const { order, end } = usePosition(detail.order)
  const nowMs = useServerNow()
  const live = quote?.price ?? detail.currentPrice
  const price = end === null ? live : (end.price ?? undefined)
  const isOpen = isChangeable(order, end, nowMs)
  const [moved, setMoved] = useState<MovedLevel | null>(null)
  return (
    <Priced symbol={order.symbol}>
      {order.closeRefused && order.state === "opened" && order.closeRequestedAtMs === null ? (
        <CloseRefused {...order.closeRefused} />
      ) : null}
      <ContractOverview
        detail={order === detail.order ? detail : { ...detail, order }}
        price={price}
        isSettling={isSettling(order, { end, nowMs, isStale: stale })}
        ageMs={ageMs}
        stale={stale && end === null}
        nowMs={nowMs}
        levels={
          <ChangeLevels
            order={order}
            price={end === null ? price : undefined}
            close={close}
            isOpen={isOpen}
            moved={moved}
            onMovedTaken={() => setMoved(null)}
          />
        }
        onMoved={isOpen && !close.isElsewhere ? setMoved : undefined}
      />
      <BuyAgain order={order} price={live} />
      <ShareContract order={order} price={price} />
      <CloseEarlySheet order={order} price={price} stale={stale && end === null} close={close} />
    </Priced>
  )
}

/** The prices of a close that was refused, until the member closes the contract again or it ends. */
const CloseRefused = ({ quoted, price }: NonNullable<Order["closeRefused"]>) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Notice tone="warning">
      {intl.formatMessage(
        { id: "receipt.close-refused" },
        { quoted: format.price(quoted), price: format.price(price) },
      )}
    </Notice>
  )
}

const shape = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="row" count={6} />
  </>
)

/** Opens the ticket with what an ended contract had; it is confirmed as any other. */
const BuyAgain = ({ order, price }: { readonly order: Order; readonly price: string }) => {
  const intl = useIntl()
  const { open } = usePageNavigation()
  return order.status === "completed" ? (
    <Button tone="secondary" wide onClick={() => open(urlOf("order", boughtAgain(order, price)))}>
      {intl.formatMessage({ id: "receipt.buy-again" })}
    </Button>
  ) : null
}

/** A contract with the live price. */
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

export interface CloseEarlyProps {
  readonly order: Order
  /** The price shown; undefined where the one that ends the contract is not known. */
  readonly price: string | undefined
  readonly stale: boolean
  readonly close: CloseEarlyTicket
}

const Current = ({ order, price, stale }: Omit<CloseEarlyProps, "close">) => {
  const text = useText()
  const result = price === undefined ? null : liveResult(order, price)
  return (
    <Figures
      rows={[
        {
          id: "net",
          label: text("receipt.result-now"),
          value: result ? <Amount tone="result" value={result.net} stale={stale} /> : NO_FIGURE,
          emphasis: true,
        },
        {
          id: "share",
          label: text("close.share"),
          value: result ? <Change ppm={ppmOfBps(result.netBps)} /> : NO_FIGURE,
        },
        {
          id: "price",
          label: text("order.current-price"),
          value: price === undefined ? NO_FIGURE : <Price value={price} stale={stale} />,
        },
        {
          id: "commission",
          label: text("close.commission"),
          value: result ? <Amount value={result.commission} /> : NO_FIGURE,
        },
        {
          id: "credited",
          label: text("receipt.credited-now"),
          value: result ? <Amount value={result.credited} /> : NO_FIGURE,
        },
      ]}
    />
  )
}

/** Asks before an early close: the result at the current price, and that the next price decides. */
const CloseEarlySheet = ({ order, price, stale, close }: CloseEarlyProps) => {
  const intl = useIntl()
  const sheet = sheets[close.phase]
  const notice = sheet?.notice
  const text = useText()
  const isBusy = sheet?.isBusy ?? false
  const [chosen, setChosen] = useState<Tolerance>("any")
  const isWaiting = chosen !== "any" && (price === undefined || stale)
  const limit =
    chosen === "any" || price === undefined ? undefined : { quotedPrice: price, slippageBps: Number(chosen) }
  return (
    <Sheet
      open={sheet !== null && close.change === null}
      onClose={close.back}
      dismissable={close.phase !== "sending"}
      title={intl.formatMessage({ id: "close.title" }, { symbol: order.symbol })}
      footer={
        <>
          <Button wide busy={isBusy} disabled={isWaiting} onClick={() => close.confirm(limit)}>
            {text("close.confirm")}
          </Button>
          <Button wide tone="secondary" disabled={isBusy} onClick={close.back}>
            {text("close.keep")}
          </Button>
        </>
      }
    >
      <div className={overviewStyles.stack}>
        <div role="status" className={overviewStyles.stack}>
          {notice ? (
            <Notice tone={notice.tone} title={text(notice.title)}>
              {close.error ?? text(`${notice.title}.text`)}
            </Notice>
          ) : null}
        </div>
        <FormAmounts>
          <Current order={order} price={price} stale={stale} />
        </FormAmounts>
        <ToleranceChoice chosen={chosen} onChoose={setChosen} isWaiting={isWaiting} />
        <p className={overviewStyles.note}>{text("close.note")}</p>
      </div>
    </Sheet>
  )
}
