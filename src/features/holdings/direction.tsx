import { useIntl } from "react-intl"
import type { Direction } from "../../domain/trade.ts"
import { Badge } from "../../ui/Badge.tsx"

/** The mark of a direction, for places where the word stands beside it. */
export const markOf = (direction: Direction): string => (direction === "up" ? "▲" : "▼")

/** Up or down: mark and word on a soft ground; the colour only repeats them. */
export const DirectionBadge = ({ direction }: { readonly direction: Direction }) => {
  const intl = useIntl()
  return (
    <Badge tone={direction}>
      <span aria-hidden="true">{markOf(direction)}</span>{" "}
      {intl.formatMessage({ id: `direction.${direction}` })}
    </Badge>
  )
}
