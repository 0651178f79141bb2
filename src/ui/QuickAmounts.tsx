import { useIntl } from "react-intl"
import { amountOf, koboOf } from "../domain/money.ts"
import { useFormat } from "./format.ts"
import styles from "./QuickAmounts.module.css"

export interface AmountShare {
  readonly percent: number
  /** null if the share cannot be chosen (below the minimum). */
  readonly amount: string | null
}

export interface QuickAmountsProps {
  /** The amount of "max", "10000.00". The shares are computed from it, rounded down to the kobo. */
  readonly whole?: string | undefined
  /** The shares themselves, if the caller decides their bounds and rounding. */
  readonly shares?: readonly AmountShare[] | undefined
  readonly onPick: (amount: string) => void
}

const PERCENTAGES = [25n, 50n, 75n, 100n] as const

/** A share (per cent) of an amount, rounded down to the kobo. */
export const shareOf = (whole: string, share: bigint): string => amountOf((koboOf(whole) * share) / 100n)

const sharesOf = (whole: string): readonly AmountShare[] =>
  PERCENTAGES.map((share) => ({
    percent: Number(share),
    amount: koboOf(whole) <= 0n ? null : shareOf(whole, share),
  }))

/** Buttons that fill in 25 %, 50 %, 75 % or all of an amount. */
export const QuickAmounts = ({ whole = "0.00", shares = sharesOf(whole), onPick }: QuickAmountsProps) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={intl.formatMessage({ id: "ui.parts.label" })} className={styles.parts}>
      {shares.map(({ percent, amount }) => {
        const name = percent === 100 ? intl.formatMessage({ id: "ui.parts.max" }) : format.share(percent)
        return (
          <button
            key={percent}
            type="button"
            className={styles.part}
            disabled={amount === null}
            aria-label={amount === null ? name : `${name}, ${format.amount(amount)}`}
            onClick={() => (amount === null ? undefined : onPick(amount))}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}
