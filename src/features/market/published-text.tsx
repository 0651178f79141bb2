import { useIntl } from "react-intl"
import type { Product } from "../../domain/entities.ts"
import { useFormat } from "../../ui/format.ts"

export interface PublishedTextProps {
  readonly product: Pick<Product, "priceHistory" | "replay">
  /** About prices within a day, none of which are published. */
  readonly isWithinDay?: boolean
}

/** Which day a product replays and what is published of it, or that its days run backwards. */
export const PublishedText = ({ product, isWithinDay = false }: PublishedTextProps) => {
  const intl = useIntl()
  const format = useFormat()
  const { priceHistory, replay } = product
  if (replay?.reversed) return intl.formatMessage({ id: "product.replay.reversed" })
  const day =
    replay && intl.formatMessage({ id: "product.replay.day" }, { date: format.calendarDay(replay.date) })
  const history = replay?.adjusted ? "adjusted" : priceHistory
  return (
    <>
      {day}{" "}
      {history && intl.formatMessage({ id: isWithinDay ? "trade.made-up" : `product.history.${history}` })}
    </>
  )
}
