import { useState } from "react"
import { useIntl } from "react-intl"
import styles from "./Amount.module.css"
import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"
import { LIGHT_PARTS } from "./money-parts.ts"

export interface AmountProps {
  /** Decimal string of naira, "10000.00". */
  readonly value: string
  /** `inherit` takes the size of the text around it; `hero` shrinks to fit its container. */
  readonly size?: "inherit" | "medium" | "large" | "hero" | undefined
  /** Show "+" as well as "−". */
  readonly signed?: boolean | undefined
  /** `result` colours by sign (and then signs it too): for profit and loss only. */
  readonly tone?: "plain" | "result" | undefined
  /** Dots instead of figures. */
  readonly hidden?: boolean | undefined
  /** A change slides in: for figures that are the member's own, never for prices. */
  readonly rolls?: boolean | undefined
  /** Last known, not current: dimmed and said so. */
  readonly stale?: boolean | undefined
}

const toneOf = (value: string): string | undefined =>
  /[1-9]/.test(value) ? (value.startsWith("-") ? styles.down : styles.up) : undefined

/** An amount of naira: the integer part carries the weight, symbol and decimals are lighter. The exact value is in `<data value>`. */
export const Amount = (props: AmountProps) => {
  const { value, size = "inherit", tone = "plain", hidden, stale } = props
  const format = useFormat()
  const intl = useIntl()
  const [firstValue] = useState(value)
  const moves = props.rolls && value !== firstValue
  const parts = format.amountParts(value, { signed: props.signed ?? tone === "result" })
  const length = parts.reduce((sum, part) => sum + part.value.length, 0)
  const name = classes(
    styles.amount,
    styles[size],
    tone === "result" && !hidden && toneOf(value),
    stale && styles.stale,
  )
  if (hidden)
    return (
      <span className={name}>
        <span aria-hidden="true">••••••</span>
        <span className="visually-hidden">{intl.formatMessage({ id: "ui.amount.hidden" })}</span>
      </span>
    )
  return (
    <data className={name} value={value} style={size === "hero" ? { "--length": length } : undefined}>
      {parts.map((part, index) => (
        <span
          key={props.rolls ? `${index} ${part.value}` : index}
          className={classes(LIGHT_PARTS.has(part.type) && styles.light, moves && styles.rolls)}
        >
          {part.value}
        </span>
      ))}
      {stale ? (
        <span className="visually-hidden"> {intl.formatMessage({ id: "ui.amount.stale" })}</span>
      ) : null}
    </data>
  )
}
