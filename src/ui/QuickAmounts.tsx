import { useIntl } from "react-intl"
import { useFormat } from "./format.ts"
import styles from "./QuickAmounts.module.css"

export interface AmountShare {
  readonly percent: number
  /** null if the share cannot be chosen (below the minimum). */
  readonly amount: string | null
}

export interface QuickAmountsProps {
  readonly shares: readonly AmountShare[]
  readonly onPick: (amount: string) => void
}

/** Buttons that fill in 25 %, 50 %, 75 % or all of an amount. */
export const QuickAmounts = ({ shares, onPick }: QuickAmountsProps) => {
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
