import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { Quote } from "../../domain/entities.ts"
import { Badge } from "../../ui/Badge.tsx"
import { NO_FIGURE, useFormat } from "../../ui/format.ts"
import { glyphClock } from "../../ui/glyphs.ts"
import { Price } from "../../ui/Price.tsx"
import styles from "./price-head.module.css"

export interface PriceAgeProps {
  /** Age of the price; undefined while there is none. */
  readonly ageMs: number | undefined
  readonly stale: boolean
}

/** The age of a stale price. Not a live region: only outcomes are announced. */
export const PriceAgeBadge = ({ ageMs, stale }: PriceAgeProps) => {
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

export interface PriceHeadProps {
  readonly quote: Pick<Quote, "price"> | undefined
  readonly ageMs: number | undefined
  readonly stale: boolean
  readonly size?: "medium" | "large" | undefined
  /** The change over the period that the page is about. */
  readonly change?: ReactNode | undefined
}

/** The price, its change over the period of the page, and its age when it is stale. */
export const PriceHead = ({ quote, ageMs, stale, size = "large", change }: PriceHeadProps) => (
  <p className={styles.head}>
    {quote ? <Price size={size} value={quote.price} stale={stale} /> : <span>{NO_FIGURE}</span>}
    {change}
    <PriceAgeBadge ageMs={ageMs} stale={stale} />
  </p>
)
