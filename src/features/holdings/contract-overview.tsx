import type { ReactNode } from "react"
import { type IntlShape, useIntl } from "react-intl"
import type { Order, OrderDetail, Tick } from "../../domain/entities.ts"
import { earlyCause, finalResult, liveResult, remaining } from "../../domain/position.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Badge, Status } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Format, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import { Change } from "../../ui/Price.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { ErrorState } from "../../ui/StateView.tsx"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { TimeRing } from "../../ui/TimeRing.tsx"
import { useText } from "../../ui/use-text.ts"
import { PriceAgeBadge } from "../market/price-head.tsx"
import { CodeValue } from "../patterns/copyable.tsx"
import { ContractChart, type ContractChartProps } from "./contract-chart.tsx"
import { ContractEvidence } from "./contract-evidence.tsx"
import { ContractFigures, ContractFormula } from "./contract-figures.tsx"
import styles from "./contract-overview.module.css"
import { ContractName, stateText } from "./contract-row.tsx"
import { More } from "./more.tsx"
import { ContractPast } from "./past-odds.tsx"
import { SettlementCheck } from "./settlement-check.tsx"

export interface ContractOverviewProps {
  readonly detail: OrderDetail
  /**
   * The last price of the symbol, or that of the answer while there is none; the one that ends the
   * contract, and undefined where that is not known.
   */
  readonly price: string | undefined
  /** Only its settlement is awaited: no price changes its result. */
  readonly isSettling: boolean
  readonly ageMs: number | undefined
  readonly stale: boolean
  /** The server's clock. */
  readonly nowMs: number
  /** Stands below the figures: the way to change the levels. */
  readonly levels?: ReactNode
  readonly onMoved?: ContractChartProps["onMoved"]
}

const State = ({ order, isSettling }: { readonly order: Order; readonly isSettling: boolean }) => {
  const intl = useIntl()
  const words = stateText(intl, order, isSettling)
  if (order.state === "accepted" || order.state === "opened") return <Badge tone="accent">{words}</Badge>
  return order.state === "cancelled" ? <Status kind="cancelled">{words}</Status> : <Badge>{words}</Badge>
}

const Result = ({
  order,
  price,
  stale,
  ageMs,
}: Omit<ContractOverviewProps, "detail" | "nowMs" | "isSettling"> & { readonly order: Order }) => {
  const intl = useIntl()
  const isOver = order.status === "completed"
  const result = finalResult(order) ?? (price === undefined ? null : liveResult(order, price))
  const label = isOver ? "receipt.result" : "receipt.result-now"
  return (
    <div className={styles.result}>
      <p className={styles.label}>{intl.formatMessage({ id: label })}</p>
      <p className={styles.figure}>
        {result ? (
          <Amount size="large" tone="result" value={result.net} stale={stale && !isOver} />
        ) : (
          NO_FIGURE
        )}
      </p>
      <p className={styles.share}>
        {result ? <Change ppm={ppmOfBps(result.netBps)} /> : null}
        {isOver ? null : <PriceAgeBadge ageMs={ageMs} stale={stale} />}
      </p>
    </div>
  )
}

const RemainingTime = ({ order, nowMs }: { readonly order: Order; readonly nowMs: number }) => {
  const left = remaining(order, nowMs)
  if (!left || order.openedAtMs === null || order.expiresAtMs === null) return null
  return (
    <TimeRing shape="labelled" remainingMs={left.leftMs} totalMs={order.expiresAtMs - order.openedAtMs} />
  )
}

const replay = codeOf(() => import("./replay-view.tsx"))

const Replay = ({ detail }: { readonly detail: OrderDetail }) => {
  const { code, isFailed, onRetry } = useCode(replay)
  if (code) return <code.ContractReplay detail={detail} />
  return isFailed ? <ErrorState onAction={onRetry} /> : <Skeleton shape="row" count={3} />
}

/**
 * Everything about one contract: result, figures, timeline, formula, and the check of its
 * settlement.
 */
export const ContractOverview = (props: ContractOverviewProps) => {
  const { detail, price, isSettling, stale, nowMs } = props
  const { order } = detail
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  return (
    <>
      <Card>
        <div className={styles.head}>
          <span>
            <ContractName order={order} /> <span className={styles.name}>{order.name}</span>
          </span>
          <State order={order} isSettling={isSettling} />
        </div>
        <div className={styles.split}>
          <Result {...props} order={order} />
          {isSettling ? null : <RemainingTime order={order} nowMs={nowMs} />}
        </div>
        <ContractFigures order={order} price={price} stale={stale} />
        {props.levels}
      </Card>
      {order.openingPrice === null ? null : <ContractChart order={order} onMoved={props.onMoved} />}
      <ListGroup title={text("receipt.timeline")}>
        <Card>
          <Timeline steps={timelineOf(intl, format, order)} />
        </Card>
      </ListGroup>
      <ContractFormula order={order} price={price} />
      {order.status === "completed" ? (
        <ListGroup title={text("receipt.check.title")}>
          <Card>
            <SettlementCheck key={order.id} detail={detail} />
            {detail.proof == null ? null : (
              <More key={`replay ${order.id}`} title={text("receipt.replay")}>
                <Replay detail={detail} />
              </More>
            )}
          </Card>
        </ListGroup>
      ) : null}
      {order.openingPrice !== null ? (
        <More title={text("receipt.ticks")}>
          <ContractTicks detail={detail} />
        </More>
      ) : null}
      {order.status === "completed" && order.openingPrice !== null ? (
        <ContractPast order={order} price={order.openingPrice} />
      ) : null}
      <ContractEvidence detail={detail} />
      <p className={styles.number}>
        <span>{text("receipt.number")}</span>
        <CodeValue what={text("receipt.number")} value={order.id} />
      </p>
    </>
  )
}

const Ticks = ({
  kind,
  ticks,
  seq,
}: {
  readonly kind: "entry" | "exit"
  readonly ticks: readonly Tick[]
  readonly seq: number | null
}) => {
  const format = useFormat()
  const text = useText()
  if (ticks.length === 0) return null
  return (
    <table className={styles.ticks}>
      <caption>{text(`receipt.ticks.${kind}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{text("receipt.ticks.seq")}</th>
          <th scope="col">{text("receipt.ticks.time")}</th>
          <th scope="col">{text("receipt.ticks.price")}</th>
        </tr>
      </thead>
      {ticks.map((tick) => (
        <tbody key={tick.seq} data-chosen={tick.seq === seq || undefined}>
          <tr aria-current={tick.seq === seq || undefined}>
            <td>{format.number(tick.seq)}</td>
            <td>{format.time(tick.atMs)}</td>
            <td>{format.price(tick.price)}</td>
          </tr>
          <tr>
            <td colSpan={3} className={styles.hash}>
              <span className="visually-hidden">{text("receipt.ticks.hash")} </span>
              <code>{tick.hash}</code>
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  )
}

/** The published prices around entry and exit with their hashes; the ones used are marked. */
const ContractTicks = ({ detail }: { readonly detail: OrderDetail }) => (
  <div className={styles.stack}>
    <Ticks kind="entry" ticks={detail.entryTicks} seq={detail.order.entrySeq} />
    <Ticks kind="exit" ticks={detail.exitTicks} seq={detail.order.exitSeq} />
  </div>
)

interface Formatters {
  readonly intl: IntlShape
  readonly format: Format
}

const tickText = (
  { intl, format }: Formatters,
  price: string | null,
  seq: number | null,
): string | undefined =>
  price === null || seq === null
    ? undefined
    : intl.formatMessage({ id: "receipt.tick" }, { price: format.price(price), seq: format.number(seq) })

const timeOf = ({ format }: Formatters, atMs: number | null): string | undefined =>
  atMs === null ? undefined : format.instant(atMs)

const acceptedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "accepted",
  title: formatters.intl.formatMessage({ id: "receipt.accepted" }),
  time: timeOf(formatters, order.acceptedAtMs),
  note: formatters.intl.formatMessage(
    { id: "receipt.quoted" },
    { price: formatters.format.price(order.quotedPrice) },
  ),
  state: "done",
})

const openedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "opened",
  title: formatters.intl.formatMessage({
    id: order.openedAtMs === null ? "receipt.opens" : "receipt.opened",
  }),
  time: timeOf(formatters, order.openedAtMs),
  note: tickText(formatters, order.openingPrice, order.entrySeq),
  state: order.openedAtMs === null ? "current" : "done",
})

/** Each change of the levels: what they were and what they became. */
const changeSteps = ({ intl, format }: Formatters, { levelHistory }: Order): readonly TimelineStep[] => {
  const text = (price: string | null) =>
    price === null ? intl.formatMessage({ id: "amend.no-level" }) : format.price(price)
  return (levelHistory?.amendments ?? []).map((after, index) => {
    const before = levelHistory?.amendments[index - 1] ?? levelHistory?.agreed ?? after
    const changed = (["stopLoss", "takeProfit"] as const).filter((name) => before[name] !== after[name])
    const label = { stopLoss: "ticket.stop-loss", takeProfit: "ticket.take-profit" } as const
    return {
      id: `amended-${after.number}`,
      title: intl.formatMessage({ id: "amend.changed" }),
      time: intl.formatMessage({ id: "amend.in-force" }, { time: format.time(after.atMs) }),
      note: changed
        .map(
          (name) => `${intl.formatMessage({ id: label[name] })} ${text(before[name])} → ${text(after[name])}`,
        )
        .join(" · "),
      state: "done" as const,
    }
  })
}

const requestedStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "requested",
  title: formatters.intl.formatMessage({ id: "receipt.close-requested" }),
  time: timeOf(formatters, order.closeRequestedAtMs),
  state: "done",
})

const endNote = (formatters: Formatters, order: Order): string | undefined => {
  const cause = earlyCause(order)
  if (order.cancelReason !== null)
    return formatters.intl.formatMessage({ id: `receipt.cancelled.${order.cancelReason}` })
  const tick = tickText(formatters, order.closingPrice, order.exitSeq)
  if (cause === null || cause === "member") return tick
  return `${formatters.intl.formatMessage({ id: `receipt.cause.${cause}` })} ${tick ?? ""}`
}

/** The end of the contract, past or expected. */
const endStep = (formatters: Formatters, order: Order): TimelineStep =>
  order.status === "completed"
    ? {
        id: "end",
        title: stateText(formatters.intl, order),
        time: timeOf(formatters, order.closedAtMs),
        note: endNote(formatters, order),
        state: order.state === "cancelled" ? "failed" : "done",
      }
    : {
        id: "end",
        title: formatters.intl.formatMessage({
          id: order.closeRequestedAtMs === null ? "receipt.settles" : "receipt.closes",
        }),
        time: timeOf(formatters, order.expiresAtMs),
        ...(order.delayedSinceMs !== undefined && {
          note: formatters.intl.formatMessage({ id: "receipt.delayed" }),
        }),
        state: order.state === "opened" ? "current" : "todo",
      }

const paidStep = (formatters: Formatters, order: Order): TimelineStep => ({
  id: "paid",
  title: formatters.intl.formatMessage({ id: "receipt.paid" }),
  note: formatters.format.amount(finalResult(order)?.credited ?? order.stake),
  state: "done",
})

/** The timeline of a contract, from acceptance to the credit. */
const timelineOf = (intl: IntlShape, format: Format, order: Order): readonly TimelineStep[] => {
  const formatters = { intl, format }
  const neverOpened = order.state === "cancelled" && order.openedAtMs === null
  return [
    acceptedStep(formatters, order),
    ...(neverOpened ? [] : [openedStep(formatters, order)]),
    ...changeSteps(formatters, order),
    ...(order.closeRequestedAtMs === null ? [] : [requestedStep(formatters, order)]),
    endStep(formatters, order),
    ...(order.status === "completed" ? [paidStep(formatters, order)] : []),
  ]
}
