import { useIntl } from "react-intl"
import { amountOf, koboOf } from "../domain/money.ts"
import { useFormat } from "./format.ts"
import styles from "./Parts.module.css"

export interface PartsProps {
  /** The whole that "max" stands for: the smaller of balance and bound, "10000.00". */
  readonly whole: string
  /** The amount chosen, rounded down to the kobo. */
  readonly onPick: (amount: string) => void
  readonly disabled?: boolean | undefined
}

const shares = [25n, 50n, 75n, 100n] as const

/** The given share (per cent) of an amount, rounded down to the kobo. */
export const partOf = (whole: string, share: bigint): string => amountOf((koboOf(whole) * share) / 100n)

/** Quick amounts: 25 %, 50 %, 75 % and the most. */
export const Parts = ({ whole, onPick, disabled }: PartsProps) => {
  const intl = useIntl()
  const format = useFormat()
  const empty = koboOf(whole) <= 0n
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={intl.formatMessage({ id: "ui.parts.label" })} className={styles.parts}>
      {shares.map((share) => {
        const amount = partOf(whole, share)
        const name =
          share === 100n
            ? intl.formatMessage({ id: "ui.parts.max" })
            : intl.formatNumber(Number(share) / 100, { style: "percent" })
        return (
          <button
            key={String(share)}
            type="button"
            className={styles.part}
            disabled={disabled || empty}
            aria-label={`${name}, ${format.amount(amount)}`}
            onClick={() => onPick(amount)}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}
