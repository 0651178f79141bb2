import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import type { TicketFigures } from "../../domain/ticket-figures.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"
import styles from "./ticket.module.css"

/** The greatest possible loss. */
export const MostLoss = ({ amount }: { readonly amount: string | undefined }) => {
  const intl = useIntl()
  return (
    <Card tone="sunken">
      <p className={styles.lossLabel}>{intl.formatMessage({ id: "ticket.most-loss" })}</p>
      <p className={styles.loss}>
        {amount === undefined ? NO_FIGURE : <Amount value={amount} size="large" />}
      </p>
      <p className={styles.lossNote}>{intl.formatMessage({ id: "ticket.most-loss.note" })}</p>
    </Card>
  )
}

/** Commission, stop-out and break-even; "–" while the order is incomplete. */
export const costRows = (
  text: (id: MessageId, values?: Record<string, string>) => string,
  format: ReturnType<typeof useFormat>,
  product: Pick<Product, "commissionPpm">,
  figures: TicketFigures | null,
): readonly Figure[] => [
  {
    id: "commission",
    label: text("ticket.commission"),
    note: figures
      ? text("ticket.commission.note", {
          rate: format.percent(product.commissionPpm),
          exposure: format.amount(figures.exposure),
        })
      : text("ticket.commission.rate", { rate: format.percent(product.commissionPpm) }),
    value: figures ? <Amount value={figures.commission} /> : NO_FIGURE,
  },
  {
    id: "stop-out",
    label: text("ticket.stop-out"),
    note: text("ticket.stop-out.note"),
    value: figures ? <Price value={figures.stopOut} /> : NO_FIGURE,
  },
  {
    id: "break-even",
    label: text("ticket.break-even"),
    note: text("ticket.break-even.note"),
    value: figures ? <Price value={figures.breakEven} /> : NO_FIGURE,
  },
]

/** Commission, stop-out and break-even at the price shown. */
export const TicketCosts = ({
  product,
  figures,
}: {
  readonly product: Pick<Product, "commissionPpm">
  readonly figures: TicketFigures | null
}) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId, values?: Record<string, string>) => intl.formatMessage({ id }, values)
  return <Figures rows={costRows(text, format, product, figures)} />
}
