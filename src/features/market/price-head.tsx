import type { Quote } from "../../domain/entities.ts"
import { Change } from "../../ui/Change.tsx"
import { changePpm } from "../../ui/ChartReadout.tsx"
import { NO_FIGURE } from "../../ui/format.ts"
import { Price } from "../../ui/Price.tsx"
import { PriceAge } from "./price-age.tsx"
import styles from "./price-head.module.css"

export interface PriceHeadProps {
  readonly quote: Pick<Quote, "price" | "previous_close"> | undefined
  readonly ageMs: number | undefined
  readonly stale: boolean
  readonly size?: "medium" | "large" | undefined
}

/** The price, its change since yesterday's close, and its age when it is old. */
export const PriceHead = ({ quote, ageMs, stale, size = "large" }: PriceHeadProps) => (
  <p className={styles.head}>
    {quote ? <Price size={size} value={quote.price} stale={stale} /> : <span>{NO_FIGURE}</span>}
    {quote ? <Change ppm={changePpm(quote.previous_close, quote.price)} /> : null}
    <PriceAge ageMs={ageMs} stale={stale} />
  </p>
)
