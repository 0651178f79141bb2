import { useIntl } from "react-intl"
import type { Order } from "../../domain/entities.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import { useLive } from "../market/use-live.ts"
import { useCopyOffer } from "../patterns/use-copy-offer.ts"
import { ContractRow } from "./contract-row.tsx"

export interface LiveContractRowProps {
  readonly order: Order
  readonly onOpen: (id: string) => void
  readonly current?: boolean | undefined
}

/** A contract that follows its symbol's price and its own time. Holding it offers its number for copying. */
export const LiveContractRow = ({ order, onOpen, current }: LiveContractRowProps) => {
  const { quote, stale } = useLive(order.symbol)
  const nowMs = useServerNow()
  const intl = useIntl()
  const offer = useCopyOffer()
  return (
    <ContractRow
      order={order}
      price={quote?.price}
      stale={stale}
      nowMs={nowMs}
      href={urlOf("hold-record", { id: order.id })}
      onPress={() => onOpen(order.id)}
      onHold={() =>
        offer([{ id: "number", label: intl.formatMessage({ id: "receipt.number" }), value: order.id }])
      }
      current={current}
    />
  )
}
