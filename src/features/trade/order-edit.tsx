import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import type { Product, Quote } from "../../domain/entities.ts"
import { parseAmount } from "../../domain/money.ts"
import type { OrderIntent } from "../../domain/ticket.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { PriceHead } from "../market/price-head.tsx"
import { ProductStateNotice } from "../market/product-state.tsx"
import { Scenario } from "./scenario.tsx"
import styles from "./ticket.module.css"
import type { Ticket } from "./ticket-fields.tsx"
import { DirectionField, LimitFields, StakeField, TermFields } from "./ticket-fields.tsx"
import { MostLoss, TicketCosts } from "./ticket-figures.tsx"

export interface OrderViewProps {
  readonly ticket: Ticket
  readonly product: Product
  readonly quote: Quote | undefined
  readonly ageMs: number | undefined
  readonly stale: boolean
  readonly available: string | undefined
  readonly dayMs: number | undefined
  /** The market notices. */
  readonly notices: ReactNode
  readonly isWide: boolean
  readonly onBack: () => void
  readonly onHoldings: () => void
}

/**
 * A problem that concerns no single field: a refusal of the server, or the product or its price.
 */
const TicketProblem = ({ ticket, product }: Pick<OrderViewProps, "ticket" | "product">) => {
  const intl = useIntl()
  if (ticket.refusal)
    return (
      <Notice tone="danger" announced title={intl.formatMessage({ id: "order.refused" })}>
        {ticket.refusal} {intl.formatMessage({ id: "order.refused.note" })}
      </Notice>
    )
  if (product.soldOut || !product.isOpen) return <ProductStateNotice product={product} />
  return ticket.error ? (
    <Notice tone="danger" announced>
      {ticket.error}
    </Notice>
  ) : null
}

/** Costs first, then the scenario. */
const CostsAndScenario = ({ ticket, product }: Pick<OrderViewProps, "ticket" | "product">) => {
  const direction = ticket.field("direction").value
  return (
    <>
      <TicketCosts product={product} figures={ticket.figures} />
      {ticket.figures ? (
        <Scenario
          key={direction}
          points={ticket.figures.scenario}
          direction={direction === "down" ? "down" : "up"}
        />
      ) : null}
    </>
  )
}

/** The order form: the greatest loss above the fields, costs and scenario below or beside them. */
export const OrderEdit = (props: OrderViewProps) => {
  const intl = useIntl()
  const format = useFormat()
  const formId = useId()
  const { ticket, product, isWide } = props
  const typed = parseAmount(ticket.field("stake").value, format.separators)
  const loss = <MostLoss amount={typed.ok ? typed.amount : undefined} />
  const review = (
    <Button type="submit" form={formId} wide>
      {intl.formatMessage({ id: "order.review" })}
    </Button>
  )
  return (
    <Page
      width="form"
      header={
        <PageHeader
          title={intl.formatMessage({ id: "order.title" }, { symbol: product.symbol })}
          subtitle={product.name}
          onBack={props.onBack}
        />
      }
      footer={isWide ? undefined : review}
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
      <PriceHead size="medium" quote={props.quote} ageMs={props.ageMs} stale={props.stale} />
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          ticket.review()
        }}
      >
        <DirectionField {...props} />
        {isWide ? null : loss}
        <StakeField {...props} />
        <TermFields {...props} />
        <LimitFields {...props} />
      </form>
      {isWide ? null : <CostsAndScenario {...props} />}
    </Page>
  )
}

/** Whether the price has moved since the figures were fixed. */
export const hasMoved = (intent: OrderIntent, quote: Quote | undefined): boolean =>
  quote !== undefined && quote.price !== intent.quote.price
