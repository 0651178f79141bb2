import { type ReactNode, useId, useState } from "react"
import { useIntl } from "react-intl"
import type { ReturnedHold } from "../../domain/cash.ts"
import type { Quote } from "../../domain/entities.ts"
import { parseAmount } from "../../domain/money.ts"
import type { OrderIntent, ProductTerms } from "../../domain/ticket.ts"
import type { ScenarioPoint } from "../../domain/ticket-figures.ts"
import { useTicketFigures } from "../../runtime/hooks/use-order-ticket.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Price } from "../../ui/Price.tsx"
import { useText } from "../../ui/use-text.ts"
import { TicketPast } from "../holdings/past-odds.tsx"
import { ProductStateNotice, productState } from "../market/market-notices.tsx"
import { PriceHead } from "../market/price-head.tsx"
import { useLiveQuote } from "../market/products.ts"
import { LossRate } from "../patterns/loss-rate.tsx"
import { KnowledgeNotice } from "./knowledge-notice.tsx"
import { LimitFields } from "./limit-fields.tsx"
import scenarioStyles from "./scenario.module.css"
import styles from "./ticket.module.css"
import {
  DirectionField,
  MostLoss,
  StakeField,
  TermFields,
  type Ticket,
  TicketCosts,
} from "./ticket-fields.tsx"
import { TicketFrame } from "./ticket-frame.tsx"

export interface OrderViewProps {
  readonly ticket: Ticket
  readonly terms: ProductTerms
  /** The name of the product; undefined while it is not known. */
  readonly name: string | undefined
  readonly available: string | undefined
  readonly returnedHold: ReturnedHold | undefined
  readonly dayMs: number | undefined
  /** The market notices. */
  readonly notices: ReactNode
  readonly isWide: boolean
  readonly onBack: () => void
  /** Closes the ticket beside the chart, whatever its step. */
  readonly onClose: (() => void) | undefined
  readonly onHoldings: () => void
  readonly onContract: (id: string) => void
  /** Opens the market, where the product cannot be bought. */
  readonly onOthers: () => void
}

/**
 * A problem that concerns no single field: a refusal of the server, or the product or its price.
 */
const TicketProblem = ({ ticket, terms }: Pick<OrderViewProps, "ticket" | "terms">) => {
  const intl = useIntl()
  if (ticket.refusal)
    return (
      <Notice tone="danger" announced title={intl.formatMessage({ id: "order.refused" })}>
        {ticket.refusal} {intl.formatMessage({ id: "order.refused.note" })}
      </Notice>
    )
  if (terms.soldOut || !terms.isOpen) return <ProductStateNotice product={terms} />
  return ticket.error ? (
    <Notice tone="danger" announced>
      {ticket.error}
    </Notice>
  ) : null
}

/** Costs first, then the scenario. Renders with each price. */
const CostsAndScenario = ({ ticket, terms }: Pick<OrderViewProps, "ticket" | "terms">) => {
  const figures = useTicketFigures(terms.symbol)
  const text = useText()
  const direction = ticket.field("direction").value
  return (
    <>
      <TicketCosts terms={terms} figures={figures} />
      <p className={styles.note}>{text("ticket.per-cent")}</p>
      {figures ? (
        <Scenario
          key={direction}
          points={figures.scenario}
          direction={direction === "down" ? "down" : "up"}
        />
      ) : null}
      <TicketPast symbol={terms.symbol} />
    </>
  )
}

/** Renders with each price. */
const LivePriceHead = ({ terms }: Pick<OrderViewProps, "terms">) => (
  <PriceHead size="medium" {...useLiveQuote(terms.symbol)} />
)

/** The price and the greatest loss, which stay in view. Renders with each price. */
const InView = ({ symbol, loss }: { readonly symbol: string; readonly loss: string | undefined }) => {
  const intl = useIntl()
  const { quote, stale } = useLiveQuote(symbol)
  return (
    <p className={styles.inView}>
      <span>
        {intl.formatMessage({ id: "ticket.most-loss" })}{" "}
        {loss === undefined ? NO_FIGURE : <Amount value={loss} />}
      </span>
      {quote ? <Price value={quote.price} stale={stale} /> : NO_FIGURE}
    </p>
  )
}

/** The order form: the greatest loss above the fields, costs and scenario below or beside them. */
export const OrderEdit = (props: OrderViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const formId = useId()
  const { ticket, terms, isWide } = props
  const typed = parseAmount(ticket.field("stake").value, format.separators)
  const loss = (
    <>
      <MostLoss symbol={terms.symbol} amount={typed.ok ? typed.amount : undefined} />
      <LossRate />
    </>
  )
  const state = productState(terms)
  const review = (
    <>
      <Button type="submit" form={formId} wide disabled={state !== null}>
        {intl.formatMessage({ id: state === null ? "order.review" : `product.${state}` })}
      </Button>
      {state === null ? null : (
        <Button tone="secondary" wide onClick={props.onOthers}>
          {intl.formatMessage({ id: "order.see-others" })}
        </Button>
      )}
    </>
  )
  return (
    <TicketFrame
      title={intl.formatMessage({ id: "order.title" }, { symbol: terms.symbol })}
      subtitle={props.name}
      onBack={props.onBack}
      footer={
        isWide ? undefined : (
          <>
            <InView symbol={terms.symbol} loss={typed.ok ? typed.amount : undefined} />
            {review}
          </>
        )
      }
      aside={
        isWide ? (
          <div className={styles.aside}>
            {loss}
            <CostsAndScenario {...props} />
            {review}
          </div>
        ) : undefined
      }
    >
      {props.notices}
      <div ref={ticket.noticeRef} tabIndex={-1} className={styles.objection}>
        <TicketProblem {...props} />
      </div>
      <LivePriceHead {...props} />
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          ticket.review()
        }}
      >
        <DirectionField ticket={ticket} />
        {isWide ? null : loss}
        <StakeField {...props} />
        <TermFields ticket={ticket} terms={terms} dayMs={props.dayMs} />
        <KnowledgeNotice leverage={ticket.field("leverage").value} />
        <LimitFields ticket={ticket} terms={terms} />
      </form>
      {isWide ? null : <CostsAndScenario {...props} />}
    </TicketFrame>
  )
}

/** Whether the price has moved since the figures were fixed. */
export const hasMoved = (intent: OrderIntent, quote: Quote | undefined): boolean =>
  quote !== undefined && quote.price !== intent.quote.price

/** Bar heights from −1 to 1. Floating point is precise enough for pixels. */
const heightsOf = (points: readonly ScenarioPoint[]): readonly number[] => {
  const values = points.map((point) => Number(point.net))
  const most = Math.max(1, ...values.map(Math.abs))
  return values.map((value) => value / most)
}

const Bars = ({ points, chosen }: { readonly points: readonly ScenarioPoint[]; readonly chosen: number }) => (
  <div className={scenarioStyles.bars} aria-hidden="true">
    {heightsOf(points).map((height, index) => (
      <span
        key={points[index]?.changeBps}
        className={scenarioStyles.bar}
        data-side={height < 0 ? "loss" : "gain"}
        data-chosen={index === chosen || undefined}
        style={{ "--height": String(Math.abs(height)) }}
      />
    ))}
  </div>
)

const Readout = ({ point }: { readonly point: ScenarioPoint }) => {
  const text = useText()
  return (
    <Figures
      rows={[
        { id: "price", label: text("scenario.price"), value: <Price value={point.price} /> },
        { id: "net", label: text("scenario.net"), value: <Amount tone="result" value={point.net} /> },
        { id: "credited", label: text("scenario.credited"), value: <Amount value={point.credited} /> },
      ]}
    />
  )
}

/**
 * The result of the contract at price changes from −5 % to +5 %; it starts at the greatest loss.
 */
export const Scenario = ({
  points,
  direction,
}: {
  readonly points: readonly ScenarioPoint[]
  readonly direction: "up" | "down"
}) => {
  const intl = useIntl()
  const format = useFormat()
  const id = useId()
  const worst = direction === "up" ? 0 : points.length - 1
  const [picked, setPicked] = useState<number>()
  const chosen = Math.min(picked ?? worst, points.length - 1)
  const point = points[chosen]
  if (!point) return null
  const move = (bps: number) => format.percent(ppmOfBps(bps), { signed: true })
  return (
    <section className={scenarioStyles.scenario} aria-labelledby={id}>
      <h2 id={id} className={scenarioStyles.title}>
        {intl.formatMessage({ id: "scenario.title" }, { change: move(point.changeBps) })}
      </h2>
      <div className={scenarioStyles.stage}>
        <Bars points={points} chosen={chosen} />
        <input
          type="range"
          className={scenarioStyles.slider}
          min={0}
          max={points.length - 1}
          value={chosen}
          aria-label={intl.formatMessage({ id: "scenario.label" })}
          aria-valuetext={`${move(point.changeBps)}: ${format.amount(point.net, { signed: true })}`}
          onChange={(event) => setPicked(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className={scenarioStyles.axis} aria-hidden="true">
        {[points[0], points[(points.length - 1) / 2], points.at(-1)].map((end, index) => (
          <span key={end?.changeBps ?? index}>{end ? move(end.changeBps) : null}</span>
        ))}
      </div>
      <Readout point={point} />
    </section>
  )
}
