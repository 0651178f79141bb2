import { OrderAnswer } from "./order-answer.tsx"
import { OrderConfirm } from "./order-confirm.tsx"
import { OrderEdit, type OrderViewProps } from "./order-edit.tsx"

/** The order page in each of its phases: the ticket, the check of every figure, the answer. */
export const OrderView = (props: OrderViewProps) => {
  const { ticket } = props
  switch (ticket.phase) {
    case "closed":
    case "editing":
      return <OrderEdit {...props} />
    case "confirming":
      return ticket.intent ? (
        <OrderConfirm {...props} intent={ticket.intent} busy={false} />
      ) : (
        <OrderEdit {...props} />
      )
    default:
      return <OrderAnswer ticket={ticket} answer={ticket.phase} onHoldings={props.onHoldings} />
  }
}
