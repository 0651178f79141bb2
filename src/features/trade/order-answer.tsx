import { useIntl } from "react-intl"
import type { OrderIntent } from "../../domain/ticket.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { SimulatedLabel } from "../../ui/Notice.tsx"
import { Page } from "../../ui/Page.tsx"
import { PageHeader } from "../../ui/PageHeader.tsx"
import { DirectionBadge, periodText } from "../holdings/contract-terms.tsx"
import { Outcome, type OutcomeKind, useHeadingFocus } from "../patterns/outcome.tsx"
import styles from "./ticket.module.css"
import type { Ticket } from "./ticket-fields.tsx"

export interface OrderAnswerProps {
  readonly ticket: Pick<Ticket, "intent" | "again" | "back">
  readonly answer: "sending" | "checking" | "accepted" | "notPlaced" | "notRecorded"
  readonly onHoldings: () => void
}

const kinds: Readonly<Record<OrderAnswerProps["answer"], OutcomeKind>> = {
  sending: "checking",
  checking: "checking",
  accepted: "accepted",
  notPlaced: "not-sent",
  notRecorded: "not-sent",
}

const Summary = ({ intent }: { readonly intent: OrderIntent }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <Card>
      <Figures
        rows={[
          { id: "symbol", label: text("order.symbol"), value: <span translate="no">{intent.symbol}</span> },
          {
            id: "direction",
            label: text("ticket.direction"),
            value: <DirectionBadge direction={intent.direction} />,
          },
          { id: "amount", label: text("ticket.amount"), value: <Amount value={intent.stake} /> },
          { id: "leverage", label: text("ticket.leverage"), value: `${format.number(intent.leverage)}×` },
          { id: "period", label: text("ticket.period"), value: periodText(intl, intent.periodDays) },
        ]}
      />
    </Card>
  )
}

const Actions = ({ ticket, answer, onHoldings }: OrderAnswerProps) => {
  const intl = useIntl()
  if (answer === "sending") return null
  const holdings = (tone: "primary" | "secondary") => (
    <Button tone={tone} onClick={onHoldings}>
      {intl.formatMessage({ id: "order.see-holdings" })}
    </Button>
  )
  if (answer === "checking") return holdings("secondary")
  const isAccepted = answer === "accepted"
  return (
    <div className={styles.buttons}>
      <Button tone={isAccepted ? "secondary" : "primary"} onClick={isAccepted ? ticket.again : ticket.back}>
        {intl.formatMessage({ id: "order.continue" })}
      </Button>
      {holdings(isAccepted ? "primary" : "secondary")}
    </div>
  )
}

/** The outcome of an order, or that it is not known yet. */
export const OrderAnswer = (props: OrderAnswerProps) => {
  const intl = useIntl()
  const { answer, ticket } = props
  const heading = useHeadingFocus(kinds[answer])
  return (
    <Page
      width="form"
      header={
        <PageHeader
          title={intl.formatMessage({ id: "order.title" }, { symbol: ticket.intent?.symbol ?? "" })}
        />
      }
      footer={answer === "sending" ? undefined : <Actions {...props} />}
    >
      <SimulatedLabel />
      <Outcome
        key={kinds[answer]}
        kind={kinds[answer]}
        headingRef={heading}
        title={intl.formatMessage({ id: `order.answer.${answer}` })}
        text={intl.formatMessage({ id: `order.answer.${answer}.text` })}
      />
      {ticket.intent ? <Summary intent={ticket.intent} /> : null}
    </Page>
  )
}
