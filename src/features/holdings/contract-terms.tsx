import { type IntlShape, useIntl } from "react-intl"
import type { Direction } from "../../domain/trade.ts"
import { Badge } from "../../ui/Badge.tsx"

/** The symbol of a direction, for use beside its word. */
export const directionMark = (direction: Direction): string => (direction === "up" ? "▲" : "▼")

/** A badge with symbol and word; the colour only repeats them. */
export const DirectionBadge = ({ direction }: { readonly direction: Direction }) => {
  const intl = useIntl()
  return (
    <Badge tone={direction}>
      <span aria-hidden="true">{directionMark(direction)}</span>{" "}
      {intl.formatMessage({ id: `direction.${direction}` })}
    </Badge>
  )
}

/** A period as text: "1 day", "3 days". */
export const periodText = (intl: IntlShape, days: number): string =>
  intl.formatMessage({ id: "ticket.days" }, { days })
