import { useIntl } from "react-intl"
import { Badge } from "../../ui/Badge.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphClock } from "../../ui/glyphs.ts"

export interface PriceAgeProps {
  /** How old the price is; undefined while none is known. */
  readonly ageMs: number | undefined
  readonly stale: boolean
}

/** Says how old a price is, once it is older than it may be. Not announced: prices come and go, outcomes are spoken. */
export const PriceAge = ({ ageMs, stale }: PriceAgeProps) => {
  const intl = useIntl()
  const format = useFormat()
  if (!stale) return null
  return (
    <Badge tone="warning" glyph={glyphClock}>
      {ageMs === undefined
        ? intl.formatMessage({ id: "price.unknown" })
        : intl.formatMessage({ id: "price.old" }, { age: format.duration(Math.max(1_000, ageMs)) })}
    </Badge>
  )
}
