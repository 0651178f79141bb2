import { type IntlShape, useIntl } from "react-intl"
import type { OrderIntent } from "../../domain/ticket.ts"
import { figuresOf, type LevelResult, type TicketFigures } from "../../domain/ticket-figures.ts"
import type { LevelKind } from "../../domain/trade.ts"
import { useAge } from "../../runtime/hooks/use-quotes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { type Format, NO_FIGURE, ppmOfBps, useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Price } from "../../ui/Price.tsx"
import { textOf, useText } from "../../ui/use-text.ts"
import { DirectionBadge, periodText } from "../holdings/contract-terms.tsx"
import { useLiveQuote } from "../market/products.ts"
import { useHeadingFocus } from "../patterns/outcome.tsx"
import { Term } from "../patterns/term.tsx"
import { levelText } from "./limit-fields.tsx"
import { hasMoved, type OrderViewProps } from "./order-edit.tsx"
import styles from "./ticket.module.css"
import { costRows } from "./ticket-fields.tsx"
import { TicketFrame } from "./ticket-frame.tsx"

/** The limits that the member set, each level with its result. */
const limitRows = (
  intl: IntlShape,
  format: Format,
  intent: OrderIntent,
  figures: TicketFigures,
): readonly Figure[] => {
  const { slippageBps, takeProfit, stopLoss } = intent
  const level = (id: LevelKind, price: string | null, result: LevelResult | null): readonly Figure[] =>
    price === null
      ? []
      : [
          {
            id,
            label: intl.formatMessage({ id: `ticket.${id}` }),
            note: result ? levelText(intl, format, result) : undefined,
            value: <Price value={price} />,
          },
        ]
  const label = <Term id="slippage">{intl.formatMessage({ id: "ticket.slippage" })}</Term>
  return [
    ...level("stop-loss", stopLoss, figures.stopLoss),
    ...level("take-profit", takeProfit, figures.takeProfit),
    ...(slippageBps === null
      ? []
      : [{ id: "slippage", label, value: format.percent(ppmOfBps(slippageBps)) }]),
  ]
}

/** Direction, amount, leverage and period of an order. */
export const termRows = (intl: IntlShape, format: Format, intent: OrderIntent): readonly Figure[] => {
  const text = textOf(intl)
  return [
    {
      id: "direction",
      label: text("ticket.direction"),
      value: <DirectionBadge direction={intent.direction} />,
    },
    { id: "amount", label: text("ticket.amount"), value: <Amount value={intent.stake} /> },
    {
      id: "leverage",
      label: <Term id="leverage">{text("ticket.leverage")}</Term>,
      value: `${format.number(intent.leverage)}×`,
    },
    { id: "period", label: text("ticket.period"), value: periodText(intl, intent.periodDays) },
  ]
}

const agreedRows = (
  intl: IntlShape,
  format: Format,
  intent: OrderIntent,
  { stopLoss }: TicketFigures,
): readonly Figure[] => {
  const text = textOf(intl)
  const amount = stopLoss ? format.amount(stopLoss.net, { signed: true }) : null
  return [
    {
      id: "most-loss",
      label: text("ticket.most-loss"),
      note: amount === null ? undefined : intl.formatMessage({ id: "ticket.most-loss.stop" }, { amount }),
      value: <Amount value={intent.stake} />,
      emphasis: true,
    },
    ...termRows(intl, format, intent),
  ]
}

/** Renders with each price. */
const PriceRows = (props: Pick<OrderViewProps, "ticket"> & { readonly intent: OrderIntent }) => {
  const intl = useIntl()
  const format = useFormat()
  const { intent, ticket } = props
  const { quote, ageMs, stale } = useLiveQuote(intent.symbol)
  const quoteAgeMs = useAge(intent.quote.receivedAtMs)
  const age = (id: MessageId, ms: number | undefined) =>
    ms === undefined
      ? null
      : intl.formatMessage({ id }, { age: format.duration(Math.max(1_000, ms), "long") })
  const text = useText()
  return (
    <>
      <Figures
        rows={[
          {
            id: "purchase",
            label: text("order.purchase-price"),
            note: (
              <>
                {age("order.seen-ago", quoteAgeMs)} {text("order.purchase-price.note")}
              </>
            ),
            value: <Price value={intent.quote.price} />,
          },
          {
            id: "current",
            label: text("order.current-price"),
            note: stale ? age("order.price-age", ageMs) : text("order.price-live"),
            value: quote ? <Price value={quote.price} stale={stale} /> : NO_FIGURE,
          },
        ]}
      />
      {hasMoved(intent, quote) && !stale ? (
        <Button tone="secondary" size="small" onClick={ticket.requote}>
          {text("order.requote")}
        </Button>
      ) : null}
    </>
  )
}

/** The review of the order: every figure at the fixed price. Nothing has been sent yet. */
export const OrderConfirm = (props: OrderViewProps & { readonly intent: OrderIntent }) => {
  const intl = useIntl()
  const format = useFormat()
  const heading = useHeadingFocus()
  const { ticket, intent } = props
  const text = useText()
  const figures = figuresOf(intent, intent.quote.price)
  return (
    <TicketFrame
      title={
        <span ref={heading} tabIndex={-1} className={styles.heading}>
          {text("order.confirm.title")}
        </span>
      }
      subtitle={props.name === undefined ? intent.symbol : `${intent.symbol} · ${props.name}`}
      onBack={ticket.back}
      footer={
        <div className={styles.buttons}>
          <Button tone="secondary" onClick={ticket.back}>
            {text("order.edit")}
          </Button>
          <Button onClick={ticket.confirm}>{text("order.confirm")}</Button>
        </div>
      }
    >
      {props.notices}
      <div ref={ticket.noticeRef} tabIndex={-1} className={styles.objection}>
        {ticket.error ? (
          <Notice tone="danger" announced>
            {ticket.error}
          </Notice>
        ) : null}
      </div>
      <Card>
        <Figures rows={agreedRows(intl, format, intent, figures)} />
      </Card>
      <Card>
        <PriceRows {...props} />
      </Card>
      <Card>
        <Figures
          rows={[...costRows(text, format, intent, figures), ...limitRows(intl, format, intent, figures)]}
        />
      </Card>
      <p className={styles.note}>{text("order.confirm.note")}</p>
    </TicketFrame>
  )
}
