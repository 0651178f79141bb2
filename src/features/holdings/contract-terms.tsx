import { type IntlShape, useIntl } from "react-intl"
import type { Direction } from "../../domain/trade.ts"
import { Badge } from "../../ui/Badge.tsx"

/** The mark of a direction, for places where the word stands beside it. */
export const directionMark = (direction: Direction): string => (direction === "up" ? "▲" : "▼")

/** Up or down: mark and word on a soft ground; the colour only repeats them. */
export const DirectionBadge = ({ direction }: { readonly direction: Direction }) => {
  const intl = useIntl()
  return (
    <Badge tone={direction}>
      <span aria-hidden="true">{directionMark(direction)}</span>{" "}
      {intl.formatMessage({ id: `direction.${direction}` })}
    </Badge>
  )
}

/** A period in words: "1 day", "3 days". */
export const periodText = (intl: IntlShape, days: number): string =>
  intl.formatMessage({ id: "ticket.days" }, { days })
