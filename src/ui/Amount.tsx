import { useState } from "react"
import { useIntl } from "react-intl"
import { HIDDEN_DIGITS } from "../domain/problem.ts"
import styles from "./Amount.module.css"
import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"
import { useIsAmountHidden } from "./hidden-amounts.tsx"
import { LIGHT_PARTS } from "./money-parts.ts"

export interface AmountProps {
  /** Decimal string of naira, "10000.00". */
  readonly value: string
  /** `inherit` uses the surrounding size; `hero` shrinks to fit its container. */
  readonly size?: "inherit" | "medium" | "large" | "hero" | undefined
  /** Shows "+" as well as "−". */
  readonly signed?: boolean | undefined
  /** `result` colours and signs the amount; for profit and loss only. */
  readonly tone?: "plain" | "result" | undefined
  /** Shows dots instead of digits; by default as the member prefers. */
  readonly hidden?: boolean | undefined
  /** Animates a change; for the member's own figures, never for prices. */
  readonly rolls?: boolean | undefined
  /** The value is cached and may be outdated: dimmed, and announced as such. */
  readonly stale?: boolean | undefined
}

const toneOf = (value: string): string | undefined =>
  /[1-9]/.test(value) ? (value.startsWith("-") ? styles.down : styles.up) : undefined

/**
 * An amount of naira with a lighter symbol and lighter decimals. `<data value>` holds the exact
 * value.
 */
export const Amount = (props: AmountProps) => {
  const { value, size = "inherit", tone = "plain", stale } = props
  const isHidden = useIsAmountHidden()
  const { hidden = isHidden } = props
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
        <HiddenDigits />
      </span>
    )
  return (
    <data
      className={name}
      value={value}
      style={size === "hero" || size === "large" ? { "--length": length } : undefined}
    >
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

export interface AssetAmountProps {
  /** A decimal, "31.25". */
  readonly value: string
  readonly asset: string
}

/** Dots instead of digits, named for screen readers. */
const HiddenDigits = () => {
  const intl = useIntl()
  return (
    <>
      <span aria-hidden="true">{HIDDEN_DIGITS}</span>
      <span className="visually-hidden">{intl.formatMessage({ id: "ui.amount.hidden" })}</span>
    </>
  )
}

/**
 * An amount of an asset: "31.25 USDT". `<data value>` holds the exact value. Hidden like an amount
 * of naira, which its rate would tell.
 */
export const AssetAmount = ({ value, asset }: AssetAmountProps) => {
  const format = useFormat()
  if (useIsAmountHidden())
    return (
      <span>
        <HiddenDigits />
        &nbsp;<span translate="no">{asset}</span>
      </span>
    )
  return (
    <data value={value}>
      {format.number(value)}&nbsp;<span translate="no">{asset}</span>
    </data>
  )
}
